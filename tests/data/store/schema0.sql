-- A workspace of schema 0, which was never released: it keeps the migration mechanism tried.
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO meta VALUES ('schema', '0');
INSERT INTO meta VALUES ('id', '00000000-0000-0000-0000-000000000001');
CREATE TABLE events (number BIGINT NOT NULL, run TEXT NOT NULL, seq BIGINT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, payload TEXT NOT NULL, PRIMARY KEY (run, seq), UNIQUE (run, key));
INSERT INTO events VALUES (1, 'zeta', 1, 'run.created', 'run', '{"seed":7}');
INSERT INTO events VALUES (2, 'alpha', 1, 'run.created', 'run', '{"seed":8}');
INSERT INTO events VALUES (3, 'zeta', 2, 'runner.started', 'runner/1', 'null');
INSERT INTO events VALUES (4, 'zeta', 3, 'round.opened', 'Swish/corr/1/opened', '{"round":1}');
CREATE TABLE lease (host TEXT NOT NULL, pid BIGINT NOT NULL);
