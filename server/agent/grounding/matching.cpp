// Each rule fits in one sentence; docs/MODELS.md lists them.
#include "agent/grounding/matching.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "agent/grounding/text_spans.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

// Texts use these nouns interchangeably for one event.
constexpr std::array<std::string_view, 17> kEventNouns = {
    "allocation", "call",   "collective", "copy",  "event", "gap",    "instance",        "kernel", "launch",
    "mark",       "memset", "operation",  "range", "run",   "sample", "synchronisation", "wait"};

bool is_event(std::string_view noun) {
  return std::find(kEventNouns.begin(), kEventNouns.end(), noun) != kEventNouns.end();
}

bool are_nouns_alike(std::string_view claimed, std::string_view given) {
  return claimed.empty() || given.empty() || claimed == given || (is_event(claimed) && is_event(given));
}

bool is_one_of(FigureKind kind, FigureKind a, FigureKind b) { return kind == a || kind == b; }

bool are_kinds_alike(const Figure& claim, const Figure& given) {
  if (claim.kind == FigureKind::identity)
    return given.kind == FigureKind::identity ? claim.noun == given.noun
                                              : given.kind == FigureKind::number && given.noun.empty();
  if (claim.kind == given.kind)
    return claim.kind != FigureKind::number || are_nouns_alike(claim.noun, given.noun);
  if (given.kind == FigureKind::identity) return claim.kind == FigureKind::number && claim.noun.empty();
  const auto both = [&](FigureKind a, FigureKind b) {
    return is_one_of(claim.kind, a, b) && is_one_of(given.kind, a, b);
  };
  if (both(FigureKind::flops, FigureKind::flop_rate)) return true;
  if (both(FigureKind::number, FigureKind::ratio)) return true;
  // 0.97 matches 97 %; integers are counts.
  if (both(FigureKind::number, FigureKind::share))
    return (claim.kind == FigureKind::number ? claim : given).noun.empty() &&
           (claim.kind == FigureKind::share || claim.half_step > 0);
  return false;
}

bool lies_between(double value, double least, double most) {
  const double slack = 1e-9 * std::max(std::abs(least), std::abs(most));
  return value >= least - slack && value <= most + slack;
}

// Whether the value matches, rounded to the claim's precision and within its hedge.
bool fits_value(const Figure& claim, double value) {
  constexpr double kHedge = 0.1;
  double least = claim.value - claim.half_step;
  double most = claim.upper + claim.half_step;
  if (claim.hedge == Hedge::at_least) most += kHedge * std::abs(claim.upper);
  if (claim.hedge == Hedge::at_most) least -= kHedge * std::abs(claim.value);
  return lies_between(value, least, most);
}

// Whether `head…tail` is a shortened form of the text.
bool fits_cut(std::string_view cut, std::string_view whole) {
  constexpr std::string_view kCutSign = "…";
  const size_t sign = cut.find(kCutSign);
  return sign != cut.npos && whole.starts_with(cut.substr(0, sign)) &&
         whole.ends_with(cut.substr(sign + kCutSign.size()));
}

bool agree(uint32_t claimed, uint32_t given) { return claimed == 0 || given == 0 || (claimed & given) != 0; }

// The meaning of a claim must match the figure's: a thing by the row, the sentence or, if those name none,
// the surrounding text. Other meanings may be missing from the figure but must not contradict it.
bool is_said_of(const TopicBits& claimed, const GroundingFigure& given) {
  const uint32_t things = given.said.things != 0 ? given.said.things : given.near_things;
  if (claimed.things != 0 && (claimed.things & things) == 0) return false;
  const bool of_things_alone = given.said.things != 0 && given.said.states == 0;
  if (claimed.states != 0 && claimed.things == 0 && of_things_alone &&
      !can_be_of(claimed.states, given.said.things))
    return false;
  return agree(claimed.states, given.said.states) && agree(claimed.directions, given.said.directions) &&
         agree(claimed.statistics, given.said.statistics);
}

