#pragma once

#include "core/base/ids.h"
#include "core/model/feedback.h"

#include <filesystem>
#include <list>
#include <map>
#include <mutex>
#include <optional>

namespace sage {

/// Feedback by the hash of everything it depends on. Exact: inputs are drawn from a seed that is part of the key, so an
/// equal request would give equal feedback. The newest are in memory; a folder, where given, keeps all.
/// Any thread. A file that cannot be read or written is as if it were not there.
class FeedbackMemo
{
public:
    explicit FeedbackMemo(std::filesystem::path folder = {}, std::size_t capacity = 512) : m_folder(std::move(folder)), m_capacity(capacity) {}

    [[nodiscard]] std::optional<Feedback> find(const Hash &key);
    void insert(const Hash &key, const Feedback &feedback);

private:
    void keep(const Hash &key, const Feedback &feedback);
    [[nodiscard]] std::filesystem::path fileOf(const Hash &key) const { return m_folder / key.value.substr(0, 2) / (key.value + ".json"); }

    std::filesystem::path m_folder;
    std::size_t m_capacity;
    std::mutex m_mutex;
    std::list<std::pair<Hash, Feedback>> m_newest; ///< front: used last
    std::map<Hash, std::list<std::pair<Hash, Feedback>>::iterator> m_places;
};

} // namespace sage
