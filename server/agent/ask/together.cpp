// Each kind is read as if its number were asked for; what it says of where it ran, the other may leave out.
#include "agent/ask/together.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "agent/ask/figures.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

using Tokens = std::vector<WordToken>;

// How many words from `at` on say that things run at once.
size_t words_of_once(const Tokens& t, size_t at) {
  if (says_at(t, at,
              {"simultaneously", "concurrently", "simultaneous", "concurrent", "overlap", "overlaps",
               "overlapping", "overlapped", "concurrency"}))
    return says_at(t, at + 1, {"with", "of", "between"}) ? 2 : 1;
  if (says_at(t, at, {"in"}) && says_at(t, at + 1, {"parallel"})) return 2;
  if (says_at(t, at, {"at"}) && says_at(t, at + 1, {"once"})) return 2;
  if (says_at(t, at, {"at"}) && says_at(t, at + 1, {"the"}) && says_at(t, at + 2, {"same"}) &&
      says_at(t, at + 3, {"time", "moment", "instant"}))
    return 4;
  return says_at(t, at, {"at"}) && says_at(t, at + 1, {"the"}) && says_at(t, at + 2, {"very"}) ? 5 : 0;
}

// What asks for a time, before the two kinds or behind them.
bool is_aside(const WordToken& token) {
  return is_one_of(
      token, {"how",   "long",    "much",      "time",      "what",       "is",      "the",       "total",
              "for",   "do",      "does",      "did",       "in",         "which",   "during",    "while",
              "both",  "overall", "where",     "when",      "that",       "amount",  "of",        "a",
              "an",    "at",      "least",     "one",       "run",        "running", "runs",      "ran",
              "are",   "execute", "executing", "operation", "operations", "did",     "active",    "progress",
              "was",   "were",    "duration",  "any",       "some",       "happen",  "happening", "executed",
              "going", "spent"});
}

Tokens trimmed(Tokens t) {
  while (!t.empty() && is_aside(t.front())) t.erase(t.begin());
  while (!t.empty() && is_aside(t.back())) t.pop_back();
  return t;
}

Tokens without_once(const Tokens& t, bool& said) {
  Tokens left;
  for (size_t at = 0; at < t.size();) {
    if (const size_t words = words_of_once(t, at)) {
      said = true;
      at += words;
      continue;
    }
    left.push_back(t[at++]);
  }
  return left;
}

bool is_gpu_work(const AskQuery& q) {
  return q.intent == Intent::measure && q.measure == Measure::count && q.pick == Pick::none &&
         q.group == Dimension::none && !q.minus_gpu && !q.minus_process &&
         (q.subject == Subject::kernel || q.subject == Subject::copy || q.subject == Subject::memset ||
          q.subject == Subject::operation);
}

Result<std::optional<AskQuery>> kind_of_work(const Profile& profile, const std::string& words,
                                             const Work& work) {
  auto read = read_plain_query(profile, "number of " + words, work);
  if (!read) return tl::unexpected(read.error());
  if (!read->problem.empty() || !is_gpu_work(read->query)) return std::nullopt;
  read->query.statistic = Statistic::none;
  read->query.wanted = Wanted::value;
  return std::move(read->query);
}

// `stream 8`, `process 1680`, and `1680` behind `process 1679`: the first kind somewhere else.
std::optional<AskQuery> elsewhere(const AskQuery& first, const Tokens& words) {
  const ReadWords reading = read_question(written(words));
  AskQuery other = first;
  const bool bare = words.size() == 1 && words[0].number && words[0].number->unit.empty();
  if (bare) {
    const auto number = static_cast<int64_t>(words[0].number->value);
    if (first.process) other.process = number;
    if (first.stream && !first.process) other.stream = number;
    return first.process || first.stream ? std::optional(other) : std::nullopt;
  }
  const AskQuery& said = reading.numbers;
  const bool plain = reading.problem.empty() && reading.unknown.empty() &&
                     std::all_of(reading.clues.begin(), reading.clues.end(),
                                 [](const Clue& c) { return c.role == Role::filler; });
  if (!plain || (!said.stream && !said.process && said.gpus.empty())) return std::nullopt;
  if (said.stream) other.stream = said.stream;
  if (said.process) other.process = said.process;
  if (!said.gpus.empty()) other.gpus = said.gpus;
  return other;
}

