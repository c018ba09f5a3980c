// Which one of several is picked, by what, and what of it is told first.
#include "agent/ask/assembler.h"

namespace nsys_ai::inline agent {

// `when does it start`, of what there is one only.
void Assembler::choose_only() {
  const bool asks_when = asks(Lead::when) || asks(Lead::start_of) || query_.measure == Measure::start ||
                         query_.measure == Measure::end;
  const bool single = query_.subject == Subject::kernel || query_.subject == Subject::copy ||
                      query_.subject == Subject::memset || query_.subject == Subject::range ||
                      query_.subject == Subject::mark || query_.subject == Subject::call;
  if (asks_when && single && query_.pick == Pick::none && query_.group == Dimension::none && !share_ &&
      !distinct_ && query_.statistic == Statistic::none && !asks(Lead::how_many) && !compares() &&
      (query_.measure == Measure::none || query_.measure == Measure::start ||
       query_.measure == Measure::end)) {
    query_.pick = Pick::first;
    query_.only = true;
    if (query_.measure != Measure::end) {
      query_.measure = Measure::time;
      questions_.insert(Lead::start_of);
    }
  }
}

// Of operations of all kinds each has a name, though there are no groups by it.
bool Assembler::is_named() const { return is_nameable() || query_.subject == Subject::operation; }

bool Assembler::is_nameable() const {
  switch (query_.subject) {
    case Subject::kernel:
    case Subject::range:
    case Subject::mark:
    case Subject::call:
    case Subject::os_call:
    case Subject::mpi_call:
    case Subject::iteration:
      return true;
    default:
      return false;
  }
}

// `longest kernel in ms`, `longest kernel (ms)`: of what is asked in a unit, the figure.
bool Assembler::says_unit() const {
  constexpr std::string_view kUnits[] = {
      "ns", "us", "ms", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes", "kb", "mb", "gb"};
  const std::vector<WordToken>& tokens = reading_.tokens;
  for (size_t i = 1; i < tokens.size(); ++i)
    if ((tokens[i - 1].word == "in" || (i + 1 == tokens.size() && !tokens[i - 1].number)) &&
        std::find(std::begin(kUnits), std::end(kUnits), tokens[i].word) != std::end(kUnits))
      return true;
  return false;
}

// `duration of the longest kernel`, `maximum duration of kernels`, and not `kernel with the longest
// duration`.
bool Assembler::asks_for_value() const {
  // `longest cudaFree`: its name was said.
  if (!query_.name.empty() && query_.group == Dimension::none && query_.pick != Pick::first &&
      query_.pick != Pick::last)
    return true;
  if (has_word("take") && !reading_.tokens.empty() && reading_.tokens[0].word == "what" &&
      query_.group == Dimension::none)
    return true;
  if (says_unit() && query_.group == Dimension::none) return true;
  if (asks(Lead::value_of) || asks(Lead::how_long) || asks(Lead::how_much) || asks(Lead::how_many))
    return true;
  constexpr size_t kNowhere = SIZE_MAX;
  size_t pick = kNowhere, subject = kNowhere, measure = kNowhere;
  for (const Clue& c : reading_.clues) {
    if (c.role == Role::pick) pick = c.at;
    if (c.role == Role::subject) subject = std::min(subject, c.at);
    if (c.role == Role::measure) measure = std::min(measure, c.at);
  }
  if (measure < pick) return true;
  if (query_.group != Dimension::none || subject < pick) return false;
  const bool length =
      (query_.pick == Pick::most || query_.pick == Pick::least) && (has_word("duration") || has_word("time"));
  return measure != kNowhere || length;
}

// Whether `total` or `average` stands behind the word that picks: `largest total`.
bool Assembler::sums_before_pick() const {
  size_t pick = SIZE_MAX;
  for (const Clue& c : reading_.clues) {
    if (c.role == Role::pick) pick = c.at;
    if (c.role == Role::statistic && pick != SIZE_MAX && c.at == pick + 1) return true;
  }
  return false;
}

bool Assembler::averages_behind_pick() const {
  size_t pick = SIZE_MAX;
  for (const Clue& c : reading_.clues) {
    if (c.role == Role::pick) pick = c.at;
    if (c.role == Role::statistic && pick != SIZE_MAX && c.at > pick && as<Statistic>(c) == Statistic::mean)
      return true;
  }
  return false;
}

// `which process has the longest kernel` is of one kernel, and not of all that a process ran.
bool Assembler::picks_place_of_one() const {
  const bool place = query_.group == Dimension::gpu || query_.group == Dimension::stream ||
                     query_.group == Dimension::process || query_.group == Dimension::thread ||
                     (query_.group == Dimension::direction && query_.subject == Subject::copy && !top_);
  if (query_.pick == Pick::first || query_.pick == Pick::last || query_.measure == Measure::end) return place;
  const bool summed = std::any_of(reading_.clues.begin(), reading_.clues.end(),
                                  [](const Clue& c) { return c.role == Role::statistic; });
  const bool sized = key_ == Measure::bytes && query_.measure == Measure::bytes;
  return place && (key_ == Measure::time || sized) && !grouped_ && !summed &&
         (query_.measure == Measure::time || sized) && !has_word("time") && !has_word("duration");
}

// `which GPU finishes last` is that of the operation that ends last.
void Assembler::pick_place() {
  const bool ordered = query_.pick == Pick::first || query_.pick == Pick::last;
  if (events().empty() && !ordered && query_.measure != Measure::end)
    return refuse("Longest what? Say which process has the longest kernel.");
  query_.place = query_.group;
  query_.group = Dimension::none;
  query_.wanted = Wanted::place;
  query_.order = ordered ? Measure::start : query_.measure;
  if (!ordered || query_.measure != Measure::end) return;
  query_.order = Measure::end;
  query_.pick = query_.pick == Pick::last ? Pick::most : Pick::least;
}

// `longest queue time`, `highest launch latency`: what stands right behind the word that picks.
bool Assembler::picks_by_its_measure() const {
  size_t pick = SIZE_MAX;
  for (const Clue& c : reading_.clues) {
    if (c.role == Role::pick) pick = c.at;
    if (c.role == Role::measure && pick != SIZE_MAX && c.at == pick + 1)
      return as<Measure>(c) == query_.measure;
  }
  return false;
}

void Assembler::choose_pick() {
  if (picks_place_of_one()) return pick_place();
  const bool by_time = query_.pick == Pick::first || query_.pick == Pick::last;
  // `top speed` is of one copy, `top kernels` are by name.
  if (top_ && key_ == Measure::none && !by_time && !picks_by_its_measure()) grouped_ = true;
  // `range with the largest total time`: of those of one name together.
  if (sums_before_pick() && is_nameable() && query_.name.empty() && !by_time) {
    grouped_ = true;
    if (key_ == Measure::bytes) key_ = Measure::time;
  }
  // `slowest kernel on average`.
  if (averages_behind_pick() && is_nameable() && query_.name.empty() && !by_time && key_ == Measure::time)
    grouped_ = true;
  if (key_ == Measure::bytes && (query_.subject == Subject::gap || query_.subject == Subject::iteration))
    query_.measure = Measure::time;
  if (key_ == Measure::bytes && grouped_ && query_.group == Dimension::none)
    grouped_ = false;  // of single copies
  // `first kernel on GPU 0, name`.
  if ((query_.group == Dimension::name || (query_.group == Dimension::short_name && by_time)) &&
      query_.statistic == Statistic::none && query_.measure != Measure::count && (by_time || !grouped_)) {
    query_.group = Dimension::none;
    questions_.insert(Lead::name_of);
  }
  if (key_ == Measure::count && query_.measure != Measure::count) query_.measure = Measure::count;
  if (grouped_ && query_.group == Dimension::none && !by_time)
    query_.group = query_.subject == Subject::copy ? Dimension::direction : Dimension::name;
  if (query_.measure == Measure::count && query_.group == Dimension::none && !by_time)
    query_.group = Dimension::name;
  if (share_) return refuse("I can tell the share of one thing, and not of a pick.");
  query_.order = key_ != Measure::none && !picks_by_its_measure() ? key_ : query_.measure;
  // `largest gap`, `largest latency`: of what has no bytes, by what is asked for.
  if (query_.order == Measure::bytes && query_.subject != Subject::copy && query_.subject != Subject::memset)
    query_.order = query_.measure;
  if (query_.group != Dimension::none) query_.order = query_.measure;
  if (by_time) query_.order = Measure::start;
  // `which stream has the highest number of kernels`.
  const bool picks_by_number = picked_at_ != SIZE_MAX && picked_at_ + 1 == counted_at_;
  // `where is the longest gap`.
  const bool at_which_time =
      asks(Lead::start_of) || asks(Lead::when) || (asks(Lead::where) && query_.subject == Subject::gap);
  if (at_which_time && query_.measure != Measure::latency)
    query_.wanted = query_.measure == Measure::end ? Wanted::value : Wanted::start;
  else if (asks(Lead::which) && ((asks(Lead::how_many) && !picks_by_number) || asks(Lead::how_long)))
    query_.wanted = Wanted::value;  // and which one stands beside
  else if (asks(Lead::name_of) || asks(Lead::which))
    query_.wanted = Wanted::name;
  else if (asks_for_value() && !(picks_by_number && query_.group != Dimension::none))
    query_.wanted = Wanted::value;
  else
    query_.wanted = query_.group != Dimension::none || is_named() ? Wanted::name : Wanted::value;
  const bool summed = query_.statistic == Statistic::mean || query_.statistic == Statistic::total;
  if (query_.top > 1 && query_.group == Dimension::none && summed) query_.wanted = Wanted::value;
  if (query_.wanted == Wanted::start && query_.group != Dimension::none)
    return refuse("I can tell when a single event began, and not a group.");
  if (query_.wanted == Wanted::name && query_.group == Dimension::none && !is_named())
    query_.wanted = Wanted::value;
  if (query_.group != Dimension::none && by_time)
    return refuse("I do not know the first or last of a group.");
}

}  // namespace nsys_ai::inline agent
