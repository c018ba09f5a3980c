// The words are a question for one event; `start`, `ends` and the like say which of its ends.
#include "agent/ask/time_end.h"

#include <fmt/format.h>

#include <algorithm>

namespace nsys_ai::inline agent {

// The words put before the tokens.
std::vector<WordToken> tokens_before(const std::vector<WordToken>& tokens, std::string_view words) {
  std::vector<WordToken> all = tokens_of(words);
  all.insert(all.end(), tokens.begin(), tokens.end());
  return all;
}

namespace {

bool is_single_event(const AskQuery& q) {
  if (q.subject == Subject::capture) return q.measure == Measure::start || q.measure == Measure::end;
  return q.intent == Intent::measure && q.pick != Pick::none && q.group == Dimension::none && q.top == 0 &&
         q.subject != Subject::none && q.subject < Subject::iteration && !q.whether &&
         q.measure != Measure::count && q.wanted != Wanted::share && q.wanted != Wanted::place;
}

}  // namespace

Result<TimeEnd> time_end(const Profile& profile, const std::vector<WordToken>& tokens, const Work& work) {
  TimeEnd of;
  if (tokens.empty()) return of;
  std::string words = written(tokens);
  // `X start`, `the first kernel ends`.
  if (tokens.size() > 1 &&
      is_one_of(tokens.back(), {"start", "starts", "begin", "begins", "end", "ends", "begun", "started",
                                "ended", "finishes", "finished", "beginning"}))
    words = fmt::format(
        "{} of {}",
        is_one_of(tokens.back(), {"end", "ends", "ended", "finishes", "finished"}) ? "end" : "start",
        written(token_slice(tokens, 0, tokens.size() - 1)));
  auto read = read_plain_query(profile, words, work);
  if (!read) return tl::unexpected(read.error());
  if (!read->problem.empty() || !read->notes.empty() || !is_single_event(read->query)) return of;
  of.query = std::move(read->query);
  if (of.query.measure == Measure::end)
    of.edge = Edge::end;
  else if (of.query.wanted == Wanted::start || of.query.measure == Measure::start)
    of.edge = Edge::start;
  of.known = true;
  return of;
}

void ask_for(AskQuery& query, Edge edge) {
  if (query.subject == Subject::capture) {
    query.measure = edge == Edge::end ? Measure::end : Measure::start;
    return;
  }
  query.measure = edge == Edge::end ? Measure::end : Measure::time;
  query.wanted = edge == Edge::end ? Wanted::value : Wanted::start;
  if (query.pick == Pick::first || query.pick == Pick::last) return;
  if (query.order == Measure::none || query.order == Measure::end) query.order = Measure::time;
}

}  // namespace nsys_ai::inline agent