std::string words_of_kind(const AskQuery& q) {
  constexpr std::string_view kCounted = "number of ";
  return understood(q).substr(kCounted.size());
}

void share_place(const AskQuery& from, AskQuery& to) {
  if (to.gpus.empty()) to.gpus = from.gpus;
  if (!to.process && !to.stream && !from.stream) to.process = from.process;
  if (to.window == TimeBounds{}) to.window = from.window;
}

// The two kinds, where the words before and behind `and` say them.
Result<std::optional<std::pair<AskQuery, AskQuery>>> kinds_of(const Profile& profile, const Tokens& a,
                                                              const Tokens& b, const Work& work) {
  auto first = kind_of_work(profile, written(a), work);
  if (first && !*first) first = kind_of_work(profile, "GPU operations of " + written(a), work);
  if (!first) return tl::unexpected(first.error());
  if (!*first) return std::nullopt;
  std::optional<AskQuery> second = elsewhere(**first, b);
  if (!second) {
    auto read = kind_of_work(profile, written(b), work);
    if (!read) return tl::unexpected(read.error());
    second = std::move(*read);
  }
  if (!second) return std::nullopt;
  share_place(**first, *second);
  share_place(*second, **first);
  if (*second == **first) return std::nullopt;
  return std::pair{std::move(**first), std::move(*second)};
}

}  // namespace

namespace {

// `both GPUs busy`, `the two ranks have something running`: the two that there are; empty for anything else.
std::string both_of(const Profile& profile, const Tokens& tokens) {
  bool gpus = false, processes = false;
  std::string_view kind = "GPU operations";
  for (const WordToken& token : tokens) {
    gpus = gpus || is_one_of(token, {"gpus", "devices"});
    processes = processes || is_one_of(token, {"ranks", "processes"});
    if (is_one_of(token, {"copy", "copies", "copying", "memcpys"})) kind = "copies";
    if (is_one_of(token, {"kernels"}) && kind.front() != 'N') kind = "kernels";
    if (is_one_of(token, {"nccl", "communication"})) kind = "NCCL kernels";
    const bool known =
        is_one_of(token, {"gpus",   "devices",   "ranks",     "processes", "busy", "working",
                          "work",   "have",      "something", "anything",  "two",  "both",
                          "on",     "it",        "time",      "of",        "the",  "keep",
                          "are",    "active",    "computing", "kernels",   "gpu",  "copy",
                          "copies", "copying",   "memcpys",   "when",      "nccl", "communication",
                          "kernel", "executing", "running",   "were",      "an",   "a",
                          "long",   "how",       "for",       "run"});
    if (!known) return "";
  }
  if (gpus == processes) return "";
  std::set<int64_t> numbers;
  for (const Device& device : profile.devices()) {
    const auto pid = profile.pid_of(device.process);
    if (gpus)
      numbers.insert(device.ordinal);
    else if (pid)
      numbers.insert(*pid);
  }
  if (numbers.size() != 2) return "";
  const std::string_view place = gpus ? "on GPU" : "of process";
  return fmt::format("{3} {0} {1} and {3} {0} {2}", place, *numbers.begin(), *numbers.rbegin(), kind);
}

}  // namespace

