// The words behind `before`, `after`, `during` and `between` are tried as one event; what stands around them
// is the question.
#include "agent/ask/event_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <regex>

#include "agent/ask/inquiry.h"
#include "agent/ask/query_rules.h"
#include "agent/ask/time_end.h"

namespace nsys_ai::inline agent {
namespace {

// Longer questions are read without it: each split is read anew.
constexpr size_t kMostWords = 40, kMostBounds = 2, kLongestPart = 300;

// The events at which a window begins and ends, where they are said.
struct EventBounds {
  TimeEnd after, before;
};

TimeEnd at_edge(TimeEnd end, Edge edge) {
  if (end.edge == Edge::none) end.edge = edge;
  return end;
}

// What the words behind `lead` bound; nothing where they name no event.
Result<std::optional<EventBounds>> bounds_of(const Profile& profile, const WordToken& lead,
                                             const std::vector<WordToken>& words, const Work& work) {
  if (is_one_of(lead, {"between"})) {
    for (size_t at = 1; at + 1 < words.size(); ++at) {
      if (!is_one_of(words[at], {"and"})) continue;
      auto from = time_end(profile, token_slice(words, 0, at), work);
      if (!from) return tl::unexpected(from.error());
      auto to = time_end(profile, token_slice(words, at + 1, words.size()), work);
      if (!to) return tl::unexpected(to.error());
      if (from->known && to->known) return EventBounds{at_edge(*from, Edge::end), at_edge(*to, Edge::start)};
    }
    return std::nullopt;
  }
  auto end = time_end(profile, words, work);
  if (!end) return tl::unexpected(end.error());
  if (!end->known) return std::nullopt;
  if (is_one_of(lead, {"before", "until", "till"})) return EventBounds{{}, at_edge(*end, Edge::start)};
  if (is_one_of(lead, {"after", "since", "following"})) return EventBounds{at_edge(*end, Edge::end), {}};
  if (end->edge != Edge::none || end->query.subject == Subject::capture) return std::nullopt;
  return EventBounds{at_edge(*end, Edge::start), at_edge(*end, Edge::end)};
}

// The question for the point; a range or a call is one of the process that is asked about.
std::string question_for(TimeEnd end, const AskQuery& asked) {
  if (!end.known) return "";
  const bool of_host = end.query.subject == Subject::range || end.query.subject == Subject::call ||
                       end.query.subject == Subject::mark;
  if (of_host && !end.query.process) end.query.process = asked.process;
  ask_for(end.query, end.edge);
  return understood(end.query);
}

// `was open` behind a range; without it the range stands alone.
std::vector<WordToken> without_open(std::vector<WordToken> words) {
  while (words.size() > 1 && is_one_of(words.back(), {"was", "is", "were", "open", "runs", "ran", "running"}))
    words.pop_back();
  return words;
}

enum class Starting : uint8_t { unsaid, said };

// Takes `started` and the like out; whether it stood there.
Starting take_starting(std::vector<WordToken>& words) {
  const size_t before = words.size();
  std::erase_if(words, [](const WordToken& t) {
    return is_one_of(t, {"start", "starts", "started", "starting", "begin", "begins", "began"});
  });
  return words.size() != before ? Starting::said : Starting::unsaid;
}

// `which kernel runs after the longest gap`: the next one, and not all that follow.
bool asks_for_other(const WordToken& lead, const std::string& words, Starting starting) {
  if (is_one_of(lead, {"during", "while", "within", "inside", "between"})) return false;
  const ReadWords reading = read_question(words);
  const auto says = [&](Role role, std::initializer_list<Lead> leads) {
    return std::any_of(reading.clues.begin(), reading.clues.end(), [&](const Clue& c) {
      return c.role == role && (leads.size() == 0 || std::find(leads.begin(), leads.end(),
                                                               static_cast<Lead>(c.value)) != leads.end());
    });
  };
  // `how long after the first kernel does the second start` is the time between two.
  if (starting == Starting::said && says(Role::question, {Lead::how_long})) return true;
  return says(Role::question, {Lead::which, Lead::name_of}) && !says(Role::pick, {});
}

// Kernels are inside a range that launched them, and not those that run while it is open.
bool is_of_launches(const WordToken& lead, const EventBounds& bounds, const AskQuery& asked) {
  return asked.subject == Subject::kernel && bounds.after.query.subject == Subject::range &&
         is_one_of(lead, {"within", "inside", "during"});
}

bool can_be_bounded(const ReadQuery& read) {
  const AskQuery& q = read.query;
  return read.problem.empty() && q.intent != Intent::between && q.window == TimeBounds{} && !q.at &&
         q.after_event.empty() && q.before_event.empty() && q.measure != Measure::mfu;
}

// The time of `10 ms`.
int64_t time_in(const std::string& number, const std::string& unit) {
  const double scale = unit == "s" ? 1e9 : unit == "ms" ? 1e6 : unit == "ns" ? 1 : 1e3;
  return std::llround(std::strtod(number.c_str(), nullptr) * scale);
}

}  // namespace

namespace {

// `kernels between 100 ms and 150 ms after the start of the first kernel`.
Result<std::optional<ReadQuery>> read_part_behind(const Profile& profile, const std::string& question,
                                                  const Work& work) {
  static const std::regex said(
      R"(^(.*?)\bbetween ([\d.]+) ?(ns|us|µs|ms|s) and ([\d.]+) ?(ns|us|µs|ms|s) after (.+)$)",
      std::regex::icase);
  std::smatch parts;
  if (question.size() > kLongestPart || !std::regex_match(question, parts, said)) return std::nullopt;
  auto read = read_event_window(profile, fmt::format("{}after {}", parts[1].str(), parts[6].str()), work);
  if (!read || !*read || (*read)->query.after_event.empty() || !(*read)->query.before_event.empty())
    return read;
  AskQuery& query = (*read)->query;
  query.after_from = time_in(parts[2], parts[3]);
  query.after_to = time_in(parts[4], parts[5]);
  if (query.after_to <= query.after_from) (*read)->problem = "That time ends before it begins.";
  return read;
}

}  // namespace

Result<std::optional<ReadQuery>> read_event_window(const Profile& profile, std::string_view question,
                                                   const Work& work) {
  if (auto part = read_part_behind(profile, std::string(question), work); !part || *part) return part;
  const std::vector<WordToken> tokens = tokens_of(question);
  if (tokens.size() > kMostWords) return std::nullopt;
  size_t tried = 0;
  for (size_t at = 0; at + 1 < tokens.size() && tried < kMostBounds; ++at) {
    if (!is_one_of(tokens[at], {"before", "until", "till", "after", "since", "following", "during", "while",
                                "within", "inside", "between"}))
      continue;
    ++tried;
    for (size_t end = tokens.size(); end > at + 1; --end) {
      std::vector<WordToken> rest = token_slice(tokens, 0, at);
      const std::vector<WordToken> behind = token_slice(tokens, end, tokens.size());
      rest.insert(rest.end(), behind.begin(), behind.end());
      const Starting starting = take_starting(rest);
      if (rest.empty()) continue;
      auto bounds = bounds_of(profile, tokens[at], without_open(token_slice(tokens, at + 1, end)), work);
      if (!bounds) return tl::unexpected(bounds.error());
      if (!*bounds) continue;
      auto read = read_plain_query(profile, written(rest), work);
      if (!read) return tl::unexpected(read.error());
      // `API calls before the first kernel`: the bound is a condition enough to count them.
      if (!read->problem.empty() && rest.back().word.ends_with('s'))
        read = read_plain_query(profile, "number of " + written(rest), work);
      if (!read) return tl::unexpected(read.error());
      if (is_of_launches(tokens[at], **bounds, read->query) && starting == Starting::unsaid) continue;
      if (!can_be_bounded(*read) || asks_for_other(tokens[at], written(rest), starting)) continue;
      // What comes first behind an event begins behind it.
      const bool first = read->query.pick == Pick::first && read->query.group == Dimension::none &&
                         is_one_of(tokens[at], {"after", "since", "following"});
      read->query.starting = starting == Starting::said || first;
      read->query.after_event = question_for((*bounds)->after, read->query);
      read->query.before_event = question_for((*bounds)->before, read->query);
      read->problem = why_no_query(read->query);
      return std::move(*read);
    }
  }
  return std::nullopt;
}

Result<bool> find_bounds(AskQuery& query, AskAnswer& why, const AskWords& ask_words) {
  const auto find = [&](const std::string& words, std::optional<int64_t>& place) -> Result<bool> {
    if (words.empty()) return true;
    auto point = ask_words(words);
    if (!point) return tl::unexpected(point.error());
    for (std::string& step : point->plan) why.plan.push_back(std::move(step));
    if (!point->answered || point->facts.empty()) {
      why.reason = point->reason;
      why.capture = point->capture;
      return false;
    }
    place = integer(point->facts[0].value);
    return true;
  };
  for (const auto& [words, place] :
       {std::pair{&query.after_event, &query.window.from}, std::pair{&query.before_event, &query.window.to}})
    if (auto found = find(*words, *place); !found || !*found) return found;
  if (query.after_to > 0 && query.window.from) {
    query.window.to = *query.window.from + query.after_to;
    *query.window.from += query.after_from;
  }
  if (query.window.from && query.window.to && *query.window.to <= *query.window.from) {
    why.reason = query.before_event.empty() && query.after_event.empty()
                     ? "That part of the capture would end before it begins."
                     : "The " + query.before_event + " does not lie behind the " + query.after_event + ".";
    return false;
  }
  return true;
}

}  // namespace nsys_ai::inline agent
