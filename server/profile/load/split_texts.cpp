// String tables are written in the order of their ids, so the position of a text can be estimated from its
// id.
#include "profile/load/split_texts.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace nsys_ai {
namespace {

// Finds the first row whose key is not less by interpolation: it begins at the position that evenly
// distributed keys would have. `rows` must contain a key that is not less.
const SplitTexts::Row* first_not_less(const SplitTexts::Row* rows, size_t count, uint32_t key) {
  const auto is_less = [](const SplitTexts::Row& row, uint32_t than) { return row.key < than; };
  const uint64_t first = rows[0].key, last = rows[count - 1].key;
  if (key <= first) return rows;
  const size_t guess = (key - first) * (count - 1) / (last - first);
  // Doubles the step from the guess until the row is between two of them.
  size_t from = guess, to = guess;
  for (size_t step = 1; from > 0 && !is_less(rows[from], key); step *= 2) from -= std::min(from, step);
  for (size_t step = 1; is_less(rows[to], key); step *= 2) to = std::min(count - 1, to + step);
  return std::lower_bound(rows + from, rows + to, key, is_less);
}

}  // namespace

void SplitTexts::Part::add(uint32_t key, std::string_view text, bool is_name) {
  const TextSplitter::Split split = splitter.split(text);
  repaired += split.repaired && !is_name ? 1 : 0;
  ascends = ascends && (rows.empty() || rows.back().key < key);
  rows.push_back({key, templates.add(split.of_template) << 1 | (is_name ? 1u : 0u)});
  numbers.push_back(split.numbers);
}

void SplitTexts::add(Part part) {
  repaired_ += part.repaired;
  if (part.rows.empty()) return;
  parts_ascend_ = parts_ascend_ && part.ascends;
  runs_.push_back({std::move(part.rows), std::move(part.numbers), next_template_});
  next_template_ += static_cast<uint32_t>(part.templates.size());
  templates_.push_back(std::move(part.templates));
}

bool SplitTexts::ascends() const {
  const auto overlap = [](const Run& a, const Run& b) { return a.rows.back().key >= b.rows[0].key; };
  return parts_ascend_ && std::adjacent_find(runs_.begin(), runs_.end(), overlap) == runs_.end();
}

size_t SplitTexts::put_in_order() {
  if (ascends()) return 0;
  struct Place {
    uint32_t key, run, at;
  };
  Plain<Place> places;
  for (uint32_t run = 0; run < runs_.size(); ++run)
    for (uint32_t at = 0; at < runs_[run].rows.size(); ++at)
      places.push_back({runs_[run].rows[at].key, run, at});
  std::sort(&places[0], &places[0] + places.size(), [](const Place& a, const Place& b) {
    return std::tie(a.key, a.run, a.at) < std::tie(b.key, b.run, b.at);
  });
  size_t repeated = 0;
  Run all;
  for (size_t i = 0; i < places.size(); ++i) {
    const Run& run = runs_[places[i].run];
    const Row& row = run.rows[places[i].at];
    const bool is_first = i == 0 || places[i - 1].key != row.key;
    const bool is_last = i + 1 == places.size() || places[i + 1].key != row.key;
    repeated += !is_first && (row.of_template & 1) == 0 ? 1 : 0;
    if (!is_last) continue;
    all.rows.push_back({row.key, row.of_template + (run.first_template << 1)});
    all.numbers.push_back(run.numbers[places[i].at]);
  }
  runs_.clear();
  runs_.push_back(std::move(all));
  return repeated;
}

size_t SplitTexts::size() const {
  size_t rows = 0;
  for (const Run& run : runs_) rows += run.rows.size();
  return rows;
}

std::vector<TemplateList*> SplitTexts::template_lists() {
  std::vector<TemplateList*> lists;
  for (TemplateList& list : templates_) lists.push_back(&list);
  return lists;
}

void SplitTexts::forget() { runs_.clear(); }

bool SplitTexts::Finder::seek(uint32_t key) {
  const auto holds = [&](const Run& run) { return run.rows.back().key >= key; };
  const auto run = std::partition_point(texts_.runs_.begin(), texts_.runs_.end(), std::not_fn(holds));
  if (run == texts_.runs_.end()) return false;
  if (rows_ != run->rows.begin()) {
    rows_ = run->rows.begin();
    end_ = run->rows.end();
    first_template_ = run->first_template;
    numbers_.emplace(run->numbers);
  }
  at_ = first_not_less(rows_, run->rows.size(), key);
  return at_->key == key;
}

}  // namespace nsys_ai