namespace {

// `two or more kernels`, `at least two kernels`, `more than one kernel`: of one kind.
Result<std::optional<ReadQuery>> read_several(const Profile& profile, const Tokens& tokens,
                                              const Tokens& place, const Work& work) {
  size_t length = 0;
  if (says_at(tokens, 0, {"two"}))
    length = says_at(tokens, 1, {"or"}) && says_at(tokens, 2, {"more"}) ? 3 : 1;
  if (says_at(tokens, 0, {"more"}) && says_at(tokens, 1, {"than"}) && says_at(tokens, 2, {"one"})) length = 3;
  const bool other = std::any_of(tokens.begin(), tokens.end(), [](const WordToken& t) {
    return is_one_of(t, {"and", "with", "while", "processes", "ranks", "gpus", "devices", "streams"});
  });
  if (length == 0 || tokens.size() <= length || other) return std::nullopt;
  Tokens of = token_slice(tokens, length, tokens.size());
  of.insert(of.end(), place.begin(), place.end());
  auto kind = kind_of_work(profile, written(trimmed(of)), work);
  if (!kind) return tl::unexpected(kind.error());
  if (!*kind) return std::nullopt;
  ReadQuery read;
  read.query.intent = Intent::together;
  read.query.window = (*kind)->window;
  (*kind)->window = {};
  read.query.from = words_of_kind(**kind);
  return read;
}

}  // namespace

Result<std::optional<ReadQuery>> read_together(const Profile& profile, std::string_view question,
                                               const Work& work) {
  bool once = false;
  Tokens tokens = trimmed(without_once(tokens_of(question), once));
  if (!once) return std::nullopt;
  // `on GPU 0, A and B`.
  Tokens place;
  if (says_at(tokens, 0, {"on"}) || says_at(tokens, 0, {"gpu", "device"})) {
    const size_t length = says_at(tokens, 0, {"on"}) ? 3 : 2;
    if (tokens.size() > length && tokens[length - 1].number) {
      place = token_slice(tokens, 0, length);
      tokens = trimmed(token_slice(tokens, length, tokens.size()));
    }
  }
  if (const std::string both = both_of(profile, tokens); !both.empty()) tokens = tokens_of(both);
  if (auto several = read_several(profile, tokens, place, work); !several || *several) return several;
  for (size_t at = 1; at + 1 < tokens.size(); ++at) {
    if (!says_at(tokens, at, {"and", "with", "while"})) continue;
    Tokens first = trimmed(token_slice(tokens, 0, at));
    const Tokens second = trimmed(token_slice(tokens, at + 1, tokens.size()));
    if (first.empty() || second.empty()) continue;
    first.insert(first.end(), place.begin(), place.end());
    auto kinds = kinds_of(profile, first, second, work);
    if (!kinds) return tl::unexpected(kinds.error());
    if (!*kinds) continue;
    ReadQuery read;
    read.query.intent = Intent::together;
    read.query.window = (*kinds)->first.window;
    (*kinds)->first.window = (*kinds)->second.window = {};
    read.query.from = words_of_kind((*kinds)->first);
    read.query.to = words_of_kind((*kinds)->second);
    return read;
  }
  return std::nullopt;
}

namespace {

// A kind as a table of intervals.
Result<std::string> intervals_of(Inquiry& inquiry, const std::string& words) {
  auto read = read_plain_query(inquiry.profile, "number of " + words, inquiry.work);
  if (!read) return tl::unexpected(read.error());
  const AskQuery& kind = read->query;
  Inquiry of({inquiry.source.profile, inquiry.source.answers, inquiry.source.part}, inquiry.scope, kind,
             inquiry.work);
  auto source = source_of(of);
  if (!source) return tl::unexpected(source.error());
  for (const std::string& note : of.answer.notes) inquiry.answer.notes.push_back(note);
  if (!kind.gpus.empty()) source->where += fmt::format(" AND device IN ({})", fmt::join(kind.gpus, ", "));
  if (kind.process) source->where += fmt::format(" AND pid = {}", *kind.process);
  return fmt::format("SELECT device, start, end FROM {} WHERE {}", source->from, source->where);
}

// Where each kind is of one GPU, of both: clocks of GPUs are one.
bool is_across_gpus(const Inquiry& inquiry) {
  const auto gpus_in = [&](const std::string& words) { return read_question(words).numbers.gpus; };
  const std::vector<int64_t> first = gpus_in(inquiry.query.from), second = gpus_in(inquiry.query.to);
  return first.size() == 1 && second.size() == 1;
}

}  // namespace

