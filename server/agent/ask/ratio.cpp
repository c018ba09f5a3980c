// The words part into part and whole; the part is the whole narrowed, where its words are conditions alone.
#include "agent/ask/ratio.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/ask/figures.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

// The words of part and whole.
struct RatioWords {
  std::vector<WordToken> part, whole;
  bool plain = false;  // `what share of A is B`, which is read otherwise where A is all of a kind
};

bool is_share_of(const std::vector<WordToken>& tokens, size_t at) {
  return says_at(tokens, at,
                 {"percentage", "percent", "share", "fraction", "proportion", "part", "portion", "%"}) &&
         says_at(tokens, at + 1, {"of"});
}

// `all copies by time`: the time of all copies.
std::string measured_text(std::vector<WordToken> tokens) {
  const size_t count = tokens.size();
  if (count < 3 || !says_at(tokens, count - 2, {"by"})) return written(tokens);
  const bool time = says_at(tokens, count - 1, {"time", "duration"});
  const bool bytes = says_at(tokens, count - 1, {"bytes", "size", "volume"});
  if (!time && !bytes && !says_at(tokens, count - 1, {"count", "number"})) return written(tokens);
  tokens.resize(count - 2);
  return fmt::format("{} of {}", time ? "time" : bytes ? "bytes" : "number", written(tokens));
}

bool asks_only(const std::string& words) {
  const ReadWords reading = read_question(words);
  return reading.problem.empty() && reading.unknown.empty() && reading.numbers == AskQuery{} &&
         std::all_of(reading.clues.begin(), reading.clues.end(), [](const Clue& c) {
           return c.role == Role::filler || c.role == Role::question || c.role == Role::share;
         });
}

std::optional<RatioWords> ratio_words(const std::vector<WordToken>& tokens) {
  const size_t end = tokens.size();
  for (size_t at = 0; at + 2 < end; ++at) {
    if (!is_share_of(tokens, at)) continue;
    size_t before = at;
    if (before > 0 && says_at(tokens, before - 1, {"a", "an", "the"})) --before;
    if (before > 1 && says_at(tokens, before - 1, {"as", "in"}))
      return RatioWords{token_slice(tokens, 0, before - 1), token_slice(tokens, at + 2, end)};
    if (at > 0 && tokens[at - 1].owns)
      return RatioWords{token_slice(tokens, 0, at), token_slice(tokens, at + 2, end)};
    if (!asks_only(written(token_slice(tokens, 0, at)))) return std::nullopt;
    for (size_t middle = at + 3; middle + 1 < end; ++middle) {
      if (says_at(tokens, middle, {"among"}))
        return RatioWords{token_slice(tokens, at + 2, middle), token_slice(tokens, middle + 1, end)};
      if (says_at(tokens, middle, {"is",       "are",     "was",    "were",  "does",  "do",   "did",   "goes",
                                   "go",       "that",    "lies",   "lie",   "falls", "fall", "comes", "come",
                                   "executes", "happens", "occurs", "spent", "takes", "take"}) ||
          // `X runs longer than` are the runs of X.
          (says_at(tokens, middle, {"runs", "run", "ran"}) && says_at(tokens, middle + 1, {"on", "in"})))
        return RatioWords{token_slice(tokens, middle + 1, end), token_slice(tokens, at + 2, middle), true};
    }
    return std::nullopt;
  }
  return std::nullopt;
}

bool is_state_of_gpu(Measure m) {
  return m == Measure::busy || m == Measure::idle || m == Measure::kernel_busy || m == Measure::compute ||
         m == Measure::communication || m == Measure::copying;
}

bool is_summed_figure(const AskQuery& q) {
  const bool summed = q.statistic == Statistic::none || q.statistic == Statistic::total;
  const bool known = q.measure == Measure::time || q.measure == Measure::count ||
                     q.measure == Measure::bytes || is_state_of_gpu(q.measure);
  return q.intent == Intent::measure && known && summed && q.pick == Pick::none &&
         q.group == Dimension::none && q.wanted == Wanted::value && !q.whether && !q.minus_gpu &&
         !q.minus_process;
}

