// One function for each view, and the sorted list.
#include "features/documents/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/context.h"
#include "base/quotation.h"
#include "base/suggest.h"
#include "base/text_table.h"
#include "features/documents/compare_view.h"
#include "features/documents/ranks_view.h"
#include "features/workspace/ask_page.h"
#include "features/workspace/history_page.h"
#include "features/workspace/rounds_page.h"
#include "protocol/answer_json.h"
#include "view/flame/flame_page.h"
#include "view/pages/answer_page.h"
#include "view/pages/findings_page.h"
#include "view/pages/kernels_page.h"
#include "view/pages/overview.h"
#include "view/pages/page_cells.h"
#include "view/pages/page_markdown.h"
#include "view/pages/questions_page.h"
#include "view/pages/skill_form.h"
#include "view/pages/tree_page.h"
#include "view/report/report_page.h"

namespace nsys_ai {
namespace {

// Limits tables to more rows than anybody reads; copied texts have all rows.
constexpr size_t kMostAnswerRows = 2000;

// The values of the form, completed by the project's defaults, and the note about those.
struct FilledForm {
  CheckedParams params;
  std::string of_project;
};

Result<FilledForm> filled_form(const ViewSubject& of, const Skill& skill, const ViewParams& params) {
  ParamValues values = values_of_form(skill, params);
  std::string of_project = of.skills.project.complete(skill, values);
  auto checked = check_params(skill.params, values);
  if (!checked) return tl::unexpected(checked.error());
  return FilledForm{std::move(*checked), std::move(of_project)};
}

Result<AnswerPtr> asked_answer(const ViewSubject& of, const Skill& skill, const ViewParams& params,
                               const Work& work) {
  auto scope = scope_of_form(params);
  if (!scope) return tl::unexpected(scope.error());
  of.skills.project.complete(*scope);
  auto filled = filled_form(of, skill, params);
  if (!filled) return tl::unexpected(filled.error());
  auto answer = of.answers.ask(
      of.profile, {skill, of.skills.text_of(skill), std::move(*scope), std::move(filled->params)}, work);
  if (!answer || filled->of_project.empty()) return answer;
  auto shown = std::make_shared<Answer>(**answer);
  shown->notes.push_back(std::move(filled->of_project));
  return AnswerPtr(std::move(shown));
}

std::string answer_in(const Answer& answer, std::string_view format) {
  if (format == "CSV") return csv(answer.table);
  return format == "JSON" ? pretty_answer_json(answer) + "\n" : markdown_table(answer.table);
}

CopyMenu copies_of(const ViewParams& params) {
  CopyMenu copies{"Copy as", {}};
  for (const char* format : {"CSV", "Markdown", "JSON"})
    copies.of.emplace_back(format, ViewLink{"skill", with_param(params, "format", format)});
  return copies;
}

// The page keeps the form even if its values are invalid.
Result<Page> skill_view(const ViewSubject& of, const ViewParams& params, const Work& work) {
  const auto skill = of.skills.find(param_of(params, "name"));
  if (!skill) return tl::unexpected(skill.error());
  const auto answer = asked_answer(of, **skill, params, work);
  if (!answer && answer.error().code == ErrorCode::cancelled) return tl::unexpected(answer.error());
  Page page;
  if (const std::string format = param_of(params, "format"); !format.empty()) {
    if (!answer) return tl::unexpected(answer.error());
    page.title = (*skill)->info.title;
    page.blocks.emplace_back(PlainText{answer_in(**answer, format)});
    return page;
  }
  Cell all;
  all.text = "All skills";
  all.view = ViewLink{"skills"};
  if (answer) {
    const auto filled = filled_form(of, **skill, params);
    if (!filled) return tl::unexpected(filled.error());
    page = answer_page(*of.profile, **skill, filled->params, **answer);
    for (Block& block : page.blocks)
      if (auto* table = std::get_if<PageTable>(&block); table && table->rows.size() > kMostAnswerRows) {
        table->rows.resize(kMostAnswerRows);
        table->caption =
            fmt::format("The first {} rows; the copies have all. ", kMostAnswerRows) + table->caption;
      }
    page.blocks.insert(page.blocks.begin(), copies_of(params));
  } else {
    page.title = (*skill)->info.title;
    page.blocks.emplace_back(Paragraph{answer.error().message + " " + answer.error().hint});
  }
  page.blocks.insert(page.blocks.begin(), skill_form(**skill, params));
  page.blocks.insert(page.blocks.begin(), Links{{std::move(all)}});
  return page;
}

// Shows each bookmark's part of the run on the timeline; a bookmark without a length gets some time around
// it.
Result<Page> bookmarks_view(const ViewSubject& of, const ViewParams&, const Work&) {
  constexpr int64_t kAroundPoint = 1'000'000;
  Page page;
  page.title = "Bookmarks";
  PageTable table{{text_cell("bookmark"), text_cell("when"), text_cell("note")}, {}, ""};
  const auto notes = of.workspace_notes ? of.workspace_notes() : std::vector<TraceNote>();
  for (const TraceNote& note : notes) {
    if (note.times.empty() || note.group != NoteGroup::bookmarks) continue;
    const Interval time = note.times.front();
    const int64_t beside = time.duration() > 0 ? time.duration() / 10 : kAroundPoint;
    Cell name = text_cell(one_line(note.name));
    name.view = ViewLink{"timeline",
                         {{"place", fmt::format("start={}&end={}", time.start - beside, time.end + beside)}}};
    const std::string said = note.facts.empty() ? "" : one_line(note.facts.front().second);
    table.rows.push_back({std::move(name), text_cell(readable_clock(time.start)), text_cell(said)});
  }
  if (table.rows.empty())
    page.blocks.emplace_back(Paragraph{"No place of this profile is marked: `nsys-ai bookmark` marks one."});
  else
    page.blocks.emplace_back(std::move(table));
  return page;
}

// Whether the client wants Markdown because it cannot show pages.
bool is_written(const ViewParams& params) { return param_of(params, "format") == "Markdown"; }

Result<Page> report_view(const ViewSubject& of, const ViewParams& params, const Work& work) {
  ReportOptions options;
  options.phase_map = of.skills.project.text_of(kPhaseMap);
  options.requests = of.skills.project.text_of(kRequestLog);
  auto made = make_report(*of.profile, options, work);
  if (!made) return tl::unexpected(made.error());
  made->findings = without_suppressed(std::move(made->findings), of.suppressions, made->file);
  if (!is_written(params)) return report_page(*made);
  return Page{"Report", {PlainText{report_markdown(*made)}}};
}

struct ViewRow {
  std::string_view name;
  Result<Page> (*make)(const ViewSubject&, const ViewParams&, const Work&);
  bool knows_formats = false;  // otherwise this file converts the page to text
};

constexpr auto kViews = std::to_array<ViewRow>({
    {"annotate", [](const ViewSubject& of, const ViewParams&,
                    const Work&) { return rounds_page(of.profile->info().path, of.others.folders); }},
    {"ask",
     [](const ViewSubject& of, const ViewParams& params, const Work& work) {
       return ask_view(of.profile, of.answers, of.skills.project, params, work);
     },
     true},
    {"bookmarks", bookmarks_view},
    {"compare", [](const ViewSubject& of, const ViewParams& params,
                   const Work& work) { return compare_view(of.profile, params, of.others, work); }},
    {"findings",
     [](const ViewSubject& of, const ViewParams&, const Work&) -> Result<Page> {
       return findings_page(*of.profile, of.suppressions);
     }},
    {"flame",
     [](const ViewSubject& of, const ViewParams& params, const Work& work) {
       return flame_page(*of.profile, params, work);
     },
     true},
    {"kernels", [](const ViewSubject& of, const ViewParams& params,
                   const Work&) { return kernels_page(*of.profile, params); }},
    {"overview",
     [](const ViewSubject& of, const ViewParams& params, const Work&) {
       const std::string part = param_of(params, "part");
       Result<Page> page = is_written(params) ? overview(*of.profile, of.suppressions)
                                              : overview_view(*of.profile, of.suppressions, part);
       if (page && part.empty()) {
         add_history(of.others.folders, *page);
         add_rounds(of.profile->info().path, of.others.folders, *page);
       }
       return page;
     }},
    {"questions",
     [](const ViewSubject& of, const ViewParams&, const Work& work) -> Result<Page> {
       const auto answered = answered_questions(*of.profile, {}, work);
       if (!answered) return tl::unexpected(answered.error());
       return questions_page(*of.profile, *answered);
     }},
    {"ranks", [](const ViewSubject& of, const ViewParams& params,
                 const Work& work) { return ranks_view(*of.profile, params, of.others, work); }},
    {"report", report_view, true},
    {"skill", skill_view, true},
    {"skills",
     [](const ViewSubject& of, const ViewParams&, const Work&) -> Result<Page> {
       return skills_page(of.skills.skills);
     }},
    {"tree",
     [](const ViewSubject& of, const ViewParams& params, const Work& work) {
       if (!param_of(params, "against").empty()) return tree_against(of.profile, params, of.others, work);
       return tree_page(*of.profile, params, work);
     }},
});

}  // namespace

Result<Page> view_page(const ViewSubject& of, const std::string& view, const ViewParams& params,
                       const Work& work) {
  const auto row = std::ranges::find(kViews, view, &ViewRow::name);
  if (row != kViews.end()) {
    auto page = cancellable(work, [&] { return row->make(of, params, work); });
    if (!page || row->knows_formats || !is_written(params)) return page;
    return Page{page->title, {PlainText{markdown_of(*page)}}};
  }
  std::vector<std::string> names;
  for (const ViewRow& known : kViews) names.emplace_back(known.name);
  return fail(ErrorCode::bad_request, fmt::format("params.view: there is no view {}.", quotation(view)),
              fmt::format("The views are: {}.", either(names)));
}

}  // namespace nsys_ai
