// The tool that lists the skills for some words, or describes one skill in full.
#include <fmt/format.h>

#include "base/text_table.h"
#include "knowledge/library.h"
#include "protocol/write.h"
#include "tools/skill_finder.h"
#include "tools/tool.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostFits = 8;
constexpr size_t kMostPages = 3;

struct FindSkillTool {
  std::optional<std::string> about;
  std::optional<std::string> skill;
  std::optional<std::string> page;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(FindSkillTool& v, F& f) {
  f("about", v.about, "What you want to know, in words. Without it: all skills by name.");
  f("skill", v.skill, "Instead: this skill in full, with its parameters and columns.");
  f("page", v.page,
    "Instead: this page in full, by its key: what is known of a cause, a framework or a library.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct FoundStructure {
  std::string schema = "nsys-ai.skills/1";
  std::optional<std::string> skill = {};
  std::optional<std::string> page = {};
  std::optional<std::vector<std::string>> skills = {};
  std::optional<std::vector<std::string>> pages = {};
  std::optional<bool> truncated = {};
  std::optional<std::vector<std::string>> notes = {};
};
template <class F>
void fields(FoundStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.skills/1.");
  f("skill", v.skill, "Which skill is described in full.");
  f("page", v.page, "Which page is described in full.");
  f("skills", v.skills, "Those that fit, the best first.");
  f("pages", v.pages, "Keys of those that fit.");
  f("truncated", v.truncated, "Whether lines are left out.");
  f("notes", v.notes, "What was not read.");
}

std::string in_full(const Skill& skill) {
  std::string text = fmt::format("{}: {}\n{}\n", skill.info.name, skill.info.title, one_line(skill.info.doc));
  if (!skill.info.reading.empty()) text += "How to read it: " + one_line(skill.info.reading) + "\n";
  if (!skill.info.limits.empty()) text += "Limits: " + one_line(skill.info.limits) + "\n";
  for (const Param& param : skill.params)
    text += fmt::format("parameter {}: {} Default: {}.\n", param.name, one_line(param.doc),
                        readable(param.default_value, param.unit == Unit::count ? Unit::none : param.unit));
  for (const Column& column : skill.columns)
    text += fmt::format("column {}{}: {}\n", column.name,
                        column.unit == Unit::none ? "" : fmt::format(" ({})", name_of(column.unit)),
                        one_line(column.doc));
  return text;
}

Result<ToolAnswer> run(const ToolContext& context, const FindSkillTool& params, const Work&) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  const SkillSetPtr known = context.skills;
  FoundStructure found;
  if (params.skill) {
    const auto skill = known->find(*params.skill);
    if (!skill) return tl::unexpected(skill.error());
    found.skill = (*skill)->info.name;
    return fitted_text(in_full(**skill), write_json(found), *room, "Ask with more bytes.");
  }
  if (params.page) {
    const LibraryPage* reading = library_page(*params.page);
    if (reading == nullptr)
      return fail(ErrorCode::bad_request, "There is no page " + quotation(*params.page) + ".",
                  "find_skill with words in `about` says which pages fit.");
    found.page = reading->key;
    return fitted_text(reading->markdown, write_json(found), *room, "Ask with more bytes.");
  }
  std::vector<const Skill*> fits;
  std::vector<const LibraryPage*> pages;
  if (params.about) {
    fits = skills_about(known->skills.skills(), *params.about, kMostFits);
    pages = pages_about(*params.about, kMostPages);
  } else {
    for (const Skill& skill : known->skills.skills()) fits.push_back(&skill);
  }
  if (fits.empty() && pages.empty())
    return fail(ErrorCode::bad_request, "No skill and no page speaks of that.",
                "find_skill without words lists all; `query` asks in SQL.");
  std::string text;
  found.skills.emplace();
  for (const Skill* skill : fits) {
    text += fmt::format("{}: {}\n", skill->info.name, one_line(skill->info.title));
    if (params.about) found.skills->push_back(skill->info.name);
  }
  if (params.about) {
    found.pages.emplace();
    for (const LibraryPage* page : pages) {
      text += fmt::format("page {}: {}\n", page->key, page->heading);
      found.pages->push_back(page->key);
    }
  }
  return fitted_text(text, write_json(found), *room, "Ask with more bytes.");
}

}  // namespace

Tool find_skill_tool() {
  Tool tool = make_tool<FindSkillTool, FoundStructure>(
      "find_skill", "Find the question that fits",
      "Skills by what you want to know, the best first, and pages that explain; or one of them in full.",
      run);
  tool.needs_profile = false;
  return tool;
}

}  // namespace nsys_ai
