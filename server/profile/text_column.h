// The texts of events, as templates and numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "profile/byte_runs.h"
#include "profile/column.h"
#include "profile/load/split_text.h"

namespace nsys_ai {

using TemplateId = Index<struct TemplateTag>;

// Distinct templates. Immutable once it is filled.
class TextTemplates {
 public:
  size_t size() const { return texts_.size(); }
  std::string_view operator[](TemplateId id) const { return texts_[id.value]; }
  size_t bytes() const { return texts_.bytes(); }

 private:
  friend ColumnParts;
  friend class PartTexts;
  ByteRuns<uint16_t> texts_;
};

// Each event has a template, and the numbers for its placeholders. Two events have the same text exactly if
// both are equal. Immutable once it is joined (profile/load/part_texts.h).
class TextColumn {
 public:
  // A separate text, for comparison with those of events.
  struct Key {
    TemplateId of_template = TemplateId::none();  // none() when no event has its template
    std::string numbers;
  };

  size_t size() const { return of_event_.size(); }
  TemplateId operator[](size_t at) const { return of_event_[at]; }
  const TextTemplates& templates() const { return templates_; }
  // In the encoding of `TextSplitter`.
  std::string_view numbers(size_t at) const { return numbers_[at]; }
  bool has_numbers(size_t at) const { return numbers_.length(at) != 0; }
  std::string whole(size_t at) const { return whole_text(templates_[of_event_[at]], numbers(at)); }
  bool same(size_t a, size_t b) const { return of_event_[a] == of_event_[b] && numbers(a) == numbers(b); }
  Key key_of(std::string_view text) const;
  bool has(size_t at, const Key& key) const {
    return of_event_[at] == key.of_template && numbers(at) == key.numbers;
  }
  size_t bytes() const { return templates_.bytes() + of_event_.bytes() + numbers_.bytes(); }

 private:
  friend ColumnParts;
  friend class PartTexts;
  TextTemplates templates_;
  Plain<TemplateId> of_event_;
  ByteRuns<uint8_t> numbers_;
};

// The distinct texts of a column, numbered in event order.
struct DistinctTexts {
  std::vector<uint32_t> of_event;
  uint32_t count = 0;
};
DistinctTexts distinct_texts(const TextColumn& column);

}  // namespace nsys_ai