bool is_wide_range(const Figure& claim) { return claim.upper > 2 * claim.value; }

}  // namespace

FigureMatcher::FigureMatcher(const GroundingFacts::Contents& contents)
    : contents_(contents), rows_of_number_(contents.names.size()), has_names_(contents.rows.size()) {
  std::vector<bool> has_figures(contents.rows.size());
  for (const GroundingFigure& figure : contents.figures)
    if (figure.figure.kind != FigureKind::identity) has_figures[figure.row] = true;
  for (uint32_t row = 0; row < contents.rows.size(); ++row) {
    if (!has_figures[row]) continue;
    for (const uint32_t name : contents.rows[row].names) {
      if (is_title(contents.names[name])) continue;
      rows_of_number_[name].push_back(row);
      has_names_[row] = true;
    }
  }
}

const std::vector<uint32_t>& FigureMatcher::rows_of(const std::string& name) {
  const auto [found, is_new] = rows_of_name_.try_emplace(name);
  std::vector<uint32_t>& rows = found->second;
  if (!is_new || is_title(name)) return rows;
  if (const auto exact = contents_.name_numbers.find(name); exact != contents_.name_numbers.end())
    rows = rows_of_number_[exact->second];
  if (!rows.empty() || name.size() < 4) return rows;
  // People and tables shorten long names; the closest match decides.
  rows = rows_where([&](std::string_view given) { return fits_cut(name, given) || fits_cut(given, name); });
  if (rows.empty()) rows = rows_where([&](std::string_view given) { return given.find(name) != given.npos; });
  if (!rows.empty()) return rows;
  size_t longest = 0;
  const auto is_inside = [&](std::string_view given) {
    return given.size() >= 4 && name.find(given) != name.npos;
  };
  for (uint32_t number = 0; number < contents_.names.size(); ++number)
    if (!rows_of_number_[number].empty() && is_inside(contents_.names[number]))
      longest = std::max(longest, contents_.names[number].size());
  // A part shorter than half of the name is shared by many names.
  if (longest * 2 >= name.size())
    rows = rows_where([&](std::string_view given) { return given.size() == longest && is_inside(given); });
  return rows;
}

std::vector<uint32_t> FigureMatcher::rows_where(const std::function<bool(std::string_view)>& fits) const {
  std::vector<uint32_t> rows;
  ThrottledCheck check;
  for (uint32_t number = 0; number < contents_.names.size(); ++number) {
    check();
    const auto& of_name = rows_of_number_[number];
    if (!of_name.empty() && fits(contents_.names[number]))
      rows.insert(rows.end(), of_name.begin(), of_name.end());
  }
  return rows;
}

bool FigureMatcher::is_column(const std::string& name) const { return contents_.columns.contains(name); }
bool FigureMatcher::is_title(const std::string& name) const {
  return is_column(name) || contents_.skills.contains(name);
}

bool FigureMatcher::is_whole_name(const std::string& name) const {
  return contents_.name_numbers.contains(name);
}

bool FigureMatcher::knows(const std::string& name) { return !rows_of(name).empty(); }

const std::vector<bool>& FigureMatcher::allowed(const FigureSubject& subject) {
  std::string key;
  for (const std::string& name : subject.names) key += name + '\n';
  for (const std::string& identity : subject.identities) key += '\1' + identity;
  if (key == kept_key_ && !kept_.empty()) return kept_;
  kept_key_ = key;
  kept_.assign(contents_.rows.size(), subject.names.empty());
  if (!subject.names.empty())
    for (size_t row = 0; row < kept_.size(); ++row) kept_[row] = !has_names_[row];
  for (const std::string& name : subject.names)
    for (const uint32_t row : rows_of(name)) kept_[row] = true;
  const auto noun_of = [](const std::string& identity) { return identity.substr(0, identity.find(' ')); };
  ThrottledCheck check;
  for (size_t row = 0; row < kept_.size(); ++row) {
    check();
    const auto& given = contents_.rows[row].identities;
    if (!kept_[row] || given.empty()) continue;
    // A row about other things of the kind is not about this one.
    for (const std::string& wanted : subject.identities) {
      bool same = false, other = false;
      for (const std::string& identity : given) {
        same = same || std::find(subject.identities.begin(), subject.identities.end(), identity) !=
                           subject.identities.end();
        other = other || noun_of(identity) == noun_of(wanted);
      }
      if (other && !same) kept_[row] = false;
    }
  }
  return kept_;
}

