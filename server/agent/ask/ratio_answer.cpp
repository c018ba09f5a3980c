// A share is answered by two questions, and their quotient.
#include <fmt/format.h>

#include <algorithm>

#include "agent/ask/figures.h"
#include "agent/ask/ratio.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

// A sum of events of which there are none is nothing of the whole. A name that is not there may be a wrong
// one; how long an event is and of which memory is known of each.
Result<std::optional<AskFact>> nothing_of(const Inquiry& inquiry, const std::string& words,
                                          const AskWords& ask_words) {
  const auto part = read_plain_query(inquiry.profile, words, inquiry.work);
  if (!part) return tl::unexpected(part.error());
  if (part->query.bounds.empty() && part->query.memory.empty()) return std::nullopt;
  constexpr std::pair<std::string_view, Unit> kSums[] = {{"total duration of ", Unit::ns},
                                                         {"total bytes of ", Unit::bytes}};
  for (const auto& [sum, unit] : kSums) {
    if (!words.starts_with(sum)) continue;
    auto count = ask_words("number of " + words.substr(sum.size()));
    if (!count) return tl::unexpected(count.error());
    if (!count->answered || count->facts.empty() || count->facts[0].value != Value(int64_t{0})) break;
    AskFact fact = std::move(count->facts[0]);
    fact.unit = unit;
    return fact;
  }
  return std::nullopt;
}

}  // namespace

Result<void> answer_ratio(Inquiry& inquiry, const AskWords& ask_words) {
  const AskQuery& q = inquiry.query;
  std::vector<AskFact> figures;
  for (const std::string& words : {q.from, q.to}) {
    auto answer = ask_words(words);
    if (!answer) return tl::unexpected(answer.error());
    for (std::string& step : answer->plan) inquiry.answer.plan.push_back(std::move(step));
    for (std::string& note : answer->notes)
      if (std::ranges::find(inquiry.answer.notes, note) == inquiry.answer.notes.end())
        inquiry.answer.notes.push_back(std::move(note));
    const bool known = answer->answered && !answer->facts.empty();
    auto none = known || !figures.empty() ? Result<std::optional<AskFact>>(std::nullopt)
                                          : nothing_of(inquiry, words, ask_words);
    if (!none) return tl::unexpected(none.error());
    if (!known && !*none) return inquiry.cannot(answer->reason, answer->capture);
    AskFact fact = known ? answer->facts[0] : std::move(**none);
    fact.name = words;
    figures.push_back(std::move(fact));
  }
  if (figures[0].unit != figures[1].unit || real(figures[1].value) <= 0)
    return inquiry.cannot(fmt::format("The {} is {}, of which nothing can be a share.", q.to,
                                      readable(figures[1].value, figures[1].unit)));
  const double share = real(figures[0].value) / real(figures[1].value);
  inquiry.answer.text =
      fmt::format("The {} is {}: {} of {}.", understood(q), readable_share(share),
                  readable(figures[0].value, figures[0].unit), readable(figures[1].value, figures[1].unit));
  inquiry.fact("share", share, Unit::share);
  for (AskFact& fact : figures) inquiry.answer.facts.push_back(std::move(fact));
  return {};
}

}  // namespace nsys_ai::inline agent
