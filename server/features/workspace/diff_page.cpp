// The verdict, where the time went, and the tables behind it.
#include "features/workspace/diff_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text_table.h"
#include "view/pages/page_cells.h"
#include "view/pages/page_markdown.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

std::string signed_time(int64_t ns) { return (ns > 0 ? "+" : ns < 0 ? "-" : "") + readable_ns(std::abs(ns)); }

std::string_view words_of_use(const std::string& use) {
  if (use == "launch") return "idle: launched too late";
  if (use == "device") return "idle: waiting on the device";
  if (use == "other") return "idle: other";
  if (use == "communication") return "exposed communication";
  if (use == "copies") return "exposed copies";
  return "compute";
}

std::string_view words_of_change(const std::string& change) {
  if (change == "moreCalls") return "more calls";
  if (change == "fewerCalls") return "fewer calls";
  if (change == "notTested") return "not tested";
  return change;
}

std::string named(const std::vector<std::string>& versions) {
  return versions.empty() ? "not named" : one_line(fmt::format("{}", fmt::join(versions, " and ")));
}

PageTable sides_of(const nsys::Comparison& comparison) {
  PageTable table;
  table.header = {text_cell("side"),   text_cell("captures"), number_cell("units"), number_cell("median"),
                  number_cell("busy"), number_cell("idle"),   text_cell("GPUs"),    text_cell("Nsight Systems, driver")};
  const auto time_of = [](const nsys::ComparedSide& side, int64_t ns) {
    return side.units > 0 ? time_cell(ns) : text_cell("-");
  };
  const auto add = [&](const char* name, const nsys::ComparedSide& side) {
    std::vector<std::string> files, gpus;
    for (const std::string& file : side.files) files.push_back(one_line(file));
    for (const std::string& gpu : side.gpus) gpus.push_back(gpu.empty() ? "not named" : one_line(gpu));
    gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
    table.rows.push_back({text_cell(name), text_cell(fmt::format("{}", fmt::join(files, ", "))),
                          count_cell(side.units), time_of(side, side.medianNs), time_of(side, side.busyNs),
                          time_of(side, side.idleNs),
                          text_cell(fmt::format("{} x {}", side.gpus.size(), fmt::join(gpus, ", "))),
                          text_cell(fmt::format("{}, {}", named(side.profilers), named(side.drivers)))});
  };
  add("before", comparison.before);
  add("after", comparison.after);
  if (comparison.before.units > 0 && comparison.after.units > 0)
    table.caption =
        fmt::format("A unit is a {}. Medians over units, then over runs; busy and idle each have their own.",
                    one_line(comparison.unit));
  return table;
}

PageTable budget_of(const nsys::Comparison& comparison) {
  PageTable table;
  table.header = {text_cell("use of a unit"), number_cell("before"), number_cell("after"),
                  number_cell("change")};
  for (const nsys::BudgetRow& row : comparison.budget)
    table.rows.push_back({text_cell(std::string(words_of_use(row.use))), time_cell(row.beforeNs),
                          time_cell(row.afterNs), number_cell(signed_time(row.changeNs))});
  table.rows.push_back({text_cell("in all"), time_cell(comparison.before.typicalNs),
                        time_cell(comparison.after.typicalNs),
                        number_cell(signed_time(comparison.after.typicalNs - comparison.before.typicalNs))});
  table.caption =
      "Mean over the middle half of the units by duration. Of what runs at once the first row has the time.";
  return table;
}

std::string time_or_none(const std::optional<int64_t>& ns) { return ns ? readable_ns(*ns) : "-"; }

std::string name_of(const nsys::PartRow& row) {
  if (row.name == "others") return "others: " + std::string(words_of_use(row.use));
  std::string name = shortened(one_line(row.label), kNameWidth);
  if (row.formerName) name += ", before " + shortened(one_line(*row.formerName), kNameWidth);
  if (row.beforeShape && row.afterShape)
    name += fmt::format(", {} -> {}", one_line(*row.beforeShape), one_line(*row.afterShape));
  return name;
}

// A cell that leads to the first event of a part on its side.
Cell led_to(Cell cell, const std::optional<std::string>& prefix, const std::vector<std::string>& refs) {
  if (prefix && !refs.empty()) cell.target = *prefix + refs.front();
  return cell;
}

// The events that a cause names, as narration words them. Where both sides have one of the same name, the side
// belongs to it.
std::vector<Cell> refs_in(const std::string& cause, const nsys::Comparison& comparison,
                          const DiffTargets& targets) {
  for (const nsys::PartRow& part : comparison.parts) {
    const std::string before = part.beforeRefs.empty() ? "" : part.beforeRefs.front();
    const std::string after = part.afterRefs.empty() ? "" : part.afterRefs.front();
    const auto is_named = [&](const std::string& words) {
      const size_t at = cause.find(words);
      return at != std::string::npos && cause.find_first_of("),", at) == at + words.size();
    };
    if ((!before.empty() && !is_named("before " + before)) || (!after.empty() && !is_named("after " + after)))
      continue;
    const bool alike = before.starts_with(after) || after.starts_with(before);
    std::vector<Cell> refs;
    if (targets.before && !before.empty())
      refs.push_back(text_cell((alike && !after.empty() ? "before " : "") + before, *targets.before + before));
    if (targets.after && !after.empty())
      refs.push_back(text_cell((alike && !before.empty() ? "after " : "") + after, *targets.after + after));
    if (!refs.empty()) return refs;
  }
  return {};
}

