// Surrounds a skill's answer with the skill's description.
#include "view/pages/answer_page.h"

#include <fmt/format.h>

#include "base/heading.h"
#include "base/text_table.h"
#include "view/named_cells.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

// More rows than a document has lines.
constexpr size_t kMaxRows = 5000;

std::string value_of(const Param& param, const CheckedParams& params) {
  const auto given = params.given().find(param.name);
  if (given != params.given().end()) return one_line(given->second);
  const std::string text = readable(param.default_value, param.unit == Unit::count ? Unit::none : param.unit);
  return text.empty() ? "empty" : text;
}

Facts asked(const Skill& skill, const CheckedParams& params, const Answer& answer) {
  Facts facts;
  facts.facts.push_back({"skill", text_cell(skill.info.name)});
  for (const Param& param : skill.params)
    facts.facts.push_back({param.name, text_cell(value_of(param, params))});
  std::string devices;
  for (const int64_t device : answer.scope.devices)
    devices += fmt::format("{}{}", devices.empty() ? "" : ", ", device);
  facts.facts.push_back(
      {"scope",
       text_cell(fmt::format("GPU {}, {} to {} on the capture's clock", devices.empty() ? "none" : devices,
                             readable_clock(answer.scope.start_ns), readable_clock(answer.scope.end_ns)))});
  return facts;
}

void add_words(std::string_view heading, const std::string& text, Page& page) {
  if (text.empty()) return;
  page.blocks.emplace_back(Heading{std::string(heading), ""});
  page.blocks.emplace_back(Paragraph{text});
}

void add_columns(const Skill& skill, Page& page) {
  Facts facts;
  for (const Column& column : skill.columns)
    if (!column.doc.empty()) facts.facts.push_back({column_title(column), text_cell(column.doc)});
  if (facts.facts.empty()) return;
  page.blocks.emplace_back(Heading{"What the columns mean", ""});
  page.blocks.emplace_back(std::move(facts));
}

}  // namespace

Page answer_page(const Profile& profile, const Skill& skill, const CheckedParams& params,
                 const Answer& answer) {
  Page page;
  page.title = skill.info.title;
  page.more = fmt::format("nsys-ai skill run {} --format csv prints all rows.", skill.info.name);
  page.blocks.emplace_back(asked(skill, params, answer));
  page.blocks.emplace_back(Heading{"Answer", ""});
  if (answer.outcome == Outcome::rows) {
    page.blocks.emplace_back(linked_table_of(profile, answer, kMaxRows));
  } else {
    page.blocks.emplace_back(Paragraph{answer.reason});
    for (const std::string& need : answer.needs) page.blocks.emplace_back(Paragraph{need});
    for (const std::string& note : answer.notes) page.blocks.emplace_back(Paragraph{note + "."});
  }
  add_words("How to read it", skill.info.reading, page);
  add_words("How it is computed", skill.info.doc, page);
  add_words("Where the definition comes from", skill.info.source, page);
  add_words("What it does not show", skill.info.limits, page);
  add_columns(skill, page);
  return page;
}

}  // namespace nsys_ai
