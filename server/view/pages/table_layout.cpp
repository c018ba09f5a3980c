// Removes from a table what does not fit, the least important first.
#include "view/pages/table_layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/ellipsize.h"
#include "base/text_table.h"

namespace nsys_ai {
namespace {

// Shortens texts to this before dropping another column, and to the smaller one if none can be dropped.
constexpr size_t kShortText = 28;
constexpr size_t kShortestText = 12;
// The share of the width that a text gets in a narrow terminal.
constexpr size_t kShortPart = 3;
constexpr size_t kMaxIndent = 40;
// Limits the padding in unbounded tables, so that one long name does not push the other columns away.
constexpr size_t kPadded = 72;

// The columns to drop, first to last: each adds detail to a column beside it.
constexpr std::array<std::string_view, 34> kGivesWay = {"context",
                                                        "context a",
                                                        "context b",
                                                        "copy kind",
                                                        "recorded context",
                                                        "recorded device",
                                                        "lead in",
                                                        "tail",
                                                        "MAD",
                                                        "min",
                                                        "shortest",
                                                        "p99",
                                                        "p95",
                                                        "p90",
                                                        "p50",
                                                        "median",
                                                        "avg",
                                                        "each",
                                                        "longest at",
                                                        "max",
                                                        "longest",
                                                        "dtype",
                                                        "library",
                                                        "protocol",
                                                        "algorithm",
                                                        "grid",
                                                        "block",
                                                        "kernel sum",
                                                        "kernel union",
                                                        "end",
                                                        "exposed",
                                                        "streams",
                                                        "tid",
                                                        "texts"};

// The headings of columns that answer the question, which are kept longest.
constexpr std::array<std::string_view, 37> kStays = {
    "GPU",      "GPU busy", "GPU idle",      "GPU time", "blocked", "busy",        "busy share", "bytes",
    "calls",    "cause",    "class",         "count",    "device",  "duration",    "excess",     "gap",
    "headroom", "host",     "idle",          "item",     "kernel",  "kernel time", "label",      "mfu wall",
    "name",     "overlap",  "overlap share", "pid",      "ref",     "share",       "speedup",    "stream",
    "table",    "time",     "total",         "use",      "value"};

// Columns that distinguish rows, unless each row has a reference of its own.
constexpr std::array<std::string_view, 3> kPlaces = {"device", "pid", "stream"};

struct Candidate {
  ColumnPlan column;
  bool is_text = false;
  size_t order = 0;  // the order of dropping; the largest goes first
};

std::vector<std::string> cells_of(const PageTable& table, size_t at) {
  std::vector<std::string> cells;
  cells.reserve(table.rows.size());
  for (const auto& row : table.rows) cells.push_back(at < row.size() ? one_line(row[at].text) : "");
  return cells;
}

size_t widest(const PageTable& table, size_t at) {
  size_t width = display_width(one_line(table.header[at].text));
  for (const auto& row : table.rows)
    if (at < row.size()) width = std::max(width, display_width(one_line(row[at].text)) + indent_of(row[at]));
  return width;
}

bool has_values(const PageTable& table, size_t at) {
  return std::any_of(table.rows.begin(), table.rows.end(), [at](const auto& row) {
    return at < row.size() && row[at].text != "-" && !row[at].text.empty();
  });
}

template <size_t N>
bool is_among(const std::array<std::string_view, N>& headings, std::string_view heading) {
  return std::find(headings.begin(), headings.end(), heading) != headings.end();
}

bool has_references(const PageTable& table) {
  return std::any_of(table.header.begin(), table.header.end(),
                     [](const Cell& cell) { return cell.text == "ref"; });
}

size_t order_of(const PageTable& table, size_t at) {
  const std::string& heading = table.header[at].text;
  const auto* found = std::find(kGivesWay.begin(), kGivesWay.end(), heading);
  const size_t columns = table.header.size();
  if (found != kGivesWay.end()) return 2 * columns + static_cast<size_t>(kGivesWay.end() - found);
  if (has_references(table) && is_among(kPlaces, heading)) return 2 * columns;
  return is_among(kStays, heading) ? at : columns + at;
}

class ColumnFit {
 public:
  ColumnFit(const PageTable& table, size_t width) : table_(table), width_(width) {
    const auto is_below = [&](size_t at) {
      return std::find(table.sentences.begin(), table.sentences.end(), at) != table.sentences.end();
    };
    for (size_t at = 0; at < table.header.size(); ++at) {
      if (is_below(at)) continue;
      Candidate of;
      of.column.at = at;
      of.column.width = widest(table, at);
      of.is_text = !table.header[at].number;
      of.order = order_of(table, at);
      kept_.push_back(std::move(of));
    }
  }

