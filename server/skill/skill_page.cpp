// Generated from the skill's own description, so that it cannot differ from the skill.
#include "skill/skill_page.h"

#include <fmt/format.h>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

// Escapes a cell of a Markdown table: a vertical bar would end it.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string type_and_unit(ValueType type, Unit unit) {
  const std::string_view name = name_of(unit);
  return name.empty() ? std::string(name_of(type)) : fmt::format("{}, {}", name_of(type), name);
}

std::string default_of(const Param& param) {
  if (std::holds_alternative<std::monostate>(param.default_value)) return "none";
  const std::string text = readable(param.default_value, param.unit == Unit::count ? Unit::none : param.unit);
  return text.empty() ? "empty" : fmt::format("`{}`", text);
}

std::string params_of(const Skill& skill) {
  std::string text = "| Parameter | Type | Default | Meaning |\n|---|---|---|---|\n";
  for (const Param& param : skill.params)
    text += fmt::format("| `{}` | {} | {} | {} |\n", param.name, type_and_unit(param.type, param.unit),
                        default_of(param), cell(param.doc));
  return text;
}

std::string columns_of(const Skill& skill) {
  std::string text = "| Column | Type | Meaning |\n|---|---|---|\n";
  for (const Column& column : skill.columns)
    text += fmt::format("| `{}` | {} | {} |\n", column.name, type_and_unit(column.type, column.unit),
                        cell(column.doc));
  return text;
}

constexpr std::string_view kHead = R"(# The skills

Each is a question about a profile: `nsys-ai skill run SKILL PROFILE`, `nsys/runSkill`, or a button of an editor.
`nsys-ai skill list --format markdown` prints this page.

All of them take `--gpu N` (again for more; all GPUs by default) and `--trim START END` in seconds on the capture's clock. What straddles a bound counts with the part inside.
`share` is in [0, 1], and its column says of what. `ref` is an event reference that every face resolves. `pid` is empty where the capture names no process.
An answer is rows, *empty* (it ran, and there is nothing) or *cannot answer* (with what to capture).
)";

}  // namespace

std::string skill_page(const Skill& skill) {
  const SkillInfo& info = skill.info;
  std::string page = fmt::format("## {}\n\n**{}**\n\n{}\n", info.name, info.title, info.doc);
  const auto add = [&](std::string_view title, const std::string& text) {
    if (!text.empty()) page += fmt::format("\n*{}.* {}\n", title, text);
  };
  add("How to read it", info.reading);
  add("Definition", info.source);
  add("Limits", info.limits);
  std::string needs;
  for (const Need need : info.needs) needs += (needs.empty() ? "" : ", ") + std::string(name_of(need));
  add("Needs", needs.empty() ? needs : needs + ".");
  return page + "\n" + params_of(skill) + "\n" + columns_of(skill);
}

std::string skill_book(std::span<const Skill> skills) {
  std::string book(kHead);
  book += "\n| Skill | Question |\n|---|---|\n";
  for (const Skill& skill : skills)
    book += fmt::format("| [{0}](#{0}) | {1} |\n", skill.info.name, cell(skill.info.title));
  for (const Skill& skill : skills) book += "\n" + skill_page(skill);
  return book;
}

}  // namespace nsys_ai
