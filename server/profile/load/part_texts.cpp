// Templates of all parts and of the string table are numbered together; then each part is resolved by itself.
#include "profile/load/part_texts.h"

#include <cstring>
#include <utility>

#include "base/parallel.h"
#include "profile/load/event_part.h"

namespace nsys_ai::inline profile {
namespace {

void append(Plain<char>& to, std::string_view bytes) {
  for (const char byte : bytes) to.push_back(byte);
}

}  // namespace

void PartTexts::borrow_from(TextColumn& whole, size_t first, size_t rows, size_t of) {
  whole.of_event_.reserve(of);
  codes_.borrow_from(whole.of_event_, first, rows);
}

void PartTexts::add(std::string_view text) {
  const TextSplitter::Split split = splitter_.split(text);
  if (split.repaired) repaired_.add(text);
  codes_.push_back(TemplateId(size_t{split.number_of_template} << 1 | 1));
  number_bytes_.push_number(static_cast<int64_t>(split.numbers.size()));
  append(numbers_, split.numbers);
}

void PartTexts::add_id(int64_t id) {
  codes_.push_back(TemplateId(size_t{ids_.code(id)} << 1));
  number_bytes_.push_number(0);
}

void PartTexts::want(Strings& strings) {
  wanted_.reserve(ids_.keys().size());
  for (const int64_t id : ids_.keys()) wanted_.push_back(strings.want_text(id));
  ids_ = {};
}

void PartTexts::resolve(const std::vector<TemplateId>& own,
                        const std::vector<std::vector<TemplateId>>& of_strings, const Strings& strings) {
  struct Told {
    TemplateId of_template;
    std::string_view numbers;
  };
  std::vector<Told> told;
  told.reserve(wanted_.size());
  for (const uint32_t wanted : wanted_) {
    const auto text = strings.split_text(wanted);
    told.push_back(text ? Told{of_strings[text->part][text->number_of_template], text->numbers} : Told());
  }
  // Where no row has an id, the numbers are there.
  Packed<uint8_t> number_bytes;
  Plain<char> numbers;
  uint64_t at = 0;
  for (size_t i = 0; i < codes_.size(); ++i) {
    const uint32_t code = codes_[i].value;
    const bool is_id = (code & 1) == 0;
    codes_[i] = is_id ? told[code >> 1].of_template : own[code >> 1];
    if (told.empty()) continue;
    const auto bytes = static_cast<size_t>(number_bytes_[i]);
    const std::string_view of =
        is_id ? told[code >> 1].numbers : std::string_view(numbers_.begin() + at, bytes);
    at += bytes;
    number_bytes.push_number(static_cast<int64_t>(of.size()));
    append(numbers, of);
  }
  if (!told.empty()) {
    number_bytes_ = std::move(number_bytes);
    numbers_ = std::move(numbers);
  }
  wanted_ = {};
}

PartTexts::Faults PartTexts::concatenate(TextColumn& whole, const std::vector<PartTexts*>& parts, Strings& strings,
                                  size_t threads) {
  Faults faults{strings.repaired_texts(), strings.missing_texts()};
  // The empty text is the first, for rows without any.
  std::vector<TextSet> sets(1);
  sets[0].add("");
  TextSet repaired;
  for (PartTexts* part : parts) {
    sets.push_back(part->splitter_.take_templates());
    for (uint32_t i = 0; i < part->repaired_.size(); ++i) repaired.add(part->repaired_[i]);
  }
  faults.repaired += repaired.size();
  for (TextSet& set : strings.take_templates()) sets.push_back(std::move(set));
  std::vector<std::vector<TemplateId>> ids;
  whole.templates_ = TextTemplates::merged(std::move(sets), ids);
  const std::vector<std::vector<TemplateId>> of_strings(
      ids.begin() + 1 + static_cast<ptrdiff_t>(parts.size()), ids.end());
  parallel_for(threads, parts.size(),
               [&](size_t part) { parts[part]->resolve(ids[part + 1], of_strings, strings); });
  strings.forget_texts();
  const auto concatenate_one = [&](auto& into, auto member) {
    nsys_ai::concatenate(
        into, parts, [&](PartTexts & part) -> auto& { return part.*member; },
        [&](auto& to, PartTexts& part) { to.append(part.*member); });
  };
  concatenate_one(whole.of_event_, &PartTexts::codes_);
  concatenate_one(whole.number_bytes_, &PartTexts::number_bytes_);
  concatenate_one(whole.numbers_, &PartTexts::numbers_);
  whole.find_begins();
  return faults;
}

}  // namespace nsys_ai::inline profile