namespace {

// How many run from one start or end to the next, swept by time.
Result<void> tell_several(Inquiry& inquiry, const std::string& intervals) {
  const AskQuery& q = inquiry.query;
  const auto rows = inquiry.rows(fmt::format(
      "WITH a AS ({0}), edge AS (SELECT device AS gpu, start AS at, 1 AS a FROM a UNION ALL SELECT device, end, -1 "
      "FROM a), step AS (SELECT gpu, at, sum(a) AS a FROM edge GROUP BY gpu, at), "
      "state AS (SELECT sum(a) OVER place AS a, lead(at) OVER place - at AS lasts "
      "FROM step WINDOW place AS (PARTITION BY gpu ORDER BY at)) "
      "SELECT sum(CASE WHEN a > 1 THEN lasts ELSE 0 END), sum(CASE WHEN a > 0 THEN lasts ELSE 0 END) FROM state",
      intervals));
  if (!rows) return tl::unexpected(rows.error());
  const std::vector<Value>& row = rows->at(0);
  if (integer(row[1]) == 0)
    return inquiry.cannot(fmt::format("There are no {} in {}.", q.from, inquiry.scope_text()));
  inquiry.answer.text =
      fmt::format("The {} is {}, of {} with one or more: GPU by GPU and added up.", understood(q),
                  readable_ns(integer(row[0])), readable_ns(integer(row[1])));
  inquiry.fact("time at once", row[0], Unit::ns);
  inquiry.fact(q.from, row[1], Unit::ns);
  return {};
}

}  // namespace

Result<void> answer_together(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  auto first = intervals_of(inquiry, q.from);
  if (!first) return tl::unexpected(first.error());
  if (q.to.empty()) return tell_several(inquiry, *first);
  auto second = intervals_of(inquiry, q.to);
  if (!second) return tl::unexpected(second.error());
  const std::string gpu = is_across_gpus(inquiry) ? "0" : "device";
  // How many of each kind run from one start or end to the next, swept by time.
  const auto rows = inquiry.rows(fmt::format(
      "WITH a AS ({0}), b AS ({1}), edge AS ("
      "SELECT {2} AS gpu, start AS at, 1 AS a, 0 AS b FROM a UNION ALL SELECT {2}, end, -1, 0 FROM a UNION ALL "
      "SELECT {2}, start, 0, 1 FROM b UNION ALL SELECT {2}, end, 0, -1 FROM b), "
      "step AS (SELECT gpu, at, sum(a) AS a, sum(b) AS b FROM edge GROUP BY gpu, at), "
      "state AS (SELECT gpu, sum(a) OVER place AS a, sum(b) OVER place AS b, lead(at) OVER place - at AS lasts "
      "FROM step WINDOW place AS (PARTITION BY gpu ORDER BY at)) "
      "SELECT sum(CASE WHEN a > 0 AND b > 0 THEN lasts ELSE 0 END), sum(CASE WHEN a > 0 THEN lasts ELSE 0 END), "
      "sum(CASE WHEN b > 0 THEN lasts ELSE 0 END), count(DISTINCT gpu) FROM state",
      *first, *second, gpu));
  if (!rows) return tl::unexpected(rows.error());
  const std::vector<Value>& row = rows->at(0);
  for (const auto& [words, sum] : {std::pair{&q.from, integer(row[1])}, std::pair{&q.to, integer(row[2])}})
    if (sum == 0) return inquiry.cannot(fmt::format("There are no {} in {}.", *words, inquiry.scope_text()));
  inquiry.answer.text =
      fmt::format("The {} is {}: of {} and of {}, as unions{}.", understood(q), readable_ns(integer(row[0])),
                  readable_ns(integer(row[1])), readable_ns(integer(row[2])),
                  integer(row[3]) > 1 ? ", GPU by GPU and added up" : "");
  inquiry.fact("time at once", row[0], Unit::ns);
  inquiry.fact(q.from, row[1], Unit::ns);
  inquiry.fact(q.to, row[2], Unit::ns);
  return {};
}

}  // namespace nsys_ai::inline agent
