// Lays out the blocks of an answer and of the follow-up questions.
#include "features/workspace/ask_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text_table.h"
#include "view/named_cells.h"
#include "view/pages/page_cells.h"
#include "view/pages/page_markdown.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

// The usual first questions about a run.
constexpr std::array<std::string_view, 6> kFirstQuestions = {"what is wrong?",
                                                             "why is the GPU idle?",
                                                             "top 5 kernels by time",
                                                             "longest idle gap",
                                                             "is communication overlapping with compute?",
                                                             "what should I do next?"};

// The cell of an event links to its place on the timeline.
Cell reference_cell(const Profile& profile, const std::string& ref) {
  Cell cell = event_cell(ref);
  if (interval_of(profile, ref)) cell.view = ViewLink{"timeline", {{"place", "at=" + ref}}};
  return cell;
}

std::vector<std::string> references_of(const AskAnswer& answer) {
  std::vector<std::string> refs;
  for (const AskFact& fact : answer.facts)
    for (const std::string& ref : fact.refs)
      if (std::find(refs.begin(), refs.end(), ref) == refs.end()) refs.push_back(ref);
  return refs;
}

Paragraph answer_paragraph(const Profile& profile, const AskAnswer& answer) {
  Paragraph said{answer.outcome == AskOutcome::refused ? answer.reason : answer.text, {}};
  for (const std::string& ref : references_of(answer))
    if (said.text.find(ref) != std::string::npos) said.refs.push_back(reference_cell(profile, ref));
  return said;
}

// The references that the sentence does not name.
Links evidence_of(const Profile& profile, const AskAnswer& answer) {
  Links evidence;
  for (const std::string& ref : references_of(answer))
    if (answer.text.find(ref) == std::string::npos) evidence.cells.push_back(reference_cell(profile, ref));
  if (!evidence.cells.empty()) evidence.cells.insert(evidence.cells.begin(), text_cell("Look at"));
  return evidence;
}

PageTable table_of(const Profile& profile, const AskAnswer& answer) {
  Answer rows;
  rows.table = answer.table;
  PageTable table = linked_table_of(profile, rows);
  table.caption.clear();
  for (auto& row : table.rows)
    for (Cell& cell : row)
      if (!cell.target.empty() && cell.target == cell.text) cell = reference_cell(profile, cell.text);
  return table;
}

std::string scope_of(const AskAnswer& answer) {
  return answer.outcome != AskOutcome::refused && !answer.facts.empty() ? answer.facts[0].scope : "";
}

Cell question_cell(const std::string& question) {
  Cell cell = text_cell(question);
  cell.view = ViewLink{"ask", {{"question", question}}};
  return cell;
}

// Links to alternative questions.
Links instead_of(const AskAnswer& answer) {
  Links links;
  if (!answer.instead.empty()) links.cells.push_back(text_cell("Can be asked"));
  for (const std::string& sentence : answer.instead) links.cells.push_back(question_cell(sentence));
  return links;
}

std::vector<std::string> ways(const AskAnswer& answer) {
  std::vector<std::string> lines = answer.plan;
  if (!answer.sql.empty()) lines.insert(lines.begin(), answer.sql);
  return lines;
}

// The first page of a conversation.
Page beginning() {
  Page page;
  page.title = "Ask";
  page.blocks.emplace_back(Paragraph{
      "A question in English about this run. Answers come from the profile alone, each number with what it is of; what "
      "cannot be answered says so."});
  Links first;
  for (const std::string_view question : kFirstQuestions)
    first.cells.push_back(question_cell(std::string(question)));
  page.blocks.emplace_back(std::move(first));
  return page;
}

Form next_question(const std::string& asked, const AskAnswer* answer) {
  Form form{{"ask"}, {}, "Ask"};
  const bool understood = answer != nullptr && !answer->understood.empty();
  if (understood) form.to.params.emplace_back("after", answer->understood);
  FormField field{"question", "Question",
                  answer == nullptr || answer->outcome != AskOutcome::refused ? "" : asked};
  field.placeholder = understood ? "and on GPU 1?" : "why is the GPU idle?";
  form.fields.push_back(std::move(field));
  return form;
}