bool FigureMatcher::has_identities(std::string_view noun) const {
  return std::any_of(contents_.figures.begin(), contents_.figures.end(), [&](const GroundingFigure& given) {
    return given.figure.kind == FigureKind::identity && given.figure.noun == noun;
  });
}

// If no given figure of the subject is in the column, the column is not required.
FigureSubject FigureMatcher::narrowed(FigureSubject subject, const Figure& claim) {
  const auto& rows = allowed(subject);
  bool has_column = false;
  subject.has_noun = false;
  for (const GroundingFigure& given : contents_.figures) {
    if (!rows[given.row] || given.column.empty()) continue;
    has_column = has_column || given.column == subject.column;
    subject.has_noun = subject.has_noun || (!claim.noun.empty() && given.figure.noun == claim.noun &&
                                            given.figure.kind == FigureKind::number);
  }
  if (!has_column) subject.column.clear();
  return subject;
}

bool FigureMatcher::may_be(const Figure& claim, const FigureSubject& subject,
                           const GroundingFigure& given) const {
  // Texts write times on the clock in seconds.
  if (given.is_clock && claim.unit < 1e9) return false;
  if (!subject.column.empty() && given.column != subject.column) return false;
  // The number of a GPU is not a quantity of anything.
  const bool has_subject = !subject.in_table && (!subject.names.empty() || !subject.column.empty());
  if (has_subject && given.figure.kind == FigureKind::identity && claim.kind == FigureKind::number)
    return false;
  // If a column counts calls, calls must come from it.
  if (subject.has_noun && given.figure.noun != claim.noun) return false;
  return are_kinds_alike(claim, given.figure) && is_said_of(subject.said, given);
}

bool FigureMatcher::matches(const Figure& claim, const FigureSubject& of) {
  const FigureSubject subject = narrowed(of, claim);
  const auto& rows = allowed(subject);
  bool lower = false, upper = false;
  // Figures often omit the denominator of a share.
  bool of_no_whole = false, of_another = false;
  for (const GroundingFigure& given : contents_.figures) {
    if (!rows[given.row] || !may_be(claim, subject, given)) continue;
    for (const double value : {given.figure.value, given.figure.upper}) {
      if (!is_wide_range(claim)) {
        if (!fits_value(claim, value)) continue;
        if (subject.said.wholes == 0 || (subject.said.wholes & given.said.wholes) != 0) return true;
        (given.said.wholes == 0 ? of_no_whole : of_another) = true;
        continue;
      }
      // Both ends of a wide range were given.
      lower = lower || lies_between(value, claim.value - claim.half_step, claim.value + claim.half_step);
      upper = upper || lies_between(value, claim.upper - claim.half_step, claim.upper + claim.half_step);
    }
  }
  return (lower && upper) || (of_no_whole && !of_another);
}

std::string FigureMatcher::nearest(const Figure& claim, const FigureSubject& of) {
  const FigureSubject subject = narrowed(of, claim);
  const auto& rows = allowed(subject);
  const GroundingFigure* best = nullptr;
  for (const GroundingFigure& given : contents_.figures) {
    if (!rows[given.row] || !may_be(claim, subject, given)) continue;
    const auto distance = [&](const GroundingFigure& of) { return std::abs(of.figure.value - claim.value); };
    if (!best || distance(given) < distance(*best)) best = &given;
  }
  return best ? best->written : std::string();
}

}  // namespace nsys_ai
