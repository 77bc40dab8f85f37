#include "fixture.h"

#include <QCoreApplication>

#include <algorithm>

namespace sage::ui {

std::string kernelText(const std::string &name, int tile, int buffers, bool aligned)
{
    std::string text = "#include \"kernel_operator.h\"\n\nusing namespace AscendC;\n\nconstexpr int32_t tileLength = " + std::to_string(tile)
        + ";\nconstexpr int32_t bufferCount = " + std::to_string(buffers) + ";\n\nclass Kernel" + name + "\n{\npublic:\n    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, int32_t total)\n    {\n";
    text += "        const int32_t block = total / GetBlockNum();\n        m_x.SetGlobalBuffer((__gm__ half *)x + block * GetBlockIdx(), block);\n"
            "        m_y.SetGlobalBuffer((__gm__ half *)y + block * GetBlockIdx(), block);\n        m_pipe.InitBuffer(m_in, bufferCount, tileLength * sizeof(half));\n"
            "        m_pipe.InitBuffer(m_out, bufferCount, tileLength * sizeof(half));\n        m_tiles = block / tileLength;\n    }\n\n    __aicore__ inline void Process()\n    {\n"
            "        for (int32_t i = 0; i < m_tiles; ++i) {\n            CopyIn(i);\n            Compute();\n            CopyOut(i);\n        }\n    }\n\nprivate:\n"
            "    __aicore__ inline void CopyIn(int32_t i)\n    {\n        LocalTensor<half> x = m_in.AllocTensor<half>();\n";
    text += aligned ? "        DataCopyPad(x, m_x[i * tileLength], {1, tileLength * sizeof(half), 0, 0, 0}, {false, 0, 0, 0});\n" : "        DataCopy(x, m_x[i * tileLength], tileLength);\n";
    text += "        m_in.EnQue(x);\n    }\n    __aicore__ inline void Compute()\n    {\n        LocalTensor<half> x = m_in.DeQue<half>();\n        LocalTensor<half> y = m_out.AllocTensor<half>();\n"
            "        // the operator itself\n        " + name + "(y, x, tileLength);\n        m_out.EnQue(y);\n        m_in.FreeTensor(x);\n    }\n"
            "    __aicore__ inline void CopyOut(int32_t i)\n    {\n        LocalTensor<half> y = m_out.DeQue<half>();\n        DataCopy(m_y[i * tileLength], y, tileLength);\n        m_out.FreeTensor(y);\n    }\n\n"
            "    TPipe m_pipe;\n    TQue<QuePosition::VECIN, bufferCount> m_in;\n    TQue<QuePosition::VECOUT, bufferCount> m_out;\n    GlobalTensor<half> m_x;\n    GlobalTensor<half> m_y;\n    int32_t m_tiles = 0;\n};\n";
    return text;
}

Demo::Demo(std::vector<std::string> operators) : m_operators(std::move(operators))
{
    RunCreated created;
    created.seed = 7;
    created.streamName = "demo";
    created.settings.kAdopt = 1;
    created.settings.kOperators = 1;
    created.settings.budgetTokens = 120;
    created.generator = "synthesizer";
    created.evaluator = "emulator";
    created.device = "Ascend910_9391";
    for (std::size_t i = 0; i < m_operators.size(); ++i)
        created.stream.push_back({m_operators[i], Hash(std::string(64, 'a')), static_cast<int>(1 + i / 3), false});
    add(kind::runCreated, "run", created);
    MemoryImported knowledge;
    knowledge.source = knowledge.author = "cold-start";
    knowledge.experiences = {lesson("Pad the tail of a copy", "alignment"), lesson("Two buffers hide the copies", "slow"), lesson("A tile that fills the unified buffer", "slow"),
                             lesson("Use every core", "slow"), lesson("Compute in float, store in half", "wrong-output")};
    add(kind::memoryImported, "memory", knowledge);
    m_known = knowledge.experiences;
    std::sort(m_known.begin(), m_known.end(), [](const Experience &a, const Experience &b) { return a.id < b.id; });
}

void Demo::run(int count, bool finish)
{
    for (int i = 0; i < count; ++i) {
        correctness(i);
        optimization(i);
    }
    if (finish)
        add(kind::runFinished, "finished", RunFinished{count, count});
}

void Demo::correctness(int which)
{
    const std::string name = m_operators[static_cast<std::size_t>(which)];
    open(name, Objective::Correctness, 1);
    round(name, 1, kernelText(name, 2048, 1, false), compileError());
    round(name, 2, kernelText(name, 2048, 1, false) + "\n", wrongOutput());
    round(name, 3, kernelText(name, 2048, 1, true), timed(40.0 + 3 * which));
    close(name, 1.0, true);
}

void Demo::optimization(int which)
{
    const std::string name = m_operators[static_cast<std::size_t>(which)];
    open(name, Objective::Optimization, 4);
    const double base = 40.0 + 3 * which;
    round(name, 4, kernelText(name, 2048, 2, true), timed(base * 0.7));
    round(name, 5, kernelText(name, 8192, 2, true), timed(base * (0.3 + 0.1 * which)));
    close(name, 0.7 - 0.1 * which, true);
}

void Demo::open(const std::string &name, Objective objective, int firstRound)
{
    EpisodeOpened opened;
    opened.task = {name, objective};
    opened.episode = episodeOf(name, objective);
    opened.firstRound = firstRound;
    add(kind::episodeOpened, opened.episode.value + "/opened", opened);
    m_task = opened.task;
    m_retrieved.clear();
    m_adopted.clear();
    m_rounds = 0;
}

void Demo::reply(const std::string &name, int number, const std::string &text, std::size_t taken)
{
    const EpisodeId episode = episodeOf(name, m_task.objective);
    const std::string key = episode.value + "/" + std::to_string(number);
    RoundOpened opened{episode, number, m_parent, name + " half", ranking(number), fold.memory().residentIds()};
    if (number == 1)
        opened.entering = {};
    add(kind::roundOpened, key, opened);
    if (number == 2 && !opened.retrieved.empty())
        add(kind::roundRefused, key + "/refused", RoundRefused{episode, number, 1, {opened.retrieved.back().id}});
    KernelSource source;
    source.files.push_back({"kernel.cpp", text, "kernel"});
    RoundReplied replied;
    replied.episode = episode;
    replied.round = number;
    replied.kernel = source.manifest();
    replied.kernelHash = m_parent = replied.kernel.hash();
    replied.note = number == 1 ? "first lowering" : "changed one dimension of the plan";
    for (const KernelFile &file : source.files)
        artifacts[sha256(std::string_view(file.text))] = file.text;
    add(kind::roundReplied, key + "/replied", replied);
    RoundDeclared declared{episode, number, adoption(opened.retrieved, number, taken), opened.resident};
    add(kind::roundDeclared, key + "/declared", declared);
}

void Demo::abandon(const std::string &name, int number)
{
    const EpisodeId episode = episodeOf(name, m_task.objective);
    add(kind::roundClosed, episode.value + "/" + std::to_string(number) + "/closed", RoundClosed{episode, number, "abandoned", {}});
}

void Demo::round(const std::string &name, int number, const std::string &text, Feedback feedback)
{
    reply(name, number, text);
    const EpisodeId episode = episodeOf(name, m_task.objective);
    const std::string key = episode.value + "/" + std::to_string(number);
    const std::string bytes = canonical(Json(feedback));
    artifacts[sha256(std::string_view(bytes))] = bytes;
    RoundEvaluated evaluated{episode, number, sha256(std::string_view(bytes)), feedback.stage, feedback.compiled, feedback.correct, feedback.code, feedback.latencyUs};
    add(kind::roundEvaluated, key + "/evaluated", evaluated);
    add(kind::roundClosed, key + "/closed", RoundClosed{episode, number, "evaluated", {}});
    ++m_rounds;
}

void Demo::close(const std::string &name, double score, bool met)
{
    EpisodeClosed closed;
    closed.episode = episodeOf(name, m_task.objective);
    closed.task = m_task;
    closed.endReason = m_task.objective == Objective::Correctness ? "solved" : "budget";
    closed.met = met;
    closed.rounds = m_rounds;
    closed.referenceUs = 62.0;
    closed.score = score;
    add(kind::episodeClosed, closed.episode.value + "/result", closed);
    MemoryLearned facts;
    facts.episode = closed.episode;
    facts.task = m_task;
    facts.score = score;
    facts.retrieved = sorted(m_retrieved);
    facts.adopted = sorted(m_adopted);
    for (const ExperienceId &id : fold.memory().needsAbstraction(facts))
        facts.abstracted.push_back({id, "When " + fold.memory().experience(id)->title + " applies, change the plan so: it was measured to help on more than one operator.", {}});
    const Result<void> learnt = fold.learn(facts);
    if (!learnt)
        qFatal("the demo's facts were refused: %s", learnt.error().message.c_str());
    add(kind::memoryLearned, closed.episode.value + "/learned", facts);
}

Experience Demo::lesson(const std::string &title, const std::string &signal)
{
    Experience one;
    one.title = title;
    one.applies.signals = {signal};
    one.rationale = "A vector core reads 32-byte blocks; the copies and the arithmetic run on different pipes.";
    one.effect = "latency 41.2 -> 12.9 us";
    one.codeBefore = "DataCopy(x, m_x[i * tile], tile);\n";
    one.codeAfter = "DataCopyPad(x, m_x[i * tile], params, pad);\n";
    one.provenance.author = "cold-start";
    one.id = experienceIdOf(one);
    return one;
}

Feedback Demo::compileError()
{
    Feedback one;
    one.stage = FeedbackStage::Compile;
    one.code = "compile-error";
    one.message = "The kernel does not compile: 1 error.";
    one.diagnostics = {{"error", "kernel.cpp", 53, 9, "'Sqrtt' was not declared in this scope"}, {"warning", "kernel.cpp", 13, 23, "unused variable 'block'"}};
    one.compilerOutput = "kernel.cpp:53:9: error: 'Sqrtt' was not declared in this scope\nkernel.cpp:13:23: warning: unused variable 'block'\n";
    return one;
}

Feedback Demo::wrongOutput()
{
    Feedback one;
    one.stage = FeedbackStage::Accuracy;
    one.compiled = true;
    one.code = "wrong-output";
    one.message = "1 of 2 cases is wrong: output y, 48 of 100 elements.";
    one.findings = {{"alignment", "error", "kernel.cpp", 42, 3, "MTE2", "x", "A copy of 200 bytes is not a multiple of 32 bytes.", "Use DataCopyPad for the tail.", "507035", {}, 12, 1, "alignment.ub"}};
    CaseResult good{0, "float16", "x [48, 128]", FeedbackStage::Timing, true, "", "01", {{"y", 6144, 0, 1e-4, 1e-5, 7, 1, 1, "", 0}}, 41.0, {{"MTE2", 30, 0.73}, {"V", 12, 0.29}}, 40};
    CaseResult bad{1, "float16", "x [100]", FeedbackStage::Accuracy, false, "wrong-output", "02", {{"y", 100, 48, 0.5, 0.1, 99, 0, 1.5, "got 0, expected 1.5", 0}}, {}, {}, 1};
    one.cases = {good, bad};
    return one;
}

Feedback Demo::timed(double us)
{
    Feedback one;
    one.stage = FeedbackStage::Timing;
    one.compiled = one.correct = true;
    one.code = "ok";
    one.message = "All cases are right.";
    one.latencyUs = us;
    one.origin = "modelled: Ascend910_9391";
    one.cases = {{0, "float16", "x [48, 128]", FeedbackStage::Timing, true, "", "01", {{"y", 6144, 0, 1e-4, 1e-5, 7, 1, 1, "", 0}}, us * 1.1, {{"MTE2", 30, 0.73}, {"V", 12, 0.29}, {"MTE3", 20, 0.48}}, 40},
                 {1, "float16", "x [100]", FeedbackStage::Timing, true, "", "02", {{"y", 100, 0, 2e-4, 1e-5, 3, 1, 1, "", 0}}, us * 0.9, {{"MTE2", 9, 0.6}}, 1}};
    return one;
}

std::vector<Retrieved> Demo::ranking(int number)
{
    std::vector<Retrieved> all;
    for (std::size_t i = 0; i < m_known.size() && all.size() < 3; ++i) {
        const Experience &one = m_known[(i + static_cast<std::size_t>(number)) % m_known.size()];
        if (!fold.memory().isRetrievable(one.id))
            continue;
        const double u = fold.memory().utility(one.id);
        const double relevance = 1.0 - 0.2 * static_cast<double>(all.size());
        all.push_back({one.id, relevance, u, relevance * (1 + 0.3 * u), static_cast<int>(all.size()) + 1, 0, false});
    }
    for (const Retrieved &one : all)
        m_retrieved.push_back(one.id);
    return all;
}

std::vector<AdoptionRecord> Demo::adoption(const std::vector<Retrieved> &retrieved, int number, std::size_t taken)
{
    std::vector<AdoptionRecord> records;
    for (std::size_t i = 0; i < retrieved.size(); ++i) {
        const bool adopted = i == taken && number != 2;
        records.push_back({retrieved[i].id, adopted ? Adoption::Adopted : Adoption::NotAdopted, adopted ? "The finding at line 42 names exactly this limit." : "Nothing in the feedback points there."});
        if (adopted)
            m_adopted.push_back(retrieved[i].id);
    }
    return records;
}

std::vector<ExperienceId> Demo::sorted(std::vector<ExperienceId> ids)
{
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

void FakeSource::show(Demo &demo, bool alive)
{
    artifacts = demo.artifacts;
    WorkspaceStatus status;
    status.folder = QStringLiteral("/demo");
    status.runs = {RunId("demo")};
    status.shown = status.runs.front();
    if (alive)
        status.lease = LeaseInfo{"host", 1, 0, true};
    setStatus(status);
    setSnapshot(demo.snapshot());
}

quint64 FakeSource::requestDocument(DocumentRequest request)
{
    request.ticket = requests.size() + 1;
    requests.push_back(request);
    const auto textOf = [this](const std::optional<TextSource> &source) {
        KernelSource kernel;
        if (source && source->kernel) {
            for (const KernelFileRef &file : source->kernel->files)
                kernel.files.push_back({file.path, artifacts.at(file.sha256), file.role});
        } else if (source) {
            kernel.files.push_back({"", source->text, "kernel"});
        }
        return kernel;
    };
    auto document = std::make_shared<Document>();
    document->channel = request.channel;
    document->ticket = request.ticket;
    static const CodeHighlighter highlighter;
    document->files = compareSources(textOf(request.before), textOf(request.after), highlighter, request.options);
    if (!request.feedback.empty())
        document->feedback = decode<Feedback>(*parseJson(artifacts.at(request.feedback), "feedback"), "feedback").value();
    QMetaObject::invokeMethod(this, [this, document] { Q_EMIT documentReady(document); }, Qt::QueuedConnection);
    return request.ticket;
}

void Demo::addJson(std::string_view what, const std::string &key, Json payload)
{
    Event event;
    event.sequence = static_cast<std::int64_t>(events.size()) + 1;
    event.run = RunId("demo");
    event.kind = what;
    event.key = key;
    event.payload = std::move(payload);
    m_timeMs += 700;
    event.meta = {{"timeMs", m_timeMs}};
    const Result<void> folded = fold.apply({event});
    if (!folded)
        qFatal("the demo's event %s was refused: %s", key.c_str(), folded.error().message.c_str());
    events.push_back(std::move(event));
}

} // namespace sage::ui