Form understood_form(const AskAnswer& answer) {
  return {{"ask"}, {{"question", "Understood", answer.understood}}, "Ask again"};
}

std::string capture_text(const AskAnswer& answer) {
  return fmt::format("{}\n", fmt::join(answer.capture, "\n"));
}

Page drawn(const Profile& profile, const ViewParams& params, const AskAnswer& answer) {
  Page page;
  page.title = one_line(param_of(params, "question"));
  page.blocks.emplace_back(answer_paragraph(profile, answer));
  for (const std::string& note : answer.notes) page.blocks.emplace_back(Paragraph{note + "."});
  for (const std::string& capture : answer.capture) page.blocks.emplace_back(Paragraph{capture});
  if (!answer.capture.empty())
    page.blocks.emplace_back(
        CopyMenu{"Copy", {{"what to capture", ViewLink{"ask", with_param(params, "part", "capture")}}}});
  if (Links evidence = evidence_of(profile, answer); !evidence.cells.empty())
    page.blocks.emplace_back(std::move(evidence));
  if (!answer.table.rows.empty()) page.blocks.emplace_back(table_of(profile, answer));
  if (const std::string scope = scope_of(answer); !scope.empty())
    page.blocks.emplace_back(Facts{{{"scope", text_cell(scope)}}});
  for (const std::string& part : answer.set_aside)
    page.blocks.emplace_back(Paragraph{"Set aside: " + one_line(part)});
  if (Links instead = instead_of(answer); !instead.cells.empty())
    page.blocks.emplace_back(std::move(instead));
  if (!answer.understood.empty()) page.blocks.emplace_back(understood_form(answer));
  if (!ways(answer).empty()) page.blocks.emplace_back(Folded{"Plan", ways(answer)});
  return page;
}

}  // namespace

Page ask_text_page(const Profile& profile, const AskAnswer& answer) {
  Page page;
  page.blocks.emplace_back(answer_paragraph(profile, answer));
  for (const std::string& capture : answer.capture) page.blocks.emplace_back(Paragraph{capture});
  if (!answer.table.rows.empty()) page.blocks.emplace_back(table_of(profile, answer));
  for (const std::string& part : answer.set_aside) page.blocks.emplace_back(Paragraph{"Set aside: " + part});
  for (const std::string& sentence : answer.instead)
    page.blocks.emplace_back(Paragraph{"Can be asked: " + sentence});
  if (!answer.understood.empty()) page.blocks.emplace_back(Paragraph{"Understood: " + answer.understood});
  if (const std::string scope = scope_of(answer); !scope.empty())
    page.blocks.emplace_back(Paragraph{"Scope: " + scope});
  for (const std::string& note : answer.notes) page.blocks.emplace_back(Paragraph{"Note: " + note});
  if (!ways(answer).empty()) page.blocks.emplace_back(Folded{"Plan", ways(answer)});
  return page;
}

Result<Page> ask_view(const ProfilePtr& profile, AnswerCache& answers, const ProjectFacts& project,
                      const ViewParams& params, const Work& work) {
  const std::string question = param_of(params, "question");
  if (question.empty()) {
    Page page = beginning();
    page.blocks.emplace_back(next_question("", nullptr));
    return page;
  }
  const std::string after = param_of(params, "after");
  const auto answer = ask(profile, answers, {question, after, &project}, work);
  if (!answer) return tl::unexpected(answer.error());
  Page page;
  if (param_of(params, "part") == "capture") {
    page.title = "What to capture";
    page.blocks.emplace_back(PlainText{capture_text(*answer)});
    return page;
  }
  if (param_of(params, "format") == "Markdown") {
    Page text = ask_text_page(*profile, *answer);
    page.title = one_line(question);
    page.blocks.emplace_back(PlainText{markdown_of(text)});
  } else {
    page = drawn(*profile, params, *answer);
  }
  page.blocks.emplace_back(next_question(question, &*answer));
  return page;
}

}  // namespace nsys_ai
