// Chooses between a scan, an index and an order, and steps through it.
#include "sql/row_cursor.h"

#include <algorithm>

namespace nsys_ai {

void RowCursor::begin(ScanPlan wanted) {
  wanted_ = std::move(wanted);
  walk_ = Walk::rows;
  at_ = 0;
  end_ = indexes_.of().size();
  switch (wanted_.order) {
    case ScanPlan::Order::any:
      walk_rows();
      break;
    case ScanPlan::Order::start:
      if (const StartOrder* order = indexes_.start_order())
        walk_list(order->between(wanted_.from, wanted_.to), Walk::list);
      break;
    case ScanPlan::Order::start_descending:
      if (const StartOrder* order = indexes_.start_order())
        walk_list(order->between(wanted_.from, wanted_.to), Walk::list_backwards);
      break;
    case ScanPlan::Order::groups:
      if (const GroupOrder* order = indexes_.group_order(wanted_.terms)) walk_list(order->rows, Walk::list);
      break;
  }
  if (wanted_.rows == ScanPlan::Rows::none) end_ = 0;
  skip_to_match();
}

void RowCursor::walk_rows() {
  switch (wanted_.rows) {
    case ScanPlan::Rows::one:
      at_ = std::min(wanted_.row, end_);
      end_ = std::min(at_ + 1, end_);
      break;
    case ScanPlan::Rows::equal:
      chain_ = indexes_.key_index(wanted_.column);
      if (!chain_) break;
      walk_ = Walk::chain;
      link_ = chain_->first(wanted_.key);
      break;
    case ScanPlan::Rows::start_range:
      if (const StartOrder* order = indexes_.start_ranges())
        walk_list(order->between(wanted_.from, wanted_.to), Walk::list);
      break;
    default:
      break;
  }
}

void RowCursor::walk_list(std::span<const uint32_t> list, Walk walk) {
  walk_ = walk;
  list_ = list;
  end_ = list.size();
}

void RowCursor::next() { skip_to_match(); }

std::optional<size_t> RowCursor::step() {
  if (walk_ == Walk::chain) {
    if (link_ == KeyIndex::kEnd) return std::nullopt;
    const uint32_t at = link_;
    link_ = chain_->next(at);
    return at;
  }
  if (at_ >= end_) return std::nullopt;
  const size_t at = at_++;
  if (walk_ == Walk::rows) return at;
  return walk_ == Walk::list ? list_[at] : list_[list_.size() - 1 - at];
}

bool RowCursor::passes(const SqlRow& row) const {
  switch (wanted_.rows) {
    case ScanPlan::Rows::equal:
      return key_of(indexes_.of().cell(wanted_.column, row)) == wanted_.key;
    case ScanPlan::Rows::start_range:
      return row.inside.start >= wanted_.from && row.inside.start <= wanted_.to;
    default:
      return true;
  }
}

// Advances to the next matching row.
void RowCursor::skip_to_match() {
  done_ = true;
  stopped_ = indexes_.of().view.cancelled();
  for (size_t passed = 1; !stopped_; ++passed) {
    const auto at = step();
    if (!at) return;
    if (const auto row = indexes_.of().row(*at); row && passes(*row)) {
      row_ = *row;
      done_ = false;
      return;
    }
    if (passed % SqlView::kRowsBetweenLooks == 0) stopped_ = indexes_.of().view.must_stop();
  }
}

}  // namespace nsys_ai
