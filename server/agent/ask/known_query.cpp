// Names are found first: a frame has slots for them. Where a word may be a name or a word, both are tried.
#include "agent/ask/known_query.h"

#include <algorithm>

#include "agent/ask/read_query.h"
#include "agent/known/written_out.h"
#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

struct FoundSpan {
  size_t at = 0, tokens = 1;
  std::string text;
  std::vector<Subject> kinds;
  bool plain = false;  // an English word, for all that can be seen
  bool exact = false;  // something is called just so
};

std::vector<Subject> kinds_of(const std::vector<NamedThing>& things) {
  std::vector<Subject> kinds;
  for (const NamedThing& thing : things)
    if (std::find(kinds.begin(), kinds.end(), thing.subject) == kinds.end()) kinds.push_back(thing.subject);
  return kinds;
}

struct FoundSpans {
  std::vector<FoundSpan> spans;
  bool lacks_name = false;  // it names what the profile does not have
};

Result<FoundSpans> spans_of(const Profile& profile, const ReadWords& reading, const Work& work) {
  constexpr size_t kLongestName = 4;  // in words
  FoundSpans found;
  const auto& unknown = reading.unknown;
  for (size_t i = 0; i < unknown.size();) {
    // Of each run of an operator PyTorch writes its own.
    if (unknown[i].text == "op_id" || unknown[i].text == "op_ids" || unknown[i].text == "seq") {
      ++i;
      continue;
    }
    size_t run = 1;
    while (i + run < unknown.size() && run < kLongestName && unknown[i + run].at == unknown[i].at + run &&
           !unknown[i + run].quoted && !unknown[i + run - 1].quoted)
      ++run;
    bool taken = false;
    for (; run > 0 && !taken; --run) {
      std::string text;
      bool like_name = false;
      for (size_t k = i; k < i + run; ++k) {
        text += (k == i ? "" : "*") + unknown[k].text;
        like_name = like_name || reading.tokens[unknown[k].at].like_name || unknown[k].quoted;
      }
      if (run > 1 && !like_name) continue;
      const auto things = things_called(profile, {text, like_name}, work);
      if (!things) return tl::unexpected(things.error());
      if (things->empty()) {
        if (run == 1 && like_name) found.lacks_name = true;
        continue;
      }
      const bool exact =
          std::any_of(things->begin(), things->end(), [](const NamedThing& t) { return t.exact; });
      found.spans.push_back({unknown[i].at, run, text, kinds_of(*things), !like_name, exact});
      i += run;
      taken = true;
      ++run;
    }
    if (!taken) ++i;
  }
  // `the kernels of nvFuser, named nvfuser_*`: one name.
  for (FoundSpan& span : found.spans)
    for (const FoundSpan& other : found.spans)
      if (!span.exact && other.text.size() > span.text.size() && span.kinds == other.kinds &&
          ascii_lower(other.text).starts_with(ascii_lower(span.text)))
        span.text = other.text;
  // Beside what is written as a name, a word that some name has within is a word.
  if (std::any_of(found.spans.begin(), found.spans.end(), [](const FoundSpan& span) { return !span.plain; }))
    std::erase_if(found.spans, [](const FoundSpan& span) { return span.plain && !span.exact; });
  return found;
}

std::vector<std::vector<NamedSpan>> ways_of(const std::vector<FoundSpan>& spans) {
  constexpr size_t kMost = 8;
  std::vector<std::vector<NamedSpan>> ways = {{}};
  for (const FoundSpan& span : spans) {
    std::vector<std::vector<NamedSpan>> longer;
    for (const auto& way : ways) {
      for (const Subject kind : span.kinds) {
        longer.push_back(way);
        longer.back().push_back({span.at, span.tokens, kind, span.text});
      }
      if (span.plain && is_common_word(span.text)) longer.push_back(way);
    }
    if (longer.size() > kMost) longer.resize(kMost);
    ways = std::move(longer);
  }
  return ways;
}

