#include "core/evaluate/memo.h"

#include "core/plain/file.h"

namespace sage {

std::optional<Feedback> FeedbackMemo::find(const Hash &key)
{
    const std::lock_guard lock(m_mutex);
    if (const auto place = m_places.find(key); place != m_places.end()) {
        m_newest.splice(m_newest.begin(), m_newest, place->second);
        return place->second->second;
    }
    if (m_folder.empty())
        return std::nullopt;
    const Result<std::string> text = readFile(fileOf(key));
    const Result<Json> json = text ? parseJson(*text, "a remembered evaluation") : Result<Json>(fail(text.error()));
    const Result<Feedback> feedback = json ? decode<Feedback>(*json, "a remembered evaluation") : Result<Feedback>(fail(json.error()));
    if (!feedback)
        return std::nullopt;
    keep(key, *feedback);
    return *feedback;
}

void FeedbackMemo::insert(const Hash &key, const Feedback &feedback)
{
    const std::lock_guard lock(m_mutex);
    keep(key, feedback);
    if (m_folder.empty())
        return;
    std::error_code ignored;
    std::filesystem::create_directories(fileOf(key).parent_path(), ignored);
    (void)writeFileDurably(fileOf(key), canonical(Json(feedback)));
}

void FeedbackMemo::keep(const Hash &key, const Feedback &feedback)
{
    if (m_places.contains(key))
        return;
    m_newest.emplace_front(key, feedback);
    m_places[key] = m_newest.begin();
    if (m_newest.size() > m_capacity) {
        m_places.erase(m_newest.back().first);
        m_newest.pop_back();
    }
}

} // namespace sage