  TablePlan laid() {
    if (width_ == kUnbounded) {
      for (Candidate& of : kept_)
        if (of.is_text) of.column.width = std::min(of.column.width, kPadded);
    } else if (natural() > width_) {
      std::erase_if(
          kept_, [&](const Candidate& of) { return of.column.at > 0 && !has_values(table_, of.column.at); });
      const size_t text = std::min(kShortText, width_ / kShortPart);
      while (kept_.size() > 2 && at_least(text) > width_) leave_out();
      bring_back(text);
      narrow(at_least(text) <= width_ ? text : kShortestText);
      cut();
    }
    TablePlan laid;
    laid.sentences = table_.sentences;
    for (const Candidate& of : gone_) laid.skipped.push_back(table_.header[of.column.at].text);
    for (Candidate& of : kept_) laid.columns.push_back(std::move(of.column));
    return laid;
  }

 private:
  template <class Width>
  size_t total(Width width_of) const {
    size_t sum = kept_.empty() ? 0 : (kept_.size() - 1) * kBetweenColumns;
    for (const Candidate& of : kept_) sum += width_of(of);
    return sum;
  }
  size_t natural() const {
    return total([](const Candidate& of) { return of.column.width; });
  }
  static size_t least(const Candidate& of, size_t text) {
    return of.is_text ? std::min(of.column.width, text) : of.column.width;
  }
  size_t at_least(size_t text) const {
    return total([&](const Candidate& of) { return least(of, text); });
  }

  void leave_out() {
    const auto last = std::max_element(kept_.begin() + 1, kept_.end(),
                                       [](const auto& a, const auto& b) { return a.order < b.order; });
    gone_.push_back(std::move(*last));
    kept_.erase(last);
  }

  // Restores narrow columns if dropping a wide one has made room for them.
  void bring_back(size_t text) {
    for (size_t i = gone_.size(); i-- > 0;) {
      if (at_least(text) + kBetweenColumns + least(gone_[i], text) > width_) continue;
      kept_.push_back(std::move(gone_[i]));
      gone_.erase(gone_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    const auto in_order = [](const Candidate& a, const Candidate& b) { return a.column.at < b.column.at; };
    std::sort(kept_.begin(), kept_.end(), in_order);
    std::sort(gone_.begin(), gone_.end(), in_order);
  }

  // Shortens the widest text first, down to `text`.
  void narrow(size_t text) {
    while (natural() > width_) {
      Candidate* wide = nullptr;
      size_t second = text;
      for (Candidate& of : kept_) {
        if (!of.is_text || of.column.width <= text) continue;
        if (wide == nullptr || of.column.width > wide->column.width) {
          if (wide != nullptr) second = std::max(second, wide->column.width);
          wide = &of;
        } else {
          second = std::max(second, of.column.width);
        }
      }
      if (wide == nullptr) return;
      const size_t over = natural() - width_;
      // Shortens two texts of one width in turns.
      const size_t most = std::max<size_t>(1, wide->column.width - second);
      wide->column.width -= std::min({over, most, wide->column.width - text});
    }
  }

  void cut() {
    for (Candidate& of : kept_) {
      if (!of.is_text) continue;
      size_t indent = 0;
      for (const auto& row : table_.rows)
        if (of.column.at < row.size()) indent = std::max(indent, indent_of(row[of.column.at]));
      // Keeps room for the deepest names of a tree.
      const size_t room =
          of.column.width > indent + kShortestText ? of.column.width - indent : of.column.width / 2;
      of.column.cut = cells_of(table_, of.column.at);
      ellipsize_distinct(of.column.cut, indent == 0 ? of.column.width : room);
    }
  }

  const PageTable& table_;
  const size_t width_;
  std::vector<Candidate> kept_;
  std::vector<Candidate> gone_;
};

}  // namespace

size_t indent_of(const Cell& cell) { return std::min<size_t>(size_t{cell.indent} * 2, kMaxIndent); }

TablePlan plan_table(const PageTable& table, size_t width) { return ColumnFit(table, width).laid(); }

}  // namespace nsys_ai