// Parts of one kind, each kind in a table.
struct PartGroup {
  std::string_view title;
  std::array<std::string_view, 3> uses;
};
constexpr std::array kPartGroups = {PartGroup{"Kernels", {"compute"}},
                                    PartGroup{"Collectives", {"communication"}},
                                    PartGroup{"Copies", {"copies"}},
                                    PartGroup{"Idle time", {"launch", "device", "other"}}};

std::vector<Cell> part_cells(const nsys::PartRow& row, const DiffTargets& targets) {
  Cell name = led_to(text_cell(name_of(row)), targets.after, row.afterRefs);
  if (name.target.empty()) name = led_to(std::move(name), targets.before, row.beforeRefs);
  return {std::move(name),
          text_cell(std::string(words_of_change(row.change))),
          number_cell(signed_time(row.changeNs)),
          time_cell(row.beforeNs),
          time_cell(row.afterNs),
          number_cell(fmt::format("{:.4g}", row.beforeCalls)),
          number_cell(fmt::format("{:.4g}", row.afterCalls)),
          led_to(number_cell(time_or_none(row.beforeMeanNs)), targets.before, row.beforeRefs),
          led_to(number_cell(time_or_none(row.afterMeanNs)), targets.after, row.afterRefs)};
}

// The parts that changed most, by kind.
void add_parts(const nsys::Comparison& comparison, size_t most, const DiffTargets& targets, Page& page) {
  const size_t shown = std::min(most, comparison.parts.size());
  int64_t rest = 0;
  for (size_t i = shown; i < comparison.parts.size(); ++i) rest += comparison.parts[i].changeNs;
  size_t last = 0;
  for (const PartGroup& group : kPartGroups) {
    PageTable table;
    table.header = {text_cell("part"),          text_cell("change"),        number_cell("of the change"),
                    number_cell("before"),      number_cell("after"),       number_cell("calls before"),
                    number_cell("calls after"), number_cell("mean before"), number_cell("mean after")};
    for (size_t i = 0; i < shown; ++i)
      if (std::ranges::count(group.uses, comparison.parts[i].use) > 0)
        table.rows.push_back(part_cells(comparison.parts[i], targets));
    if (table.rows.empty()) continue;
    page.blocks.emplace_back(Heading{std::string(group.title)});
    page.blocks.emplace_back(std::move(table));
    last = page.blocks.size() - 1;
  }
  if (last == 0) return;
  std::string& caption = std::get<PageTable>(page.blocks[last]).caption;
  caption =
      "Before and after are of a typical unit, calls too; means are of all runs in the captures. Changes hold at a "
      "false discovery rate of 10 %; what takes less than 1 % of a unit is not tested.";
  if (shown < comparison.parts.size())
    caption += fmt::format(" {} more sum to {}.", comparison.parts.size() - shown, signed_time(rest));
}

PageTable findings_of(const nsys::Comparison& comparison, size_t most, const DiffTargets& targets) {
  PageTable table;
  table.header = {text_cell("finding"), text_cell("change"), number_cell("before"), number_cell("after")};
  for (const nsys::FindingChange& of : comparison.findings) {
    if (table.rows.size() == most) break;
    if (of.change == "stayed" && of.beforeNs == of.afterNs) continue;
    const auto& side = of.change == "went" ? targets.before : targets.after;
    table.rows.push_back({text_cell(of.key, side ? *side + target_of_finding(of.key) : ""),
                          text_cell(of.change), time_cell(of.beforeNs), time_cell(of.afterNs)});
  }
  table.caption = "The time that each is about in its whole capture, mean over GPUs.";
  return table;
}

}  // namespace

Page diff_page(const nsys::Comparison& comparison, size_t most_parts, const DiffTargets& targets) {
  Page page;
  page.blocks.emplace_back(Paragraph{comparison.text});
  if (comparison.hypothesis) page.blocks.emplace_back(Paragraph{*comparison.hypothesis});
  if (comparison.more) page.blocks.emplace_back(Paragraph{*comparison.more});
  if (!comparison.causes.empty()) page.blocks.emplace_back(Heading{"Where it went"});
  for (const std::string& cause : comparison.causes)
    page.blocks.emplace_back(Paragraph{cause, refs_in(cause, comparison, targets)});
  if (!comparison.lookAt.empty())
    page.blocks.emplace_back(Paragraph{fmt::format("Look at {}.", fmt::join(comparison.lookAt, "; "))});
  page.blocks.emplace_back(Heading{"Sides"});
  page.blocks.emplace_back(sides_of(comparison));
  if (!comparison.budget.empty()) {
    page.blocks.emplace_back(Heading{"Budget"});
    page.blocks.emplace_back(budget_of(comparison));
  }
  add_parts(comparison, most_parts, targets, page);
  if (PageTable findings = findings_of(comparison, std::max<size_t>(most_parts, 3), targets); !findings.rows.empty()) {
    page.blocks.emplace_back(Heading{"Findings that changed"});
    page.blocks.emplace_back(std::move(findings));
  }
  page.notes = comparison.notes;
  return page;
}

std::string diff_markdown(const nsys::Comparison& comparison, size_t most_bytes) {
  std::string text;
  nsys::Comparison kept = comparison;
  for (size_t parts = 20;; parts -= std::min<size_t>(parts, 4)) {
    text = markdown_of(diff_page(kept, parts));
    if (text.size() <= most_bytes) return text;
    if (parts > 0) continue;
    if (kept.notes.size() <= 1) break;
    const size_t missing = kept.notes.size() / 2;
    kept.notes.resize(kept.notes.size() - missing);
    kept.notes.back() = "More notes are in the text and in JSON.";
  }
  // Names that fill a page by themselves.
  size_t end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  return text.substr(0, end);
}

}  // namespace nsys_ai
