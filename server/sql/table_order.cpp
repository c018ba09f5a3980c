// Builds orders in short steps, between which it can be stopped.
#include "sql/table_order.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <string>
#include <unordered_map>

namespace nsys_ai {
namespace {

// The number of entries to sort between two checks of the clock and the cancel token: about a millisecond of
// work.
constexpr size_t kOrderStep = 1 << 14;

int compared(const SqlCell& a, const SqlCell& b) {
  if (a.kind != b.kind) return a.kind < b.kind ? -1 : 1;
  if (a.integer != b.integer) return a.integer < b.integer ? -1 : 1;
  return a.text.compare(b.text);
}

// Finds rows with equal cells; numbers the groups in the order of their first rows.
class Grouping {
 public:
  Grouping(const SqlTableRows& of, std::span<const OrderTerm> terms)
      : of_(of), terms_(terms), cells_(terms.size()) {}

  uint32_t group_of(const SqlRow& row) {
    uint64_t hash = 0;
    for (size_t i = 0; i < terms_.size(); ++i) {
      cells_[i] = of_.cell(terms_[i].column, row);
      if (cells_[i].text.size() > kMaxCellText || cells_[i].kind == SqlCell::Kind::made_text)
        cells_[i].text = kept_.emplace_back(shown_text(cells_[i].text));
      hash = hash * 0x9E3779B97F4A7C15U + key_of(cells_[i]).value_or(0) + 1;
    }
    std::vector<uint32_t>& alike = by_hash_[hash];
    for (const uint32_t group : alike)
      if (equal(groups_[group])) return group;
    alike.push_back(static_cast<uint32_t>(groups_.size()));
    groups_.push_back(cells_);
    return alike.back();
  }

  // The rank of each group. Returns nullopt when the query has to stop.
  std::optional<std::vector<uint32_t>> ranks() const {
    std::vector<uint32_t> order(groups_.size());
    std::iota(order.begin(), order.end(), 0U);
    struct Stopped {};
    size_t comparisons = 0;
    try {
      std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        if (++comparisons % SqlView::kRowsBetweenLooks == 0 && of_.view.must_stop()) throw Stopped();
        return before(groups_[a], groups_[b]);
      });
    } catch (const Stopped&) {
      return std::nullopt;
    }
    std::vector<uint32_t> ranks(groups_.size());
    for (size_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = static_cast<uint32_t>(rank);
    return ranks;
  }

 private:
  bool equal(const std::vector<SqlCell>& group) const {
    return std::equal(group.begin(), group.end(), cells_.begin(),
                      [](const SqlCell& a, const SqlCell& b) { return compared(a, b) == 0; });
  }
  bool before(const std::vector<SqlCell>& a, const std::vector<SqlCell>& b) const {
    for (size_t i = 0; i < terms_.size(); ++i)
      if (const int sign = compared(a[i], b[i])) return terms_[i].descending ? sign > 0 : sign < 0;
    return false;
  }

  const SqlTableRows& of_;
  std::span<const OrderTerm> terms_;
  std::vector<SqlCell> cells_;
  std::vector<std::vector<SqlCell>> groups_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> by_hash_;
  std::deque<std::string> kept_;
};

}  // namespace

std::optional<StartOrder> StartOrder::build(const SqlTableRows& of) {
  struct Entry {
    int64_t start;
    uint32_t at;
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  entries.reserve(of.size());
  for (size_t at = 0; at < of.size(); ++at) {
    if (at % SqlView::kRowsBetweenLooks == 0 && of.view.must_stop()) return std::nullopt;
    if (const auto row = of.row(at)) entries.push_back({row->inside.start, static_cast<uint32_t>(at)});
  }
  // A hand-written merge sort, because std::sort cannot be interrupted.
  const auto place = [&](size_t at) {
    return entries.begin() + static_cast<std::ptrdiff_t>(std::min(at, entries.size()));
  };
  for (size_t from = 0; from < entries.size(); from += kOrderStep) {
    if (of.view.must_stop()) return std::nullopt;
    std::sort(place(from), place(from + kOrderStep));
  }
  for (size_t width = kOrderStep; width < entries.size(); width *= 2)
    for (size_t from = 0; from + width < entries.size(); from += 2 * width) {
      if (of.view.must_stop()) return std::nullopt;
      if (entries[from + width - 1] < entries[from + width]) continue;
      std::inplace_merge(place(from), place(from + width), place(from + 2 * width));
    }
  StartOrder order;
  order.rows.reserve(entries.size());
  order.starts.reserve(entries.size());
  for (const Entry& entry : entries) {
    order.rows.push_back(entry.at);
    order.starts.push_back(entry.start);
  }
  return order;
}

std::span<const uint32_t> StartOrder::between(int64_t from, int64_t to) const {
  if (to < from) return {};
  const auto first = std::lower_bound(starts.begin(), starts.end(), from);
  const auto last = std::upper_bound(first, starts.end(), to);
  return std::span(rows).subspan(static_cast<size_t>(first - starts.begin()),
                                 static_cast<size_t>(last - first));
}

std::optional<GroupOrder> GroupOrder::build(const SqlTableRows& of, std::span<const OrderTerm> terms) {
  constexpr uint32_t kHidden = UINT32_MAX;
  Grouping grouping(of, terms);
  std::vector<uint32_t> group_of(of.size(), kHidden);
  for (size_t at = 0; at < group_of.size(); ++at) {
    if (at % SqlView::kRowsBetweenLooks == 0 && of.view.must_stop()) return std::nullopt;
    if (const auto row = of.row(at)) group_of[at] = grouping.group_of(*row);
  }
  const auto found = grouping.ranks();
  if (!found) return std::nullopt;
  const std::vector<uint32_t>& ranks = *found;
  std::vector<uint32_t> begin(ranks.size() + 1);  // by rank: its first position among the rows
  for (const uint32_t group : group_of)
    if (group != kHidden) ++begin[ranks[group] + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  GroupOrder order;
  order.rows.resize(begin.back());
  for (size_t at = 0; at < group_of.size(); ++at)
    if (group_of[at] != kHidden) order.rows[begin[ranks[group_of[at]]]++] = static_cast<uint32_t>(at);
  return order;
}

}  // namespace nsys_ai
