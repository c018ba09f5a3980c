// Ids of the string table whose texts events name: a bit each, since nearly all ids of a file stand close
// together, and numbers for all of them once they are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "profile/dictionary.h"

namespace nsys_ai {

// First ids are added, by one thread; then they are numbered, and any number of threads may look them up.
class TextIds {
 public:
  // Of an id that is added: what `id_of` gives it back for, below kKeys.
  static constexpr uint32_t kKeys = uint32_t{1} << 31;
  uint32_t add(int64_t id) {
    if (static_cast<uint64_t>(id) >= kNearIds) return kNearIds + far_.code(id);
    Word& word = near_word(static_cast<uint32_t>(id));
    word.ids |= uint32_t{1} << id % kIdsOfWord;
    return static_cast<uint32_t>(id);
  }
  int64_t id_of(uint32_t key) const { return key < kNearIds ? key : far_.keys()[key - kNearIds]; }
  // Of one that was added.
  std::optional<uint32_t> key_of(int64_t id) const {
    if (static_cast<uint64_t>(id) < kNearIds)
      return has_near(static_cast<uint32_t>(id)) ? std::optional(static_cast<uint32_t>(id)) : std::nullopt;
    const auto far = far_.find(id);
    return far ? std::optional(kNearIds + *far) : std::nullopt;
  }
  void add_all(const TextIds& others);
  // What the key of another one, all of whose ids were added here, is here.
  uint32_t key_of(uint32_t key, const TextIds& other) const {
    return key < kNearIds ? key : kNearIds + *far_.find(other.id_of(key));
  }
  bool empty() const { return tables_.empty() && far_.keys().empty(); }

  // Numbers them by id, those that are far from zero last. Numbers between them are free: at most 32 an id.
  void number();
  // All numbers are below it.
  uint32_t numbers_end() const { return near_end_ + static_cast<uint32_t>(far_.keys().size()); }
  size_t size() const;
  std::optional<uint32_t> number_of(int64_t id) const {
    if (static_cast<uint64_t>(id) >= kNearIds) {
      const auto far = far_.find(id);
      return far ? std::optional(near_end_ + *far) : std::nullopt;
    }
    const auto near = static_cast<uint32_t>(id);
    if (!has_near(near)) return std::nullopt;
    return tables_[near / kIdsOfTable][near % kIdsOfTable / kIdsOfWord].first + near % kIdsOfWord;
  }
  // Calls `visit(id)` for each of them.
  template <class Visit>
  void each(Visit visit) const {
    for (uint32_t table = 0; table < tables_.size(); ++table)
      for (uint32_t at = 0; tables_[table] && at < kWordsOfTable; ++at) {
        const Word& word = tables_[table][at];
        for (uint32_t bit = 0; word.ids != 0 && bit < kIdsOfWord; ++bit)
          if ((word.ids >> bit & 1) != 0) visit(int64_t{table * kIdsOfTable + at * kIdsOfWord + bit});
      }
    for (const int64_t far : far_.keys()) visit(far);
  }

 private:
  // A file has to be of gigabytes to hold as many texts.
  static constexpr uint32_t kNearIds = uint32_t{1} << 27;
  static constexpr uint32_t kIdsOfWord = 32;
  static constexpr uint32_t kWordsOfTable = 1024;
  static constexpr uint32_t kIdsOfTable = kWordsOfTable * kIdsOfWord;
  struct Word {
    uint32_t ids = 0;    // a bit each
    uint32_t first = 0;  // the number of the first, were it there
  };
  using Table = std::unique_ptr<Word[]>;

  bool has_near(uint32_t id) const {
    if (id / kIdsOfTable >= tables_.size() || !tables_[id / kIdsOfTable]) return false;
    return (tables_[id / kIdsOfTable][id % kIdsOfTable / kIdsOfWord].ids >> id % kIdsOfWord & 1) != 0;
  }
  Word& near_word(uint32_t id) {
    const uint32_t table = id / kIdsOfTable;
    if (table >= tables_.size() || !tables_[table]) [[unlikely]]
      make_table(table);
    return tables_[table][id % kIdsOfTable / kIdsOfWord];
  }
  void make_table(uint32_t table);

  std::vector<Table> tables_;  // null where no id is
  Dictionary<int64_t> far_;
  uint32_t near_end_ = 0;
};

}  // namespace nsys_ai
