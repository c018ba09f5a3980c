// The ids of the string table whose texts events use: a bit each, since nearly all ids of a file are close
// together, and a number for each once all are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "profile/dictionary.h"

namespace nsys_ai {

// First one thread adds ids; then they are numbered, and any number of threads may look them up.
class TextIds {
 public:
  // A key below kKeys identifies an added id; `id_of` maps it back.
  static constexpr uint32_t kKeys = uint32_t{1} << 31;
  uint32_t add(int64_t id) {
    if (static_cast<uint64_t>(id) >= kNearIds) return kNearIds + far_.code(id);
    Word& word = near_word(static_cast<uint32_t>(id));
    word.ids |= uint32_t{1} << id % kIdsOfWord;
    return static_cast<uint32_t>(id);
  }
  int64_t id_of(uint32_t key) const { return key < kNearIds ? key : far_.keys()[key - kNearIds]; }
  // Empty for an id that was not added.
  std::optional<uint32_t> key_of(int64_t id) const {
    if (static_cast<uint64_t>(id) < kNearIds)
      return has_near(static_cast<uint32_t>(id)) ? std::optional(static_cast<uint32_t>(id)) : std::nullopt;
    const auto far = far_.find(id);
    return far ? std::optional(kNearIds + *far) : std::nullopt;
  }
  void add_all(const TextIds& others);
  // Converts a key of another object, whose ids were all added here, to the key of the same id here.
  uint32_t key_of(uint32_t key, const TextIds& other) const {
    return key < kNearIds ? key : kNearIds + *far_.find(other.id_of(key));
  }
  bool empty() const { return tables_.empty() && far_.keys().empty(); }

  // Numbers the ids in ascending order, those that are far from zero last. Some numbers between them are
  // unused: at most 32 per id.
  void number();
  // The exclusive bound of the numbers.
  uint32_t numbers_end() const { return near_end_ + static_cast<uint32_t>(far_.keys().size()); }
  size_t size() const;
  [[gnu::always_inline]] std::optional<uint32_t> number_of(int64_t id) const {
    if (static_cast<uint64_t>(id) >= kNearIds) {
      const auto far = far_.find(id);
      return far ? std::optional(near_end_ + *far) : std::nullopt;
    }
    const auto near = static_cast<uint32_t>(id);
    if (!has_near(near)) return std::nullopt;
    return tables_[near / kIdsOfTable][near % kIdsOfTable / kIdsOfWord].first + near % kIdsOfWord;
  }
  // Calls `visit(id)` for each id.
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
  // A file with as many texts has gigabytes.
  static constexpr uint32_t kNearIds = uint32_t{1} << 27;
  static constexpr uint32_t kIdsOfWord = 32;
  static constexpr uint32_t kWordsOfTable = 1024;
  static constexpr uint32_t kIdsOfTable = kWordsOfTable * kIdsOfWord;
  struct Word {
    uint32_t ids = 0;    // one bit each
    uint32_t first = 0;  // number of the table's first possible id
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

  std::vector<Table> tables_;  // null for ranges without ids
  Dictionary<int64_t> far_;
  uint32_t near_end_ = 0;
};

}  // namespace nsys_ai
