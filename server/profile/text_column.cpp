// Templates are few nearly always; where they are not, all cores number them.
#include "profile/text_column.h"

#include <algorithm>
#include <cstring>

#include "base/distinct_numbers.h"
#include "base/parallel.h"

namespace nsys_ai::inline profile {
TextTemplates TextTemplates::merged(std::vector<TextSet> sets, std::vector<std::vector<TemplateId>>& ids) {
  std::vector<std::string_view> texts;
  std::vector<uint32_t> hashes;
  for (const TextSet& set : sets) {
    for (uint32_t i = 0; i < set.size(); ++i) texts.push_back(set[i]);
    const std::vector<uint32_t> of_set = set.hashes();
    hashes.insert(hashes.end(), of_set.begin(), of_set.end());
  }
  const DistinctNumbers numbers = distinct_numbers(
      texts.size(), [&](size_t i) { return hashes[i]; },
      [&](size_t i, size_t j) { return texts[i] == texts[j]; });
  TextTemplates all;
  all.ends_.reserve(numbers.count);
  uint64_t bytes = 0;
  for (size_t i = 0; i < texts.size(); ++i)
    if (numbers.of[i] == all.ends_.size()) all.ends_.push_back(bytes += texts[i].size());
  all.texts_.resize_raw(bytes);
  size_t first = 0;
  ids.resize(sets.size());
  for (size_t set = 0; set < sets.size(); ++set) {
    for (size_t i = first; i < first + sets[set].size(); ++i) ids[set].emplace_back(size_t{numbers.of[i]});
    first += sets[set].size();
  }
  size_t next = 0;
  uint64_t at = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (numbers.of[i] != next) continue;
    ++next;
    if (!texts[i].empty()) std::memcpy(&all.texts_[at], texts[i].data(), texts[i].size());
    at += texts[i].size();
  }
  return all;
}

bool TextTemplates::are_distinct() const {
  const auto text = [&](size_t i) { return (*this)[TemplateId(i)]; };
  return distinct_numbers(
             size(), [&](size_t i) { return hash_of_text(text(i)); },
             [&](size_t i, size_t j) { return text(i) == text(j); })
             .count == size();
}

std::string_view TextColumn::numbers(size_t at) const {
  const auto bytes = static_cast<size_t>(number_bytes_[at]);
  if (bytes == 0) return {};
  uint64_t begin = begins_[at / kEventsPerBegin];
  for (size_t i = at / kEventsPerBegin * kEventsPerBegin; i < at; ++i)
    begin += static_cast<uint64_t>(number_bytes_[i]);
  return {numbers_.begin() + begin, bytes};
}

TextColumn::Key TextColumn::key_of(std::string_view text) const {
  TextSplitter splitter;
  const TextSplitter::Split split = splitter.split(text);
  Key key{TemplateId::none(), std::string(split.numbers)};
  const TextSet templates = splitter.take_templates();
  for (size_t id = 0; id < templates_.size() && !key.of_template.exists(); ++id)
    if (templates_[TemplateId(id)] == templates[0]) key.of_template = TemplateId(id);
  return key;
}

void TextColumn::find_begins() {
  begins_.clear_and_free();
  begins_.reserve(size() / kEventsPerBegin + 1);
  uint64_t begin = 0;
  for (size_t at = 0; at < size(); ++at) {
    if (at % kEventsPerBegin == 0) begins_.push_back(begin);
    begin += static_cast<uint64_t>(number_bytes_[at]);
  }
}

DistinctTexts distinct_texts(const TextColumn& column) {
  DistinctNumbers numbers = distinct_numbers(
      column.size(),
      [&](size_t at) { return hash_of_text(column.numbers(at)) ^ column[at].value * 0x9E3779B9u; },
      [&](size_t a, size_t b) { return column.same(a, b); });
  return {std::move(numbers.of), numbers.count};
}

}  // namespace nsys_ai::inline profile
