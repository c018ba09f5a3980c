// Numbers the templates of all parts and of the string table consistently, then resolves each part.
#include "profile/load/part_texts.h"

#include <algorithm>
#include <utility>

#include "base/distinct_numbers.h"
#include "base/parallel.h"
#include "profile/load/event_part.h"

namespace nsys_ai {

// Numbers the templates of all parts consistently.
class PartTexts::Merging {
 public:
  explicit Merging(std::vector<TemplateList*> lists) : lists_(std::move(lists)), begins_(1, 0) {
    for (const TemplateList* list : lists_) begins_.push_back(begins_.back() + list->size());
    numbers_ = distinct_numbers(
        begins_.back(), [&](size_t i) { return hash_of_text(text(i)); },
        [&](size_t i, size_t j) { return text(i) == text(j); });
  }

  // The id of a template in the list or in later ones.
  TemplateId id(size_t list, uint32_t number) const {
    return TemplateId(numbers_.of[begins_[list] + number]);
  }

  // Releases the lists.
  ByteRuns<uint16_t> take_texts(size_t threads) {
    // Indexed by list: the number of the first text that it adds.
    std::vector<uint32_t> next(lists_.size() + 1, 0);
    for (size_t list = 0; list < lists_.size(); ++list) {
      next[list + 1] = next[list];
      for (size_t i = begins_[list]; i < begins_[list + 1]; ++i)
        next[list + 1] += numbers_.of[i] == next[list + 1] ? 1 : 0;
    }
    std::vector<ByteRuns<uint16_t>> parts(lists_.size());
    parallel_for(threads, lists_.size(), [&](size_t list) {
      if (next[list + 1] - next[list] == lists_[list]->size()) {
        parts[list] = lists_[list]->take_texts();
        return;
      }
      uint32_t number = next[list];
      for (size_t i = 0; i < lists_[list]->size(); ++i)
        if (numbers_.of[begins_[list] + i] == number) {
          parts[list].push_back((*lists_[list])[i]);
          ++number;
        }
      lists_[list]->take_texts();
    });
    std::vector<ByteRuns<uint16_t>*> in_order;
    in_order.reserve(parts.size());
    for (ByteRuns<uint16_t>& part : parts) in_order.push_back(&part);
    return ByteRuns<uint16_t>::concatenated(in_order, threads);
  }

 private:
  std::string_view text(size_t i) const {
    const auto list =
        static_cast<size_t>(std::upper_bound(begins_.begin(), begins_.end(), i) - begins_.begin()) - 1;
    return (*lists_[list])[i - begins_[list]];
  }

  std::vector<TemplateList*> lists_;
  std::vector<size_t> begins_;
  DistinctNumbers numbers_;
};

// The indices of the template lists of a part, and of the first part of the string table.
struct PartTexts::Numbering {
  const Merging& merging;
  size_t own;
  size_t strings;
};

void PartTexts::borrow_from(TextColumn& whole, size_t first, size_t rows, size_t of) {
  whole.of_event_.reserve(of);
  codes_.borrow_from(whole.of_event_, first, rows);
}

void PartTexts::add(std::string_view text) {
  const TextSplitter::Split split = splitter_.split(text);
  if (split.repaired) repaired_.add(text);
  // Adds empty numbers for rows with ids.
  while (numbers_.size() < codes_.size()) numbers_.push_back({});
  codes_.push_back(TemplateId(size_t{templates_.add(split.of_template)} << 1 | 1));
  numbers_.push_back(split.numbers);
}

void PartTexts::add_id(int64_t id) {
  codes_.push_back(TemplateId(size_t{id == Strings::kNone ? kNoId : ids_.add(id)} << 1));
}

// The texts that rows of one part refer to by id. Where ids repeat often, each is looked up once.
class PartTexts::Named {
 public:
  Named(const TextIds& ids, size_t rows, const Numbering& numbering, const Strings& strings)
      : ids_(ids), wanted_(strings.wanted_texts()), numbering_(numbering), texts_(strings.split_texts()) {
    constexpr size_t kOften = 4;
    if (ids.numbers_end() >= rows / kOften) return;
    known_.resize(ids.numbers_end());
    ids.each([&](int64_t id) { known_[*ids.number_of(id)] = looked_up(*wanted_.key_of(id)); });
  }

  struct Text {
    TemplateId of_template;
    std::string_view numbers;
  };
  Text of(uint32_t key) {
    if (key == kNoId) return {};
    return known_.empty() ? looked_up(wanted_.key_of(key, ids_)) : known_[*ids_.number_of(ids_.id_of(key))];
  }

 private:
  Text looked_up(uint32_t key) {
    const auto text = texts_.find(key);
    if (!text) return {};
    return {numbering_.merging.id(numbering_.strings, text->of_template), text->numbers};
  }

  const TextIds& ids_;
  const TextIds& wanted_;
  const Numbering& numbering_;
  SplitTexts::Finder texts_;
  std::vector<Text> known_;  // indexed by the id's number
};

void PartTexts::resolve(const Numbering& numbering, const Strings& strings) {
  // If no row has an id, the numbers are complete.
  const bool has_ids = !ids_.empty();
  ids_.number();
  Named named(ids_, codes_.size(), numbering, strings);
  ByteRuns<uint8_t>::Reader own(numbers_);
  ByteRuns<uint8_t> numbers;
  for (size_t i = 0; i < codes_.size(); ++i) {
    const uint32_t code = codes_[i].value;
    if ((code & 1) != 0) {
      codes_[i] = numbering.merging.id(numbering.own, code >> 1);
      if (has_ids) numbers.push_back(own.run(i));
      continue;
    }
    const Named::Text text = named.of(code >> 1);
    codes_[i] = text.of_template;
    if (has_ids) numbers.push_back(text.numbers);
  }
  if (has_ids) numbers_ = std::move(numbers);
  while (numbers_.size() < codes_.size()) numbers_.push_back({});
  ids_ = {};
}

PartTexts::Faults PartTexts::concatenate(TextColumn& whole, const std::vector<PartTexts*>& parts,
                                         Strings& strings, size_t threads) {
  Faults faults{strings.repaired_texts(), strings.missing_texts()};
  // Template 0 is the empty text, for rows without any.
  TemplateList empty;
  empty.add("");
  std::vector<TemplateList*> lists = {&empty};
  TextSet repaired;
  for (PartTexts* part : parts) {
    lists.push_back(&part->templates_);
    for (uint32_t i = 0; i < part->repaired_.size(); ++i) repaired.add(part->repaired_[i]);
  }
  faults.repaired += repaired.size();
  const size_t first_of_strings = lists.size();
  for (TemplateList* list : strings.split_texts().template_lists()) lists.push_back(list);
  Merging merging(std::move(lists));
  parallel_for(threads, parts.size(), [&](size_t part) {
    parts[part]->resolve({merging, part + 1, first_of_strings}, strings);
  });
  whole.templates_.texts_ = merging.take_texts(threads);
  strings.forget_texts();
  nsys_ai::concatenate(
      whole.of_event_, parts, [](PartTexts & part) -> auto& { return part.codes_; },
      [](auto& into, PartTexts& part) { into.append(part.codes_); });
  std::vector<ByteRuns<uint8_t>*> numbers;
  numbers.reserve(parts.size());
  for (PartTexts* part : parts) numbers.push_back(&part->numbers_);
  whole.numbers_ = ByteRuns<uint8_t>::concatenated(numbers, threads);
  return faults;
}

}  // namespace nsys_ai
