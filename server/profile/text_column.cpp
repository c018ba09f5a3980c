// Searches for texts among those of events.
#include "profile/text_column.h"

#include <utility>

#include "base/distinct_numbers.h"

namespace nsys_ai {

TextColumn::Key TextColumn::key_of(std::string_view text) const {
  TextSplitter splitter;
  const TextSplitter::Split split = splitter.split(text);
  Key key{TemplateId::none(), std::string(split.numbers)};
  for (size_t id = 0; id < templates_.size() && !key.of_template.exists(); ++id)
    if (templates_[TemplateId(id)] == split.of_template) key.of_template = TemplateId(id);
  return key;
}

DistinctTexts distinct_texts(const TextColumn& column) {
  DistinctNumbers numbers = distinct_numbers(
      column.size(),
      [&](size_t at) { return hash_of_text(column.numbers(at)) ^ column[at].value * 0x9E3779B9u; },
      [&](size_t a, size_t b) { return column.same(a, b); });
  return {std::move(numbers.of), numbers.count};
}

}  // namespace nsys_ai