// The first of the candidates that asks for a figure, of that unit where one is given.
Result<std::optional<AskQuery>> figure_of(const Profile& profile,
                                          std::initializer_list<std::string> candidates,
                                          std::optional<Unit> unit, const Work& work) {
  for (const std::string& words : candidates) {
    auto read = read_plain_query(profile, words, work);
    if (!read) return tl::unexpected(read.error());
    const bool fits = !unit || unit_of(read->query.measure) == *unit;
    if (read->problem.empty() && is_summed_figure(read->query) && fits) return std::move(read->query);
  }
  return std::nullopt;
}

bool once_said(std::string& place, const std::string& value) {
  if (!place.empty() && place != value) return false;
  place = value;
  return true;
}

template <class T>
bool once_said(std::optional<T>& place, const std::optional<T>& value) {
  if (!value) return true;
  if (place && place != value) return false;
  place = value;
  return true;
}

// A clue of the part beside the whole, which it narrows; false for what is no condition.
bool narrow_by_clue(const Clue& clue, AskQuery& part) {
  switch (clue.role) {
    case Role::filler:
      return true;
    case Role::question: {
      const auto lead = static_cast<Lead>(clue.value);
      return lead == Lead::how_long || lead == Lead::how_much ||
             (lead == Lead::how_many && part.measure == Measure::count);
    }
    case Role::statistic:
      return static_cast<Statistic>(clue.value) == Statistic::total;
    case Role::subject: {
      const auto subject = static_cast<Subject>(clue.value);
      return subject == part.subject || subject == Subject::gpu;
    }
    case Role::measure: {
      const auto measure = static_cast<Measure>(clue.value);
      if (measure == part.measure) return true;
      if (part.subject != Subject::kernel) return false;
      if (measure == Measure::communication) return once_said(part.family, "communication");
      return measure == Measure::compute && once_said(part.family, "compute");
    }
    case Role::family:
      return part.subject == Subject::kernel && once_said(part.family, clue.text);
    case Role::library:
      return part.subject == Subject::kernel && once_said(part.library, clue.text);
    case Role::direction:
      return part.subject == Subject::copy && once_said(part.direction, clue.text);
    case Role::memory:
      return part.subject == Subject::copy && once_said(part.memory, clue.text);
    case Role::name:
      return part.subject == Subject::kernel && once_said(part.name, clue.text);
    case Role::calls:
      if (part.subject != Subject::call || part.calls != CallClass::any) return false;
      part.calls = static_cast<CallClass>(clue.value);
      return true;
    default:
      return false;
  }
}

// What numbers say of the part: where it is, and within which bounds; false for anything else.
bool narrow_by_numbers(const ReadWords& reading, AskQuery& part) {
  AskQuery other = reading.numbers;
  part.bounds.insert(part.bounds.end(), other.bounds.begin(), other.bounds.end());
  if (!other.gpus.empty()) {
    if (!part.gpus.empty() && part.gpus != other.gpus) return false;
    part.gpus = other.gpus;
  }
  const bool once = once_said(part.stream, other.stream) && once_said(part.process, other.process) &&
                    once_said(part.thread, other.thread);
  other.bounds.clear();
  other.gpus.clear();
  other.stream = other.process = other.thread = std::nullopt;
  return once && other == AskQuery{} && !reading.relative && !reading.ranked;
}

std::optional<AskQuery> narrowed_whole(const LinkedQuestion& linked, const AskQuery& whole) {
  AskQuery part = whole;
  for (const Clue& clue : linked.reading.clues)
    if (!narrow_by_clue(clue, part)) return std::nullopt;
  for (const LinkedName& name : linked.names) {
    const bool of_it = std::any_of(name.things.begin(), name.things.end(),
                                   [&](const NamedThing& thing) { return thing.subject == whole.subject; });
    if (!of_it || !once_said(part.name, name.text)) return std::nullopt;
  }
  if (!narrow_by_numbers(linked.reading, part) || part == whole) return std::nullopt;
  return part;
}

// The state of a GPU that a word of a part means, beside another of its states.
Measure state_of(const Clue& clue) {
  if (clue.role == Role::measure) {
    const auto measure = static_cast<Measure>(clue.value);
    return is_state_of_gpu(measure) ? measure : Measure::none;
  }
  if (clue.role == Role::family)
    return clue.text == "communication" ? Measure::communication
           : clue.text == "compute"     ? Measure::compute
                                        : Measure::none;
  if (clue.role != Role::subject) return Measure::none;
  switch (static_cast<Subject>(clue.value)) {
    case Subject::kernel:
      return Measure::kernel_busy;
    case Subject::copy:
      return Measure::copying;
    case Subject::operation:
      return Measure::busy;
    default:
      return Measure::none;
  }
}

