#include "tests/core/memory/memorytest.h"

#include <QTest>

using namespace sage;
using namespace sage::test;

// A memory that comes from a file is taken over whole or refused with a reason: every field left out, every value of another
// kind, and what only a person with an editor can write.

namespace {

/// a resident, b pinned, c with a value, d untouched and only entering; in the middle of an episode, with an item leaving.
[[nodiscard]] MemoryState rich()
{
    Settings settings;
    settings.kAdopt = settings.kOperators = 1;
    MemoryState state = stateWith(settings, "abcd");
    MemoryLearned one = facts("One", Objective::Correctness, "abc", "a", 1);
    (void)run(state, one, 30);
    MemoryEdited pinned = pin("b", 20);
    (void)state.edit(pinned);
    EpisodeOpened opened;
    opened.episode = EpisodeId("Two/corr");
    (void)state.apply(opened);
    MemoryEdited added = edit("add");
    added.experience = experience("e");
    (void)state.edit(added);
    MemoryEdited taken = edit("disable", "c");
    (void)state.edit(taken);
    return state;
}

/// Everything a run does to a memory that it took over.
void live(const Json &json)
{
    MemoryState state;
    MemoryImported event;
    event.source = "file";
    event.state = json;
    const Json before = state.toJson();
    if (const Result<void> taken = state.apply(event); !taken) {
        QVERIFY(!taken.error().message.empty());
        QVERIFY(state.toJson() == before);
        return;
    }
    MemoryLearned next = facts("Three", Objective::Correctness, "", "", 1);
    for (const ExperienceId &one : state.eligible())
        next.retrieved.push_back(one);
    QVERIFY(run(state, next));
    for (const char *action : {"pin", "unpin", "disable", "enable", "delete", "restore"}) {
        for (const auto &[one, item] : std::map<ExperienceId, MemoryItem>(state.items())) {
            MemoryEdited change = edit(action, one.value);
            (void)state.edit(change);
        }
    }
    (void)state.view();
    QVERIFY(MemoryState::fromJson(state.toJson()));
}

/// The paths of all values.
void collect(const Json &json, const Json::json_pointer &at, std::vector<Json::json_pointer> &paths)
{
    for (const auto &[name, value] : json.items()) {
        const Json::json_pointer deeper = json.is_array() ? at / std::stoul(name) : at / name;
        paths.push_back(deeper);
        if (value.is_structured())
            collect(value, deeper, paths);
    }
}

[[nodiscard]] Json *itemOf(Json &memory, const char *id)
{
    for (Json &item : memory["items"]) {
        if (item["experience"]["id"] == id)
            return &item;
    }
    return nullptr;
}

struct Damage {
    void (*apply)(Json &) = nullptr;
};

} // namespace

class TestDamaged : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFieldLeftOut();
    void everyValueOfAnotherKind();
    void editedByHand_data();
    void editedByHand();
    void experiencesTwice();
    void oldFieldsMayBeMissing();
};

void TestDamaged::everyFieldLeftOut()
{
    const Json whole = rich().toJson();
    QVERIFY(MemoryState::fromJson(whole));
    std::vector<Json::json_pointer> paths;
    collect(whole, Json::json_pointer(), paths);
    QVERIFY(paths.size() > 100);
    for (const Json::json_pointer &path : paths) {
        Json broken = whole;
        Json &parent = broken.at(path.parent_pointer());
        if (parent.is_array())
            parent.erase(std::stoul(path.back()));
        else
            parent.erase(path.back());
        live(broken);
        if (QTest::currentTestFailed())
            qFatal("without %s", path.to_string().c_str());
    }
}

void TestDamaged::everyValueOfAnotherKind()
{
    const Json whole = rich().toJson();
    std::vector<Json::json_pointer> paths;
    collect(whole, Json::json_pointer(), paths);
    const std::vector<Json> others{nullptr, true, -1, 1e300, 3000000000u, "x", Json::array(), Json::object(), Json::array({1, "a", nullptr})};
    for (const Json::json_pointer &path : paths) {
        for (const Json &other : others) {
            Json broken = whole;
            broken.at(path) = other;
            live(broken);
            if (QTest::currentTestFailed())
                qFatal("%s as %s", path.to_string().c_str(), other.dump().c_str());
        }
    }
}

