// Combines bit sets by words, and numbers them with prefix counts.
#include "profile/load/text_ids.h"

#include <bit>

namespace nsys_ai {

void TextIds::make_table(uint32_t table) {
  if (table >= tables_.size()) tables_.resize(std::bit_ceil(table + 1));
  tables_[table] = std::make_unique<Word[]>(kWordsOfTable);
}

void TextIds::add_all(const TextIds& others) {
  for (uint32_t table = 0; table < others.tables_.size(); ++table)
    for (uint32_t at = 0; others.tables_[table] && at < kWordsOfTable; ++at)
      if (const uint32_t ids = others.tables_[table][at].ids; ids != 0)
        near_word(table * kIdsOfTable + at * kIdsOfWord).ids |= ids;
  for (const int64_t id : others.far_.keys()) far_.code(id);
}

size_t TextIds::size() const {
  size_t near = 0;
  for (const Table& table : tables_)
    for (uint32_t at = 0; table && at < kWordsOfTable; ++at)
      near += static_cast<size_t>(std::popcount(table[at].ids));
  return near + far_.keys().size();
}

void TextIds::number() {
  near_end_ = 0;
  for (const Table& table : tables_)
    for (uint32_t at = 0; table && at < kWordsOfTable; ++at) {
      if (table[at].ids == 0) continue;
      table[at].first = near_end_;
      near_end_ += kIdsOfWord;
    }
}

}  // namespace nsys_ai