std::optional<AskQuery> part_of_gpus(const LinkedQuestion& linked, const AskQuery& whole) {
  AskQuery part = whole;
  Measure state = Measure::none;
  for (const Clue& clue : linked.reading.clues) {
    const bool time = clue.role == Role::measure && static_cast<Measure>(clue.value) == Measure::time;
    const bool gpu = clue.role == Role::subject && static_cast<Subject>(clue.value) == Subject::gpu;
    const bool total = clue.role == Role::statistic && static_cast<Statistic>(clue.value) == Statistic::total;
    if (clue.role == Role::filler || time || gpu || total) continue;
    const Measure said = state_of(clue);
    // `NCCL kernels` are communication.
    const bool same = state == Measure::none || state == said ||
                      (state == Measure::kernel_busy && clue.role == Role::family) ||
                      (said == Measure::kernel_busy && state != Measure::copying);
    if (said == Measure::none || !same) return std::nullopt;
    if (state == Measure::none || said != Measure::kernel_busy) state = said;
  }
  if (!linked.names.empty() || !narrow_by_numbers(linked.reading, part) || !part.bounds.empty() ||
      part.stream || part.thread)
    return std::nullopt;
  if (state != Measure::none) part.measure = state;
  return part == whole ? std::nullopt : std::optional(part);
}

bool is_same_place(const AskQuery& a, const AskQuery& b) {
  return a.gpus == b.gpus && a.process == b.process && a.stream == b.stream && a.thread == b.thread;
}

// Whether part and whole differ by where they ran alone.
bool is_other_place_alone(AskQuery part, const AskQuery& whole) {
  part.gpus = whole.gpus;
  part.process = whole.process;
  part.stream = whole.stream;
  part.thread = whole.thread;
  return part == whole;
}

size_t conditions_of(const AskQuery& q) {
  size_t count = q.bounds.size();
  for (const std::string* text : {&q.name, &q.family, &q.library, &q.direction, &q.memory, &q.inside})
    if (!text->empty()) ++count;
  return count + (q.calls != CallClass::any ? 1 : 0) + (q.launched != Launched::any ? 1 : 0);
}

// Whether `what share of A is B` says of A more than what it is.
bool is_narrow(const AskQuery& q) { return q.subject == Subject::gpu || conditions_of(q) > 0; }

Result<std::optional<AskQuery>> part_query(const Profile& profile, const RatioWords& words,
                                           const AskQuery& whole, const Work& work) {
  const std::string text = measured_text(words.part);
  auto linked = linked_question(profile, read_question(text), work);
  if (!linked) return tl::unexpected(linked.error());
  const bool of_gpus = whole.subject == Subject::gpu;
  if (linked->problem.empty()) {
    auto part = of_gpus ? part_of_gpus(*linked, whole) : narrowed_whole(*linked, whole);
    if (part) return part;
  }
  const bool other = !words.plain || whole.measure == Measure::busy || whole.measure == Measure::idle;
  if (!other) return std::nullopt;
  const Unit unit = unit_of(whole.measure);
  const std::string_view head = unit == Unit::ns      ? "total duration of "
                                : unit == Unit::bytes ? "total bytes of "
                                                      : "number of ";
  auto part = figure_of(profile, {text, std::string(head) + text}, unit, work);
  if (!part) return tl::unexpected(part.error());
  if (!*part || **part == whole) return std::nullopt;
  if ((*part)->gpus.empty()) (*part)->gpus = whole.gpus;
  if (!(*part)->process) (*part)->process = whole.process;
  return part;
}

bool says_all(const std::vector<WordToken>& tokens) {
  for (size_t at = 0; at < tokens.size(); ++at)
    if (says_at(tokens, at, {"all", "total", "overall", "both"})) return true;
  return false;
}

// Of a span or of the capture, which the rules of GPUs know.
bool is_of_span(const std::string& words) {
  const ReadWords reading = read_question(words);
  return std::any_of(reading.clues.begin(), reading.clues.end(), [](const Clue& c) {
    return c.role == Role::whole ||
           (c.role == Role::subject && static_cast<Subject>(c.value) == Subject::capture) ||
           (c.role == Role::measure && static_cast<Measure>(c.value) == Measure::span);
  });
}