void TestDamaged::editedByHand_data()
{
    QTest::addColumn<Damage>("damage");
    QTest::addColumn<QByteArray>("item");
    const auto row = [](const char *name, const char *item, void (*damage)(Json &)) { QTest::newRow(name) << Damage{damage} << QByteArray(item); };
    row("resident without a rule", "a", [](Json &json) { (*itemOf(json, "a"))["rule"] = nullptr; });
    row("validated without a rule", "d", [](Json &json) { (*itemOf(json, "d"))["state"] = "validated"; });
    row("a state that does not exist", "items[3].state", [](Json &json) { (*itemOf(json, "d"))["state"] = "golden"; });
    row("two of one id", "items", [](Json &json) { json["items"].push_back(*itemOf(json, "d")); });
    row("an unknown id enters", "entering", [](Json &json) { json["entering"].push_back("nobody"); });
    row("an unknown id leaves", "leaving", [](Json &json) { json["leaving"].push_back("nobody"); });
    row("leaves twice", "leaving", [](Json &json) { json["leaving"] = {"c", "c"}; });
    row("a rule of somebody else", "a", [](Json &json) { (*itemOf(json, "a"))["rule"]["id"] = "b"; });
    row("a rule said to be shorter", "a", [](Json &json) { (*itemOf(json, "a"))["rule"]["tokens"] = 1; });
    row("pinned, not resident", "b", [](Json &json) { (*itemOf(json, "b"))["state"] = "validated"; });
    row("resident and deleted", "a", [](Json &json) { (*itemOf(json, "a"))["deleted"] = true; });
    row("adopted, never retrieved", "d", [](Json &json) { (*itemOf(json, "d"))["adopted"] = 3; });
    row("eligible in the future", "a", [](Json &json) { (*itemOf(json, "a"))["eligibleBefore"] = 2000000000; });
    row("a share above one", "a", [](Json &json) { (*itemOf(json, "a"))["probability"] = 1.5; });
    row("half a count", "items[0].retrieved", [](Json &json) { (*itemOf(json, "a"))["retrieved"] = 1.5; });
    row("a count too large", "episodes", [](Json &json) { json["episodes"] = 1e18; });
    row("another total", "residentTokens", [](Json &json) { json["residentTokens"] = 1; });
    row("logs of two lengths", "residencyEpisode", [](Json &json) { json["residencyEpisode"].push_back(1); });
}

void TestDamaged::editedByHand()
{
    QFETCH(Damage, damage);
    QFETCH(QByteArray, item);
    Json json = rich().toJson();
    damage.apply(json);
    const Result<MemoryState> read = MemoryState::fromJson(json);
    QVERIFY(!read);
    QCOMPARE(read.error().code, "memory.damaged");
    QCOMPARE(QByteArray::fromStdString(read.error().args.at("item")), item);
    live(json);
}

/// Knowledge files may repeat themselves: the first counts.
void TestDamaged::experiencesTwice()
{
    MemoryState state;
    MemoryImported event = imported("aba");
    event.experiences.back().title = "another";
    QVERIFY(state.apply(event));
    QCOMPARE(state.items().size(), std::size_t(2));
    QCOMPARE(state.experience(id("a"))->title, "experience a");
    MemoryLearned next = facts("One", Objective::Correctness, "ab", "a", 1);
    QVERIFY(run(state, next));
}

/// What an earlier version did not know keeps its default, and what a later one adds is passed over.
void TestDamaged::oldFieldsMayBeMissing()
{
    Json json = rich().toJson();
    json["settings"].erase("hysteresis");
    json["settings"]["later"] = 1;
    (*itemOf(json, "a"))["experience"].erase("effect");
    QVERIFY(MemoryState::fromJson(json));
}

QTEST_GUILESS_MAIN(TestDamaged)
#include "tst_damaged.moc"
