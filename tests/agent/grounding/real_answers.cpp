// Asks pages, skills, cards and questions of a capture, as a conversation with a model does.
#include "real_answers.h"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

#include "base/text_table.h"
#include "question/answer.h"
#include "skills/list.h"
#include "view/cards/card_markdown.h"
#include "view/pages/overview.h"
#include "view/pages/page_markdown.h"
#include "view/pages/page_text.h"
#include "view/targets/card.h"

namespace nsys_ai::test {
namespace {

std::string quoted_cell(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : shortened(one_line(text), 160)) quoted += c == '"' ? "\\\"" : std::string(1, c);
  return quoted + "\"";
}

std::string lines_of(const Table& table) {
  std::string text;
  for (const Column& column : table.columns) text += (text.empty() ? "" : " | ") + column.name;
  for (const auto& row : table.rows) {
    text += "\n";
    for (size_t at = 0; at < row.size(); ++at) {
      const bool name = table.columns[at].unit == Unit::none && std::holds_alternative<std::string>(row[at]);
      const std::string cell = readable(row[at], table.columns[at].unit);
      text += (at > 0 ? " | " : "") + (name ? quoted_cell(cell) : cell);
    }
  }
  return text + "\n";
}

}  // namespace

std::vector<Answer> skill_answers(const Profile& profile, int64_t rows) {
  std::vector<Answer> answers;
  for (const Skill& skill : built_in_skills().skills()) {
    ParamValues params;
    for (const Param& param : skill.params)
      if (param.name == "limit") params["limit"] = std::to_string(rows);
    auto answer = run_skill(skill, profile, {}, params);
    if (answer && answer->outcome == Outcome::rows) answers.push_back(std::move(*answer));
  }
  return answers;
}

std::string text_of_answer(const Answer& answer) {
  std::string text =
      fmt::format("{}; GPU {}, {} to {}. {} of {} rows.\n", answer.skill,
                  fmt::join(answer.scope.devices, ", "), readable_clock(answer.scope.start_ns),
                  readable_clock(answer.scope.end_ns), answer.table.rows.size(), answer.total_rows);
  text += lines_of(answer.table);
  for (const std::string& note : answer.notes) text += "Note: " + one_line(note) + ".\n";
  return text;
}

std::vector<std::string> outgoing_texts(const Profile& profile) {
  std::vector<std::string> texts;
  const Page page = overview(profile);
  texts.push_back(text_of(page).text);
  texts.push_back(text_of(page, {SIZE_MAX, SIZE_MAX, 0}).text);
  std::set<std::string> refs;
  for (const Answer& answer : skill_answers(profile, 20)) {
    texts.push_back(text_of_answer(answer));
    texts.push_back(markdown_table(answer.table));
    size_t of_answer = 0;
    for (const auto& row : answer.table.rows)
      for (size_t at = 0; at < row.size(); ++at)
        if (answer.table.columns[at].unit == Unit::ref && std::holds_alternative<std::string>(row[at]) &&
            ++of_answer <= 2)
          refs.insert(std::get<std::string>(row[at]));
  }
  for (const std::string& ref : refs)
    if (const auto shown = card(profile, ref)) texts.push_back(markdown_of(*shown));
  AnswerCache cache(1 << 24);
  for (const char* question :
       {"which kernel takes the most GPU time?", "longest NVTX range", "why is the GPU idle?",
        "how many processes?", "which CUDA call takes longest?", "slowest copy", "top 5 kernels",
        "which ranges launch the most kernels?"}) {
    const auto answer = ask(ProfilePtr(ProfilePtr(), &profile), cache, {question});
    if (!answer) throw std::runtime_error(answer.error().message);
    texts.push_back(answer->text + answer->reason + "\n" + lines_of(answer->table));
  }
  return texts;
}

}  // namespace nsys_ai::test
