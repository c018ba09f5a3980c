// Conditions on quantities: `longer than 5 us`, `with registers above 64`, `with 168 registers`.
#include "question/amounts.h"
#include "question/draft.h"

namespace nsys_ai {
bool Reader::read_bound(const Phrase& phrase) {
  const Role role = phrase.meanings[0].role;
  std::optional<Measure> of;
  size_t ahead = 0;
  if (role == Role::join && phrase.text == "with") {
    ahead = phrase.words.size();
    const Phrase* next = next_phrase(ahead);
    of = measure_in(next);
    if (of && can_be_bounded(*of)) {
      ahead += next->words.size();
      next = phrase_at(words_, at_ + ahead);
    } else if (of) {
      return false;
    }
    // `with 168 registers`.
    const auto exact = of ? std::nullopt : amount_at(words_, at_ + phrase.words.size());
    if (exact) {
      const size_t behind = phrase.words.size() + exact->words;
      next = has(behind) ? phrase_at(words_, at_ + behind) : nullptr;
      of = exact->scale ? std::nullopt : measure_in(next);
      if (!of || !can_be_bounded(*of)) return false;
      add_bound(*of, "exactly", exact->value);
      at_ += behind + next->words.size();
      return true;
    }
    if (next == nullptr || next->meanings[0].role != Role::compare) return false;
  } else if (role != Role::compare) {
    return false;
  }
  const Phrase* compare = phrase_at(words_, at_ + ahead);
  const auto amount = amount_at(words_, at_ + ahead + compare->words.size());
  if (!amount) {
    if (phrase.text != "under") return false;
    at_ += phrase.words.size();
    pending_ = NamePlace::inside;
    return true;
  }
  size_t end = ahead + compare->words.size() + amount->words;
  const Phrase* behind = has(end) ? phrase_at(words_, at_ + end) : nullptr;
  if (!of && amount->scale == nullptr) {
    of = measure_in(behind);
    if (of && can_be_bounded(*of))
      end += behind->words.size();
    else
      of.reset();
  }
  // `registers above 64`, `queue time over 5 us`: the measure before it is bounded, not requested.
  if (!of && !draft_.measures.empty() && draft_.measures.back() != Measure::duration &&
      can_be_bounded(draft_.measures.back())) {
    of = draft_.measures.back();
    draft_.measures.pop_back();
  }
  if (!of && amount->scale)
    of = amount->scale->kind == AmountKind::bytes ? Measure::bytes : Measure::duration;
  if (!of) return false;
  add_bound(*of, compare->meanings[0].value, amount->value);
  at_ += end;
  return true;
}

void Reader::add_bound(Measure of, std::string_view way, int64_t value) {
  Bound bound;
  bound.of = of;
  if (way == "above") bound.above = value;
  if (way == "below") bound.below = value;
  if (way == "at_least" || way == "exactly") bound.at_least = value;
  if (way == "at_most" || way == "exactly") bound.at_most = value;
  if (!draft_.query.bounds) draft_.query.bounds.emplace();
  draft_.query.bounds->push_back(bound);
  add_topic("bound");
}

}  // namespace nsys_ai