// Where the two are no figures of their own, the share as GPUs and kinds of events have it.
Result<std::optional<ReadQuery>> read_share(const Profile& profile, const RatioWords& words,
                                            const Work& work) {
  if (words.plain) return std::nullopt;
  const std::string text = fmt::format("what share of {} is {}", written(words.whole), written(words.part));
  auto read = read_plain_query(profile, text, work);
  if (!read) return tl::unexpected(read.error());
  if (read->problem.empty() && read->query.wanted != Wanted::share)
    read->problem = "I do not see of what it is a share: ask what share of the one the other is.";
  return std::move(*read);
}

// `the longest gap as a share of the span`: one event that is picked, of a figure of the same unit.
Result<std::optional<ReadQuery>> read_share_of_pick(const Profile& profile, const RatioWords& words,
                                                    const Work& work) {
  const auto read_as = [&](const std::string& text) { return read_plain_query(profile, text, work); };
  auto part = read_as("duration of " + written(words.part));
  if (!part) return tl::unexpected(part.error());
  const AskQuery& one = part->query;
  if (!part->problem.empty() || one.pick == Pick::none || one.measure != Measure::time ||
      one.wanted != Wanted::value || one.group != Dimension::none || one.top > 0)
    return std::nullopt;
  auto whole = read_as(written(words.whole));
  if (!whole) return tl::unexpected(whole.error());
  AskQuery& all = whole->query;
  const bool sums = all.measure == Measure::span || is_summed_figure(all);
  if (!whole->problem.empty() || !sums || unit_of(all.measure) != Unit::ns) return std::nullopt;
  AskQuery picked = one;
  if (all.gpus.empty()) all.gpus = picked.gpus;
  if (picked.gpus.empty()) picked.gpus = all.gpus;
  if (!is_same_place(picked, all)) return std::nullopt;
  ReadQuery read;
  read.query.intent = Intent::ratio;
  read.query.from = understood(picked);
  read.query.to = understood(all);
  return read;
}

}  // namespace

Result<std::optional<ReadQuery>> read_ratio(const Profile& profile, std::string_view question,
                                            const Work& work) {
  const auto words = ratio_words(tokens_of(question));
  if (!words || words->part.empty() || words->whole.empty()) return std::nullopt;
  const std::string of = measured_text(words->whole);
  auto picked = read_share_of_pick(profile, *words, work);
  if (!picked || *picked) return picked;
  if (is_of_span(of)) return read_share(profile, *words, work);
  auto whole = figure_of(profile, {of, "number of " + of, "total " + of}, std::nullopt, work);
  if (!whole) return tl::unexpected(whole.error());
  if (!*whole) return read_share(profile, *words, work);
  // `fraction of time the GPU is idle`: nothing is a part of how many GPUs there are.
  if ((*whole)->subject == Subject::gpu && (*whole)->measure == Measure::count) return std::nullopt;
  auto part = part_query(profile, *words, **whole, work);
  if (!part) return tl::unexpected(part.error());
  // One condition on all events of a kind is read without parting the words.
  const bool known = words->plain && !is_narrow(**whole) && *part && conditions_of(**part) < 2;
  if (!*part || known) return read_share(profile, *words, work);
  // `on GPU 0, X as a percentage of Y`, `X of process 145 as a share of its Y`.
  const bool leads = says_at(words->part, 0, {"on", "for"}) || says_anywhere(words->whole, {"its", "their"});
  if (!words->plain && leads && !is_other_place_alone(**part, **whole) &&
      is_same_place(**whole, AskQuery{})) {
    (*whole)->gpus = (*part)->gpus;
    (*whole)->process = (*part)->process;
    (*whole)->stream = (*part)->stream;
    (*whole)->thread = (*part)->thread;
  }
  // Of what else than the GPU that is named would it be a share.
  if ((*whole)->subject == Subject::gpu && (*whole)->gpus.empty() && (*part)->gpus.size() == 1)
    (*whole)->gpus = (*part)->gpus;
  ReadQuery read;
  if (!is_same_place(**part, **whole) && !is_other_place_alone(**part, **whole) && !says_all(words->whole))
    read.problem =
        fmt::format("Of the {} there, or of all? Say where both are, or `of all`.", understood(**whole));
  read.query.intent = Intent::ratio;
  read.query.from = understood(**part);
  read.query.to = understood(**whole);
  return read;
}

}  // namespace nsys_ai::inline agent
