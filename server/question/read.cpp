// One pass over the words: each phrase contributes its meaning, regardless of its neighbours.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggest.h"
#include "question/content.h"
#include "question/draft.h"

namespace nsys_ai {
namespace {

constexpr const char* kOnlyTimes =
    "I can bound a question by times, such as `after 60.2 s`, and not by other events.";

template <NamedEnum E>
E named(std::string_view name) {
  return *enum_named<E>(name);  // the lexicon's values are names of the enum, which a test checks
}

// `kernals` means `kernels`: one letter away from a single word of the lexicon.
const Phrase* misspelled(const std::string& word) {
  constexpr size_t kShortest = 5;
  if (word.size() < kShortest) return nullptr;
  for (const Phrase& phrase : lexicon())
    if (phrase.words.size() == 1 && phrase.words[0].size() >= kShortest &&
        edit_distance(phrase.words[0], word) == 1)
      return &phrase;
  return nullptr;
}

}  // namespace

const Phrase* Reader::next_phrase(size_t& ahead) const {
  for (; has(ahead); ++ahead) {
    const Phrase* phrase = phrase_at(words_, at_ + ahead);
    if (phrase == nullptr || phrase->meanings[0].role != Role::skip) return phrase;
    ahead += phrase->words.size() - 1;
  }
  return nullptr;
}

bool Reader::says(size_t ahead, Role role, std::string_view value) const {
  const Phrase* phrase = phrase_at(words_, at_ + ahead);
  return phrase != nullptr && std::ranges::any_of(phrase->meanings, [&](const Meaning& meaning) {
           return meaning.role == role && (value.empty() || meaning.value == value);
         });
}

void Reader::skip_words() {
  while (!done() && says(0, Role::skip)) at_ += phrase_at(words_, at_)->words.size();
}

Draft Reader::read() {
  constexpr auto kOfYesAndNo =
      std::to_array<std::string_view>({"am", "are", "can", "could", "did", "do", "does", "has", "have", "is",
                                       "should", "was", "were", "will", "would"});
  if (!words_.empty())
    draft_.yes_or_no = std::ranges::binary_search(kOfYesAndNo, std::string_view(words_[0].text));
  while (!done()) read_one();
  return std::move(draft_);
}

void Reader::add_topic(std::string text) { content_.push_back(std::move(text)); }

void Reader::read_one() {
  if (word().reference) {
    reference_ = word().raw;
    ++at_;
  } else if (word().quoted || word().like_name) {
    const NamePlace place = pending_.value_or(NamePlace::free);
    pending_.reset();
    read_name(place);
  } else if (word().number) {
    if (!read_number()) read_unknown();
  } else if (const Phrase* phrase = phrase_at(words_, at_)) {
    read_phrase(*phrase);
  } else {
    read_unknown();
  }
}

void Reader::read_phrase(const Phrase& phrase) {
  if (read_place(phrase) || read_group(phrase) || read_window(phrase) || read_bound(phrase)) return;
  const Role first = phrase.meanings[0].role;
  // `from the first kernel to the first copy`.
  size_t ahead = phrase.words.size();
  const bool leads = first == Role::join && (phrase.text == "from" || phrase.text == "to");
  if (const Phrase* next = leads ? next_phrase(ahead) : nullptr;
      next && next->meanings[0].role == Role::order)
    draft_.problem = kOnlyTimes;
  if (first == Role::skip && draft_.asks_long && (phrase.text == "a" || phrase.text == "an"))
    draft_.of_one = true;
  at_ += phrase.words.size();
  for (const Meaning& meaning : phrase.meanings) {
    if (is_subject_role(meaning.role)) add_topic(subject_key(meaning));
    read_meaning(phrase, meaning);
  }
  if (first == Role::join || (first == Role::skip && verb_end_ + phrase.words.size() == at_)) verb_end_ = at_;
}

void Reader::read_meaning(const Phrase& phrase, const Meaning& meaning) {
  AskQuery& q = draft_.query;
  switch (meaning.role) {
    case Role::ask:
      return read_ask(meaning.value);
    case Role::thing:
      // `the most kernels`: the thing is counted.
      if (draft_.relative && q.order && !q.by && *q.order <= Order::least &&
          !is_place(named<Thing>(meaning.value))) {
        q.by = Measure::count;
        counted_end_ = at_;
      }
      draft_.things.push_back(named<Thing>(meaning.value));
      return;
    case Role::measure:
      return read_measure(phrase, named<Measure>(meaning.value));
    case Role::statistic:
      draft_.asks_total = draft_.asks_total || meaning.value == "total";
      return draft_.set(q.statistic, named<Statistic>(meaning.value), "sum, mean or median");
    case Role::share:
      q.share = true;
      return;
    case Role::order:
      return read_order(phrase, named<Order>(meaning.value));
    case Role::comparative:
      if (draft_.asks_which && !draft_.asks_count) return read_order(phrase, named<Order>(meaning.value));
      unknown_.push_back(phrase.text);
      return;
    case Role::by:
      draft_.by_size = draft_.by_size || meaning.value == "size";
      draft_.by_speed = draft_.by_speed || meaning.value == "speed";
      if (!q.by && meaning.value != "size")
        q.by = meaning.value == "speed" ? Measure::duration : named<Measure>(meaning.value);
      return;
    case Role::grouped:
      draft_.grouped = true;
      return;
    case Role::list:
      draft_.grouped = draft_.asks_list = true;
      return;
    case Role::dimension:
      return read_dimension(meaning.value);
    case Role::after:
    case Role::before:
    case Role::between:
      draft_.problem = kOnlyTimes;
      return;
    case Role::compare:
      unknown_.push_back(phrase.text);
      return;
    case Role::conjunction:
    case Role::join:
    case Role::per:
    case Role::skip:
      return;
    default:
      return read_condition(meaning);
  }
}

void Reader::read_dimension(const std::string& value) {
  AskQuery& q = draft_.query;
  if (value == "family" && !done() && says(0, Role::family)) return;
  if (value == "library" && !done() && word().quoted) {
    draft_.set(q.library, word().raw, "the library");
    ++at_;
  } else if (draft_.asks_which && !draft_.which && !q.order)
    draft_.which = named<Dimension>(value);
  else
    draft_.set(q.group, named<Dimension>(value), "for what each figure is");
}

void Reader::read_condition(const Meaning& meaning) {
  AskQuery& q = draft_.query;
  const bool without = pending_ == NamePlace::without;
  switch (meaning.role) {
    case Role::family:
      if (without) pending_.reset();
      return draft_.set(without ? q.not_family : q.family, meaning.value, "the family");
    case Role::collective:
      draft_.set(q.family, std::string("communication"), "the family");
      draft_.names.push_back({meaning.value, NamePlace::named, true, false, false});
      return;
    case Role::library:
      return draft_.set(q.library, meaning.value, "the library");
    case Role::direction:
      if (without) pending_.reset();
      return draft_.set(without ? q.not_direction : q.direction, meaning.value, "the direction");
    case Role::memory:
      return draft_.set(q.memory, meaning.value, "the kind of memory");
    case Role::blocking:
      return draft_.set(q.blocking, meaning.value == "true", "whether calls block");
    case Role::calls:
      return draft_.set(q.calls, named<CallClass>(meaning.value), "the kind of calls");
    case Role::named:
      pending_ = NamePlace::named;
      return;
    case Role::without:
      pending_ = NamePlace::without;
      return;
    case Role::inside:
      pending_ = NamePlace::inside;
      return;
    case Role::launched_by:
      pending_ = NamePlace::launched_by;
      return;
    default:
      return;
  }
}

void Reader::read_ask(std::string_view what) {
  if (what == "which") {
    size_t ahead = 0;
    const Phrase* next = next_phrase(ahead);
    draft_.asks_which = true;
    draft_.on_which = draft_.on_which || (at_ >= 2 && words_[at_ - 2].text == "on");
    if (next == nullptr || draft_.which) return;
    for (const Meaning& meaning : next->meanings)
      if (meaning.role == Role::thing && is_place(named<Thing>(meaning.value)) &&
          !(has(ahead + next->words.size()) && word(ahead + next->words.size()).number)) {
        draft_.which = dimension_of(named<Thing>(meaning.value));
        at_ += ahead + next->words.size();
        add_topic(subject_key(meaning));
      }
  }
  draft_.asks_count = draft_.asks_count || what == "count";
  draft_.asks_long = draft_.asks_long || what == "long";
  draft_.asks_much = draft_.asks_much || what == "much";
  draft_.asks_when = draft_.asks_when || what == "when";
  draft_.asks_where = draft_.asks_where || what == "where";
  draft_.asks_whether = draft_.asks_whether || what == "whether";
  draft_.asks_list = draft_.asks_list || what == "show";
  draft_.asks_names = draft_.asks_names || what == "names";
  draft_.asks_name = draft_.asks_name || what == "name";
  draft_.asks_why = draft_.asks_why || what == "why";
  // `the highest number of kernels`, `the most total duration of kernels`.
  if (draft_.query.order && !draft_.query.by && (what == "count" || what == "long"))
    draft_.query.by = what == "count" ? Measure::count : Measure::duration;
}

void Reader::read_order(const Phrase& phrase, Order order) {
  size_t ahead = 0;
  const Phrase* next = next_phrase(ahead);
  // `how long do the copies last?`
  const bool is_verb = phrase.text == "last" && !draft_.things.empty() &&
                       (next == nullptr || next->meanings[0].role != Role::thing);
  if (is_verb) return;
  const bool has_own = phrase.meanings.size() > 1 && phrase.meanings[1].role != Role::list;
  draft_.relative = draft_.relative || (!has_own && verb_end_ + phrase.words.size() == at_);
  order_end_ = at_;
  draft_.set(draft_.query.order, order, "the first, the last, the most");
}

void Reader::read_measure(const Phrase& phrase, Measure measure) {
  AskQuery& q = draft_.query;
  const bool adjacent = order_end_ + phrase.words.size() == at_;
  const bool counts = counted_end_ + phrase.words.size() == at_;  // `the most kernel time`
  const bool by_place = q.order == Order::first || q.order == Order::last;
  if (q.order && !by_place && (!q.by || counts || (adjacent && measure != Measure::duration))) {
    q.by = measure;
    if (draft_.relative) return;
  }
  draft_.measures.push_back(measure);
}

bool Reader::behind_process() const { return at_ > 0 && singular(words_[at_ - 1].text) == "process"; }

void Reader::read_name(NamePlace place) {
  draft_.names.push_back({word().raw, place, true, behind_process(), verb_end_ == at_});
  ++at_;
}

void Reader::read_unknown() {
  const std::string text = word().text;
  if (text == "percentile" && draft_.query.percentile) {
    ++at_;
    return;
  }
  if (text == "p" && has(1) && word(1).number && word(1).number->suffix.empty()) {
    draft_.set(draft_.query.statistic, Statistic::percentile, "sum, mean or median");
    draft_.query.percentile = word(1).number->value;
    at_ += 2;
    return;
  }
  if (const Phrase* meant = word().number ? nullptr : misspelled(singular(text))) {
    notes_.push_back(fmt::format("`{}` was read as `{}`", word().raw, meant->text));
    words_[at_].text = words_[at_].raw = meant->text;
    return;
  }
  add_topic(stem_of(text));
  if (word().number)
    unknown_.push_back(word().raw);
  else
    draft_.names.push_back(
        {word().raw, pending_.value_or(NamePlace::free), false, behind_process(), verb_end_ == at_});
  pending_.reset();
  ++at_;
}

}  // namespace nsys_ai