// `not on stream 7`, `except those on GPU 0`, `overlapping with stream 8`: a place that is no part of the
// question.
bool sets_place_apart(const std::vector<WordToken>& tokens) {
  for (size_t at = 0; at + 1 < tokens.size(); ++at) {
    if (!says_at(tokens, at, {"gpu", "gpus", "device", "stream", "streams", "process", "pid", "thread"}) ||
        !tokens[at + 1].number)
      continue;
    size_t before = at;
    while (before > 0 &&
           says_at(tokens, before - 1, {"on", "of", "in", "with", "from", "the", "those", "that"}))
      --before;
    if (before > 0 && says_at(tokens, before - 1,
                              {"not", "except", "excluding", "without", "but", "outside", "overlap",
                               "overlaps", "overlapping", "concurrently", "beside"}))
      return true;
    if (before > 1 && says_at(tokens, before - 1, {"than"}) &&
        says_at(tokens, before - 2, {"other", "rather"}))
      return true;
  }
  return false;
}

}  // namespace

Result<NameWays> name_ways(const Profile& profile, const ReadWords& reading, const Work& work) {
  auto found = spans_of(profile, reading, work);
  if (!found) return tl::unexpected(found.error());
  return NameWays{ways_of(found->spans), found->lacks_name};
}

namespace {

// What names a thing of its own kind comes first where it is sure.
bool is_better(const LikelyQuery& one, const LikelyQuery& other) {
  const auto is_sure = [](const LikelyQuery& each) {
    return !each.by_twin && each.probability >= kSureOfWording;
  };
  return is_sure(one) != is_sure(other) ? is_sure(one) : one.probability > other.probability;
}

Result<std::optional<LikelyQuery>> nearest_query(const Profile& profile, std::string_view question,
                                                 const std::string& remark, const Work& work) {
  std::optional<LikelyQuery> best;
  const ReadWords reading = read_question(question);
  const auto names_of = name_ways(profile, reading, work);
  if (!names_of) return tl::unexpected(names_of.error());
  if (names_of->lacks_name || sets_place_apart(reading.tokens)) return best;
  const Frame beside = frame_of(tokens_of(remark), {});
  for (const auto& names : names_of->ways) {
    const Frame frame = frame_of(reading.tokens, names);
    auto likely = remark.empty() ? likely_query(frame) : likely_query(frame, beside);
    if (likely && (!best || is_better(*likely, *best))) best = std::move(likely);
  }
  return best;
}

}  // namespace

Result<std::optional<LikelyQuery>> known_query(const Profile& profile, std::string_view question,
                                               const Work& work) {
  constexpr size_t kLongest = 400;  // longer ones say more than one thing
  if (question.size() > kLongest) return std::optional<LikelyQuery>();
  const std::string written = written_out(question);
  auto whole = nearest_query(profile, written, "", work);
  if (!whole || (*whole && (*whole)->probability >= kSureOfWording)) return whole;
  const Bracketed parted = without_brackets(written);
  if (parted.remark.empty()) return whole;
  auto rest = nearest_query(profile, parted.rest, parted.remark, work);
  if (!rest) return rest;
  // Less was read, so it has to be surer.
  constexpr double kSureOfRest = 0.95;
  return *rest && (*rest)->probability >= kSureOfRest ? rest : whole;
}

Result<BorneOut> query_borne_out(const Profile& profile, std::string_view question, const std::string& query,
                                 const Work& work) {
  const ReadWords reading = read_question(written_out(question));
  const auto names_of = name_ways(profile, reading, work);
  if (!names_of) return tl::unexpected(names_of.error());
  BorneOut best = BorneOut::untold;
  for (const auto& names : names_of->ways)
    best = std::max(best, borne_out(frame_of(reading.tokens, names), query));
  return best;
}

}  // namespace nsys_ai::inline agent
