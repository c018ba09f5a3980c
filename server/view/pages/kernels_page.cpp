// Sorts all rows before it selects a page of them.
#include "view/pages/kernels_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "base/quantity.h"
#include "base/quotation.h"
#include "base/text_pattern.h"
#include "base/context.h"
#include "view/pages/page_cells.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kPageRows = 100;

// A column by which rows can be sorted: names ascending first, quantities descending.
struct KernelColumn {
  std::string_view name;
  int64_t (*quantity)(const KernelStats&);  // null: sorts by its text
};
constexpr std::array<KernelColumn, 8> kKernelColumns = {{
    {"name", nullptr},
    {"family", nullptr},
    {"calls", [](const KernelStats& of) { return of.calls; }},
    {"total", [](const KernelStats& of) { return int64_t{of.total}; }},
    {"average", [](const KernelStats& of) { return of.average; }},
    {"p50", [](const KernelStats& of) { return of.p50; }},
    {"p90", [](const KernelStats& of) { return of.p90; }},
    {"max", [](const KernelStats& of) { return of.max; }},
}};

struct KernelOrder {
  const KernelColumn* column = &kKernelColumns[3];
  bool ascending = false;
};

Result<KernelOrder> kernel_order(const ViewParams& params) {
  KernelOrder order;
  if (const std::string name = param_of(params, "sort"); !name.empty()) {
    const auto found = std::ranges::find(kKernelColumns, name, &KernelColumn::name);
    if (found == kKernelColumns.end())
      return fail(ErrorCode::bad_request, fmt::format("There is no column \"{}\" to sort by.", quotation(name)));
    order = {&*found, found->quantity == nullptr};
  }
  if (const std::string way = param_of(params, "order"); !way.empty()) {
    if (way != "ascending" && way != "descending")
      return fail(ErrorCode::bad_request, fmt::format("\"{}\" is no order of rows.", quotation(way)));
    order.ascending = way == "ascending";
  }
  return order;
}

std::string_view text_in(const Profile& profile, const KernelFamilies& families, const KernelOrder& order,
                         NameId name) {
  return order.column->name == "family" ? name_of(families.of(name)) : std::string_view(profile.text(name));
}

using KernelRows = std::vector<const KernelStats*>;

KernelRows filtered(const Profile& profile, const CaptureKernelStats& whole,
                    const std::optional<TextPattern>& pattern) {
  KernelRows rows;
  ThrottledCheck check;
  for (const KernelStats& of : whole.by_total) {
    check();
    if (!pattern || pattern->matches(profile.text(of.name))) rows.push_back(&of);
  }
  return rows;
}

// Rows that compare equal stay sorted by time.
void sort_kernels(const Profile& profile, const KernelFamilies& families, const KernelOrder& order,
                  KernelRows& rows) {
  const auto less = [&](const KernelStats* a, const KernelStats* b) {
    if (order.column->quantity != nullptr) return order.column->quantity(*a) < order.column->quantity(*b);
    return text_in(profile, families, order, a->name) < text_in(profile, families, order, b->name);
  };
  std::ranges::stable_sort(rows, [&](const KernelStats* a, const KernelStats* b) {
    return order.ascending ? less(a, b) : less(b, a);
  });
}

Cell kernel_head(const KernelColumn& column, const KernelOrder& order, const ViewParams& params) {
  const bool by_this = order.column == &column;
  Cell cell = column.quantity == nullptr ? text_cell(std::string(column.name))
                                         : number_cell(std::string(column.name));
  const bool next_ascending = by_this ? !order.ascending : column.quantity == nullptr;
  ViewParams next = with_param(with_param(params, "offset", ""), "sort", std::string(column.name));
  cell.view = ViewLink{"kernels", with_param(next, "order", next_ascending ? "ascending" : "descending")};
  if (by_this) cell.sorted = order.ascending ? Sorted::ascending : Sorted::descending;
  return cell;
}

std::vector<Cell> kernel_row(const Profile& profile, const KernelFamilies& families, const KernelStats& of,
                             int64_t total) {
  return {name_cell(display_name(profile.text(of.name)), target_of_kernel_name(of.name)),
          family_cell(name_of(families.of(of.name))),
          count_cell(of.calls),
          time_cell(of.total),
          share_bar_cell(of.total, total),
          time_cell(of.average),
          time_cell(of.p50),
          time_cell(of.p90),
          time_cell(of.max)};
}

Links pages_of(size_t offset, size_t shown, size_t count, const ViewParams& params) {
  Links links;
  const auto lead = [&](std::string text, size_t to) {
    Cell cell = text_cell(std::move(text));
    cell.view = ViewLink{"kernels", with_param(params, "offset", to == 0 ? "" : std::to_string(to))};
    links.cells.push_back(std::move(cell));
  };
  if (offset > 0) lead("First", 0);
  if (offset > 0) lead("Previous", offset - std::min(offset, kPageRows));
  links.cells.push_back(text_cell(fmt::format("{} to {} of {}", readable_count(int64_t(offset) + 1),
                                              readable_count(int64_t(offset + shown)),
                                              readable_count(int64_t(count)))));
  if (offset + shown < count) lead("Next", offset + kPageRows);
  return links;
}

}  // namespace

Result<Page> kernels_page(const Profile& profile, const ViewParams& params) {
  const auto order = kernel_order(params);
  if (!order) return tl::unexpected(order.error());
  const std::string filter = param_of(params, "filter");
  std::optional<TextPattern> pattern;
  if (!filter.empty()) {
    auto made = TextPattern::make(filter, {});
    if (!made) return tl::unexpected(made.error());
    pattern = std::move(*made);
  }
  const std::string from = param_of(params, "offset");
  const auto asked = parse_integer(from.empty() ? "0" : from);
  if (!asked || *asked < 0)
    return fail(ErrorCode::bad_request, fmt::format("\"{}\" is no number of rows.", quotation(from)));

  const CaptureKernelStats& whole = profile.derived(build_kernel_stats);
  const KernelFamilies& families = profile.derived(build_kernel_families);
  KernelRows rows = filtered(profile, whole, pattern);
  sort_kernels(profile, families, *order, rows);
  const size_t offset = static_cast<size_t>(*asked) < rows.size() ? static_cast<size_t>(*asked) : 0;

  Page page;
  page.title = "Kernels";
  page.blocks.emplace_back(Form{{"kernels", with_param(with_param(params, "filter", ""), "offset", "")},
                                {{"filter", "Filter", filter, "", "a part of the name; * for whatever lies between"}}});
  if (rows.empty()) {
    page.blocks.emplace_back(
        Paragraph{whole.by_total.empty() ? "No kernel ran." : "No kernel has such a name."});
    return page;
  }
  PageTable table;
  for (const KernelColumn& column : kKernelColumns) {
    table.header.push_back(kernel_head(column, *order, params));
    if (column.name == "total") table.header.push_back(number_cell("share"));
  }
  const size_t end = std::min(rows.size(), offset + kPageRows);
  for (size_t i = offset; i < end; ++i)
    table.rows.push_back(kernel_row(profile, families, *rows[i], whole.total));
  table.caption = fmt::format("Shares are of {} of kernel time, summed over all GPUs.", readable_ns(whole.total));
  Links pages = pages_of(offset, end - offset, rows.size(), params);
  page.blocks.emplace_back(std::move(table));
  page.blocks.emplace_back(std::move(pages));
  return page;
}

}  // namespace nsys_ai
