// What a skill says of its topic: the sentence about the row that stands out, and the skill's table.
#include <fmt/format.h>

#include <algorithm>

#include "agent/ask/inquiry.h"
#include "agent/ask/lexicon.h"
#include "base/text_table.h"
#include "knowledge/commentary.h"

namespace nsys_ai::inline agent {
namespace {

std::string spoken_column(std::string name) {
  if (name.ends_with("_ns")) name.resize(name.size() - 3);
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::vector<std::string> refs_in(const Answer& answer, const std::vector<Value>& row) {
  const auto& columns = answer.table.columns;
  const auto found = std::ranges::find(columns, "ref", &Column::name);
  if (found == columns.end()) return {};
  const Value& ref = row[static_cast<size_t>(found - columns.begin())];
  return std::holds_alternative<std::string>(ref) ? std::vector{cell_text(ref)} : std::vector<std::string>{};
}

}  // namespace

Result<void> answer_topic(Inquiry& inquiry) {
  const std::string words = words_of_topic(inquiry.query.topic);
  const bool is_of_memory = inquiry.query.topic == "pageable_copies";  // tells one of the two alone
  auto answer = inquiry.skill(inquiry.query.topic);
  if (!answer) return tl::unexpected(answer.error());
  for (std::string& note : answer->notes) inquiry.answer.notes.push_back(std::move(note));
  if (answer->outcome == Outcome::cannot_answer) return inquiry.cannot(answer->reason, answer->needs);
  if (answer->outcome == Outcome::empty) {
    inquiry.answer.text = answer->reason;
    inquiry.fact(words, int64_t{0}, Unit::count);
    return is_of_memory ? tell_memory_of_copies(inquiry) : Result<void>{};
  }
  const Commentary said = commentary_on(*answer);
  inquiry.answer.text = said.text.empty() ? "Nothing in it stands out." : said.text;
  if (said.columns.empty()) inquiry.fact(words, inquiry.answer.text, Unit::none);
  const std::vector<std::string> refs =
      said.row.empty() ? std::vector<std::string>{} : refs_in(*answer, said.row);
  for (const size_t at : said.columns)
    inquiry.fact(spoken_column(answer->table.columns[at].name), said.row[at], answer->table.columns[at].unit,
                 refs);
  inquiry.answer.table = std::move(answer->table);
  return is_of_memory ? tell_memory_of_copies(inquiry) : Result<void>{};
}

}  // namespace nsys_ai::inline agent
