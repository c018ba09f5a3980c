// The sentence first, then each rule, then the comparison.
#include "features/workspace/check_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "features/workspace/diff_page.h"
#include "view/pages/page_cells.h"
#include "view/pages/page_markdown.h"

namespace nsys_ai {
namespace {

std::string outcome_word(const std::string& outcome) {
  return outcome == "fell" ? "Fell" : outcome == "inconclusive" ? "Inconclusive" : "Holds";
}

Page rules_page(const CheckReport& report) {
  Page page;
  const std::string outcome = outcome_word(report.outcome);
  // The only rule says it all.
  if (report.rules.size() == 1 && report.rules.front().outcome != "accepted") {
    const std::string& text = report.rules.front().text;
    page.blocks.emplace_back(
        Paragraph{text.starts_with(outcome) ? text : fmt::format("{}. {}", outcome, text)});
    return page;
  }
  page.blocks.emplace_back(Paragraph{fmt::format("{}: {}", outcome, report.text)});
  PageTable table{{text_cell("rule"), text_cell("outcome"), text_cell("why")}, {}, "", {2}};
  for (const CheckedRule& of : report.rules) {
    std::string why = of.text;
    if (of.reason) why += " Accepted: " + *of.reason + ".";
    table.rows.push_back({text_cell(one_line(of.name)), text_cell(of.outcome), text_cell(one_line(why))});
  }
  page.blocks.emplace_back(std::move(table));
  return page;
}

// Characters that XML cannot hold are replaced.
std::string xml(std::string_view text) {
  std::string escaped;
  for (const char letter : one_line(text)) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
    }
  }
  return escaped;
}

}  // namespace

Page check_page(const CheckReport& report) {
  Page page = rules_page(report);
  if (!report.comparison) return page;
  const nsys::Comparison& comparison = *report.comparison;
  const bool is_said = std::ranges::any_of(
      report.rules, [&](const CheckedRule& of) { return of.text == comparison.text; });
  if (!is_said) page.blocks.emplace_back(Paragraph{comparison.text});
  if (!comparison.causes.empty()) page.blocks.emplace_back(Paragraph{comparison.causes.front()});
  page.blocks.emplace_back(Paragraph{"`nsys-ai diff` with the same profiles shows all of the comparison."});
  page.notes = comparison.notes;
  return page;
}

std::string check_markdown(const CheckReport& report, size_t most_bytes) {
  std::string text = markdown_of(rules_page(report));
  if (!report.comparison || text.size() >= most_bytes) return text.substr(0, most_bytes);
  text += "\n## Comparison\n\n";
  return text + diff_markdown(*report.comparison, most_bytes - std::min(most_bytes, text.size()));
}

std::string check_junit(const CheckReport& report) {
  const auto count = [&](std::string_view outcome) {
    return std::count_if(report.rules.begin(), report.rules.end(),
                         [&](const CheckedRule& of) { return of.outcome == outcome; });
  };
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"nsys-ai check\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n",
      report.rules.size(), count("fell") + count("inconclusive"), count("accepted"));
  for (const CheckedRule& of : report.rules) {
    text += fmt::format("  <testcase classname=\"nsys-ai.check\" name=\"{}\">", xml(of.name));
    if (of.outcome == "fell" || of.outcome == "inconclusive")
      text += fmt::format("<failure type=\"{}\" message=\"{}\"/>", of.outcome, xml(of.text));
    else if (of.outcome == "accepted")
      text += fmt::format("<skipped message=\"{}\"/>", xml(of.reason.value_or("")));
    else
      text += fmt::format("<system-out>{}</system-out>", xml(of.text));
    text += "</testcase>\n";
  }
  return text + "</testsuite>\n";
}

}  // namespace nsys_ai
