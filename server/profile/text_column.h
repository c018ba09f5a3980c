// The texts of events, as templates and numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "profile/column.h"
#include "profile/load/split_text.h"
#include "profile/text_set.h"

namespace nsys_ai::inline profile {

using TemplateId = Index<struct TemplateTag>;

// Distinct templates, one after the other. Immutable once it is filled.
class TextTemplates {
 public:
  size_t size() const { return ends_.size(); }
  std::string_view operator[](TemplateId id) const {
    const uint64_t begin = id.value == 0 ? 0 : ends_[id.value - 1];
    return {texts_.begin() + begin, ends_[id.value] - begin};
  }
  size_t bytes() const { return ends_.bytes() + texts_.bytes(); }

  // The distinct texts of some sets, in the order of their first occurrence, set after set. `ids` gets, by
  // set and number there, the id of each text.
  static TextTemplates merged(std::vector<TextSet> sets, std::vector<std::vector<TemplateId>>& ids);
  // Whether each is there once.
  bool are_distinct() const;

 private:
  friend ColumnParts;
  Plain<uint64_t> ends_;
  Plain<char> texts_;
};

// Each event has a template, and the numbers that stand at its signs. Events with one template and equal
// numbers have one text, all others have another. Immutable once it is joined.
class TextColumn {
 public:
  // A text by itself, to be compared with those of events.
  struct Key {
    TemplateId of_template = TemplateId::none();  // none() when no event has its template
    std::string numbers;
  };

  size_t size() const { return of_event_.size(); }
  TemplateId operator[](size_t at) const { return of_event_[at]; }
  const TextTemplates& templates() const { return templates_; }
  // As `TextSplitter` tells them.
  std::string_view numbers(size_t at) const;
  bool has_numbers(size_t at) const { return number_bytes_[at] != 0; }
  std::string whole(size_t at) const { return whole_text(templates_[of_event_[at]], numbers(at)); }
  bool same(size_t a, size_t b) const { return of_event_[a] == of_event_[b] && numbers(a) == numbers(b); }
  Key key_of(std::string_view text) const;
  bool has(size_t at, const Key& key) const {
    return of_event_[at] == key.of_template && numbers(at) == key.numbers;
  }
  size_t bytes() const {
    return templates_.bytes() + of_event_.bytes() + number_bytes_.bytes() + numbers_.bytes() +
           begins_.bytes();
  }

 private:
  friend ColumnParts;
  friend class PartTexts;
  static constexpr size_t kEventsPerBegin = 32;
  // Once the other arrays are whole.
  void find_begins();

  TextTemplates templates_;
  Plain<TemplateId> of_event_;
  Packed<uint8_t> number_bytes_;  // by event: how many bytes its numbers take
  Plain<char> numbers_;
  Plain<uint64_t> begins_;  // by 32 events: where the numbers of the first begin
};

// Numbers the distinct texts of a column in the order of its events.
struct DistinctTexts {
  std::vector<uint32_t> of_event;
  uint32_t count = 0;
};
DistinctTexts distinct_texts(const TextColumn& column);

}  // namespace nsys_ai::inline profile
