// What a topic reports about the run: a skill by the row that stands out, a cause by its finding, a page by
// its summary.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/text_table.h"
#include "knowledge/book.h"
#include "knowledge/commentary.h"
#include "knowledge/library.h"
#include "question/figures.h"
#include "question/topic_answers.h"
#include "question/topics.h"
#include "skill/project_facts.h"
#include "skills/findings.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

std::string spoken_column(std::string name) {
  if (name.ends_with("_ns")) name.resize(name.size() - 3);
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::vector<std::string> refs_in(const Answer& answer, const std::vector<Value>& row) {
  const auto found = std::ranges::find(answer.table.columns, "ref", &Column::name);
  if (found == answer.table.columns.end()) return {};
  const Value& ref = row[static_cast<size_t>(found - answer.table.columns.begin())];
  return std::holds_alternative<std::string>(ref) ? std::vector{cell_text(ref)} : std::vector<std::string>{};
}

Result<Answer> asked_skill(AnswerContext& context, const std::string& name) {
  ParamValues values;
  const auto skill = built_in_skills().find(name);
  if (!skill) return tl::unexpected(skill.error());
  if (context.source.project)
    if (std::string note = context.source.project->complete(**skill, values); !note.empty())
      context.answer.notes.push_back(std::move(note));
  return context.skill(name, values);
}

// The items on which a step spends more than the median step: rows with this_ns, median_ns and delta_ns.
std::string what_grew(const Answer& answer) {
  const auto at = [&](std::string_view name) {
    return static_cast<size_t>(std::ranges::find(answer.table.columns, name, &Column::name) -
                               answer.table.columns.begin());
  };
  const size_t item = at("item"), delta = at("delta_ns");
  std::vector<std::pair<int64_t, std::string>> grown;
  for (size_t i = 1; i < answer.table.rows.size(); ++i)
    if (const int64_t by = integer(answer.table.rows[i][delta]); by > 0)
      grown.emplace_back(by, cell_text(answer.table.rows[i][item]));
  std::ranges::stable_sort(grown, std::greater{}, [](const auto& each) { return each.first; });
  std::string text;
  for (size_t i = 0; i < grown.size() && i < 3; ++i)
    text += fmt::format("{}{} by {}", i == 0 ? " More than in the median: " : ", ",
                        shortened(one_line(grown[i].second), 80), readable_ns(grown[i].first));
  return text.empty() ? text : text + ".";
}

Result<void> about_skill(AnswerContext& context, const Topic& topic) {
  auto answer = asked_skill(context, topic.key);
  if (!answer) return tl::unexpected(answer.error());
  const bool is_of_memory = topic.key == "pageable_copies";  // covers only one of the two
  for (std::string& note : answer->notes) context.answer.notes.push_back(std::move(note));
  if (answer->outcome == Outcome::cannot_answer) return context.cannot(answer->reason, answer->needs);
  if (answer->outcome == Outcome::empty) {
    context.answer.text = answer->reason;
    context.fact(topic.title, int64_t{0}, Unit::count);
    return is_of_memory ? add_memory_of_copies(context) : Result<void>{};
  }
  const Commentary said = commentary_on(*answer);
  context.answer.text = said.text.empty() ? "Nothing in it stands out." : said.text;
  if (said.columns.empty()) context.fact(topic.title, context.answer.text, Unit::none);
  const auto refs = said.row.empty() ? std::vector<std::string>{} : refs_in(*answer, said.row);
  for (const size_t at : said.columns)
    context.fact(spoken_column(answer->table.columns[at].name), said.row[at], answer->table.columns[at].unit,
                 refs);
  if (topic.key == "iteration_detail") context.answer.text += what_grew(*answer);
  context.answer.table = std::move(answer->table);
  return is_of_memory ? add_memory_of_copies(context) : Result<void>{};
}

Result<void> about_page(AnswerContext& context, const Topic& topic) {
  const LibraryPage* page = library_page(topic.key);
  if (page == nullptr) return context.cannot("There is no such page.");
  context.answer.text = page->summary + fmt::format(" `nsys-ai knowledge {}` shows the page.", page->key);
  context.fact(page->heading, page->summary, Unit::none);
  return {};
}

// By the median of steps if there are any, else by the time of kernels.
Result<void> slower_process(AnswerContext& context) {
  const bool steps = has_steps(context);
  context.answer.outcome = AskOutcome::answered;
  context.answer.reason.clear();
  context.answer.capture.clear();
  if (!steps && context.lacks(Need::kernel)) return {};
  auto table = context.select(
      steps
          ? "SELECT pid, percentile(duration, 50) AS value, count(*) AS steps FROM iteration GROUP BY process ORDER BY 2 DESC, 1"
          : "SELECT pid, sum(duration) AS value, count(*) AS kernels FROM kernel GROUP BY process ORDER BY 2 DESC, 1");
  if (!table) return tl::unexpected(table.error());
  table->columns[1].unit = Unit::ns;
  const auto& rows = table->rows;
  const auto value_text = [&](size_t at) { return readable(rounded(rows[at][1], Unit::ns), Unit::ns); };
  const std::string_view what = steps ? "the median of its steps" : "the time of its kernels";
  if (rows.size() < 2)
    return context.cannot("One process alone used a GPU: there is nothing to compare it with.");
  const double ratio = real(rows.back()[1]) > 0 ? real(rows[0][1]) / real(rows.back()[1]) : 1;
  constexpr double kAlike = 1.02;
  context.answer.text =
      ratio < kAlike
          ? fmt::format("None: by {} the slowest, process {}, takes {} and the fastest, process {}, {}.",
                        what, cell_text(rows[0][0]), value_text(0), cell_text(rows.back()[0]),
                        value_text(rows.size() - 1))
          : fmt::format("Process {}, by {}: {}, where process {} takes {} ({:.3g} times as long).",
                        cell_text(rows[0][0]), what, value_text(0), cell_text(rows.back()[0]),
                        value_text(rows.size() - 1), ratio);
  context.fact("process", rows[0][0], Unit::none);
  context.fact(std::string(what), rounded(rows[0][1], Unit::ns), Unit::ns);
  context.fact("against the fastest", ratio, Unit::none);
  context.answer.table = std::move(*table);
  return {};
}

Result<void> overview(AnswerContext& context) {
  auto health = context.skill("profile_health");
  if (!health) return tl::unexpected(health.error());
  if (has(context.profile, Need::gpu_operation))
    if (auto done = where_time(context); !done) return done;
  const auto found = findings_in(context.profile, context.scope, context.work);
  if (!found) return tl::unexpected(found.error());
  if (!found->findings.empty()) context.answer.text += " " + found->findings[0].title + ".";
  if (context.answer.text.empty()) context.answer.text = commentary_on(*health).text;
  if (context.answer.facts.empty()) context.fact("what was recorded", context.answer.text, Unit::none);
  if (context.answer.table.rows.empty()) context.answer.table = std::move(health->table);
  return {};
}

Result<void> inside_kernels(AnswerContext& context) {
  return context.cannot(
      "A capture of nsys counts nothing inside kernels, such as achieved occupancy, stalls, cache hits or spills.",
      {"Profile the kernel with Nsight Compute: `ncu --set full`."});
}

Result<void> help(AnswerContext& context) {
  context.answer.text =
      "Ask for a figure of kernels, copies, memsets, gaps, CUDA calls, OS calls, NVTX ranges, iterations, GPUs, streams, "
      "processes or threads, of one of them or of the first; or what is wrong, why, and what to do.";
  context.answer.table.columns = {{"ask", ValueType::text, Unit::none, ""}};
  for (const char* example :
       {"number of kernels on GPU 0", "median duration of gemm kernels", "longest idle gap after 1 s",
        "top 5 kernels by total duration", "bytes of host to device copies", "how busy is each GPU",
        "which stream has the most kernels", "are there kernels with duration above 1 ms",
        "why is the GPU idle", "what should I do next"})
    context.answer.table.rows.push_back({std::string(example)});
  context.fact("what can be asked", context.answer.text, Unit::none);
  return {};
}

using TopicAnswer = Result<void> (*)(AnswerContext&);
constexpr auto kAnswers =
    std::to_array<std::pair<std::string_view, TopicAnswer>>({{"bottleneck", from_findings},
                                                             {"copy_overlap", answer_copies_beside_kernels},
                                                             {"help", help},
                                                             {"idle", why_idle},
                                                             {"inside_kernels", inside_kernels},
                                                             {"next", from_findings},
                                                             {"overlap", overlapping},
                                                             {"overview", overview},
                                                             {"problems", from_findings},
                                                             {"slower_process", slower_process},
                                                             {"time", where_time}});

}  // namespace

Result<void> answer_topic(AnswerContext& context) {
  if (is_event(*context.query.topic)) return about_event(context);
  const Topic& topic = *topic_of(*context.query.topic);
  switch (topic.kind) {
    case TopicKind::skill:
      return about_skill(context, topic);
    case TopicKind::page:
      return about_page(context, topic);
    case TopicKind::cause: {
      const auto book = root_cause_book();
      return about_cause(context, *std::ranges::find(book, topic.key, &Cause::key));
    }
    case TopicKind::answer:
      break;
  }
  return std::ranges::find(kAnswers, topic.key, [](const auto& each) { return each.first; })->second(context);
}

}  // namespace nsys_ai
