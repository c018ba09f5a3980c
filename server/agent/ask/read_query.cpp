// Words are linked to the names of the profile, and put together to one query.
#include "agent/ask/read_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "agent/ask/arithmetic.h"
#include "agent/ask/between.h"
#include "agent/ask/delays.h"
#include "agent/ask/event_window.h"
#include "agent/ask/known_query.h"
#include "agent/ask/named_processes.h"
#include "agent/ask/names.h"
#include "agent/ask/neighbour.h"
#include "agent/ask/paraphrase.h"
#include "agent/ask/ratio.h"
#include "agent/ask/reasons.h"
#include "agent/ask/restated.h"
#include "agent/ask/sentences.h"
#include "agent/ask/tasks.h"
#include "agent/ask/together.h"
#include "agent/ask/two_points.h"
#include "agent/ask/two_questions.h"
#include "agent/ask/word_signs.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "sql/query.h"

namespace nsys_ai::inline agent {
namespace {

bool is_unknown(const ReadWords& reading, size_t at, size_t tokens) {
  return std::any_of(reading.unknown.begin(), reading.unknown.end(),
                     [&](const UnknownWord& u) { return u.at >= at && u.at < at + tokens; });
}

// Whether words that hyphens join are one name of the profile.
bool joins_to_name(const Profile& profile, const ReadWords& reading, size_t at, const Work& work) {
  const WordToken& token = reading.tokens[at];
  if (token.joins < 2 || !is_unknown(reading, at, token.joins)) return false;
  const auto things = things_named(profile, {token.joined, true}, work);
  return things && !things->empty();
}

// The question with words put right that are one letter away from a known one, and with names that hyphens
// join in quotation marks; empty where nothing is to be put right.
std::string put_right(const Profile& profile, const ReadWords& reading, const Work& work,
                      std::vector<std::string>& notes) {
  std::string text;
  bool changed = false;
  for (size_t i = 0; i < reading.tokens.size(); ++i) {
    const WordToken& token = reading.tokens[i];
    if (joins_to_name(profile, reading, i, work)) {
      text += (text.empty() ? "\"" : " \"") + token.joined + "\"";
      i += token.joins - 1;
      changed = true;
      continue;
    }
    std::string word = token.quoted ? "\"" + token.raw + "\"" : token.raw;
    if (is_unknown(reading, i, 1) && !token.quoted && !token.like_name) {
      const auto things = things_named(profile, {token.raw, false}, work);
      const std::string known = things && things->empty() ? corrected(token.word) : "";
      if (!known.empty()) {
        notes.push_back(fmt::format("`{}` was read as `{}`", shortened(one_line(token.raw), 40), known));
        word = known;
        changed = true;
      }
    }
    text += (text.empty() ? "" : " ") + word;
  }
  return changed ? text : "";
}

}  // namespace

void set_relative_window(const Profile& profile, const ReadWords& reading, AskQuery& query) {
  if (!reading.relative) return;
  const Interval whole = Scope::whole(profile).window();
  const auto part = static_cast<int64_t>(reading.relative->share * static_cast<double>(whole.duration()));
  const int64_t length = part > 0 ? part : reading.relative->ns;
  if (reading.relative->from_start)
    query.window = {std::nullopt, whole.start + length};
  else
    query.window = {whole.end - length, std::nullopt};
}

namespace {

// Where MPI was not traced, programs and libraries may have marked its calls with ranges.
void find_mpi(const Profile& profile, ReadQuery& read, const Work& work) {
  constexpr const char* kPrefix = "MPI_";
  const auto traced = run_query(
      profile, Scope::whole(profile),
      {.sql = "SELECT 1 FROM mpi_call UNION ALL SELECT 1 FROM nvtx WHERE domain_name = 'MPI' LIMIT 1"}, {},
      work);
  if (!traced || !traced->table.rows.empty()) return;
  const auto things = things_named(profile, {kPrefix, true}, work);
  const bool marked = things && std::any_of(things->begin(), things->end(), [](const NamedThing& thing) {
                        return thing.subject == Subject::range;
                      });
  if (!marked) {
    read.problem =
        "The capture recorded no calls of MPI, and whether there were any it does not say: capture with `--trace=mpi`.";
    return;
  }
  read.query.subject = Subject::range;
  if (read.query.name.empty()) read.query.name = kPrefix;
  read.notes.emplace_back("calls of MPI are recorded here as NVTX ranges");
}

}  // namespace

Result<ReadQuery> read_plain_query(const Profile& profile, std::string_view question, const Work& work) {
  ReadQuery read;
  ReadWords reading = read_question(question);
  if (reading.problem.empty() && !reading.unknown.empty()) {
    const std::string right = put_right(profile, reading, work, read.notes);
    if (!right.empty()) reading = read_question(right);
  }
  auto linked = linked_question(profile, std::move(reading), work);
  if (!linked) return tl::unexpected(linked.error());
  read.problem = linked->problem;
  if (!read.problem.empty()) return read;
  if (linked->reading.tokens.empty()) {
    read.problem = "There is no question.";
    return read;
  }
  Assembled assembled = assemble(linked->reading, linked->names);
  read.problem = std::move(assembled.problem);
  read.query = std::move(assembled.query);
  set_relative_window(profile, linked->reading, read.query);
  if (read.problem.empty() && read.query.subject == Subject::mpi_call) find_mpi(profile, read, work);
  return read;
}

namespace {

// Beside an event of one GPU stands what that GPU ran: the part that is named is that of both.
void share_neighbour_part(const Profile& profile, std::string_view question, ReadQuery& read) {
  const AskQuery part = read_question(question).numbers;
  AskQuery& query = read.query;
  if (query.gpus.empty()) query.gpus = part.gpus;
  if (!query.process) query.process = part.process;
  if (!query.stream) query.stream = part.stream;
  query.wanted = Wanted::name;
  if (query.gpus.empty() && !query.process && profile.devices().size() > 1)
    read.problem = "The capture has several GPUs: say on which, as in `on GPU 0`.";
}

Result<ReadQuery> read_as_written(const Profile& profile, std::string_view question, const Work& work) {
  if (const std::string beside = neighbour_question(tokens_of(question)); !beside.empty()) {
    auto read = read_event_window(profile, beside, work);
    if (!read) return tl::unexpected(read.error());
    if (*read && (*read)->problem.empty()) {
      share_neighbour_part(profile, question, **read);
      return std::move(**read);
    }
  }
  auto computed = read_arithmetic(profile, question, work);
  if (!computed) return tl::unexpected(computed.error());
  if (*computed) return std::move(**computed);
  auto ratio = read_ratio(profile, question, work);
  if (!ratio) return tl::unexpected(ratio.error());
  if (*ratio) return std::move(**ratio);
  const std::vector<WordToken> tokens = tokens_of(question);
  // What both GPUs run at once is no overlap of each.
  if (says_anywhere(tokens, {"both"})) {
    auto both = read_together(profile, question, work);
    if (!both) return tl::unexpected(both.error());
    if (*both) return std::move(**both);
  }
  auto read = read_plain_query(profile, question, work);
  const bool two_points = says_two_points(tokens);
  // One of two points is no answer, though its words read as a question.
  const bool one_of_two =
      two_points && read && read->query.intent == Intent::measure && !is_of_kernels(read->query.measure);
  if (!read || (read->problem.empty() && !one_of_two)) return read;
  auto sum = read_sum(profile, question, work);
  if (!sum) return tl::unexpected(sum.error());
  if (*sum) return std::move(**sum);
  auto together = read_together(profile, question, work);
  if (!together) return tl::unexpected(together.error());
  if (*together) return std::move(**together);
  auto between = read_between(profile, two_points ? with_second_thing(tokens) : std::string(question), work);
  if (!between) return tl::unexpected(between.error());
  if (*between) return std::move(**between);
  auto bounded = read_event_window(profile, question, work);
  if (!bounded) return tl::unexpected(bounded.error());
  if (*bounded) return std::move(**bounded);
  if (read->problem.empty())
    read->problem = "From the start or the end of which to the start or the end of which? Say both.";
  return read;
}

Result<ReadQuery> read_sentence(const Profile& profile, std::string_view asked, const Work& work) {
  const std::string question = in_sure_words(asked);
  auto read = read_as_written(profile, question, work);
  if (!read) return read;
  // A mark that parts no words is none of their letters.
  if (question.find(" / ") != std::string_view::npos && read->query.intent != Intent::quotient)
    read->problem = "I do not know what `/` asks: say `A as a share of B`.";
  if (says_lower_place(tokens_of(question)) && read->query.intent == Intent::measure && read->query.rank == 1)
    read->problem =
        "Which of them is in that place, ranked by what? Say the second longest, or the second by total time.";
  if (asks_of_both_at_once(tokens_of(question)) && read->query.intent != Intent::together)
    read->problem = "I know when each GPU is busy or idle, and not when all of them are at once.";
  const bool any_runs = asks_while_any_runs(tokens_of(asked));
  if (any_runs && is_duration_of_each(read->query))
    read->problem = "Is it the time with a kernel running, or the duration of each? Say which.";
  // `its launch` is of what is asked about, and no event of its own.
  if (says_its_launch(tokens_of(question)) && !is_about_launch(read->query))
    read->problem =
        "Of which delay? Say launch latency, from the start of the launch call, or queue time, from its end.";
  if (read->problem.empty()) return read;
  const WorkKinds has{profile.kernels().size() > 0, profile.copies().size() > 0,
                      profile.memsets().size() > 0};
  const std::string plain = in_plain_words(question, has);
  if (plain == question) return read;
  auto plainly = read_as_written(profile, plain, work);
  if (!plainly) return plainly;
  const bool other = (says_its_launch(tokens_of(plain)) && !is_about_launch(plainly->query)) ||
                     (any_runs && is_duration_of_each(plainly->query));
  if (!plainly->problem.empty() || other || plain.find(" / ") != std::string::npos) return read;
  plainly->notes.insert(plainly->notes.begin(),
                        fmt::format("it was read as `{}`", shortened(one_line(plain), 120)));
  return plainly;
}

}  // namespace

namespace {

Result<ReadQuery> read_by_words(const Profile& profile, std::string_view question, const Work& work) {
  const auto read_part = [&](const std::string& part) {
    auto read = read_sentence(profile, part, work);
    if (read)
      read->notes.insert(read->notes.begin(),
                         fmt::format("it was read as `{}`", shortened(one_line(part), 120)));
    return read;
  };
  // What is done first has words that would be read as part of the question, and so has a reason.
  for (const std::string& asked : {without_task(question), with_neighbour_named(question)}) {
    if (asked.empty()) continue;
    auto read = read_part(asked);
    if (!read || read->problem.empty()) return read;
  }
  if (const std::string alone = without_reason(question); !alone.empty()) {
    auto read = read_part(alone);
    if (!read || read->problem.empty()) return read;
  }
  auto read = read_sentence(profile, question, work);
  const std::string delay = with_delays_named(question);
  if (!read || (read->problem.empty() && (delay.empty() || is_about_launch(read->query)))) return read;
  std::vector<std::string> parts = without_comments(question);
  if (!delay.empty()) parts.insert(parts.begin(), delay);
  if (const std::string sentence = sentence_that_asks(question); !sentence.empty())
    parts.insert(parts.begin(), {without_reason(sentence), sentence});
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    auto of_part = read_part(part);
    if (!of_part || of_part->problem.empty()) return of_part;
  }
  return read;
}

// The query that the nearest known wording asks; none where it is not likely enough, or nothing that is read.
// What is understood says it; no note has to.
Result<std::optional<ReadQuery>> read_known(const Profile& profile, const std::optional<LikelyQuery>& likely,
                                            double enough, const Work& work) {
  if (!likely || likely->query.empty() || likely->probability < enough) return std::optional<ReadQuery>();
  auto read = read_as_written(profile, likely->query, work);
  if (!read) return tl::unexpected(read.error());
  if (!read->problem.empty()) return std::optional<ReadQuery>();
  return std::optional(std::move(*read));
}

// One figure or one event: what is put together of several is told by more than its words, and a kernel is
// not called as a call is.
bool is_one_figure(const AskQuery& q) {
  const bool called =
      q.subject == Subject::kernel && q.name.starts_with("cu") && q.name.find("Launch") != std::string::npos;
  return q.intent == Intent::measure && q.group == Dimension::none && q.top == 0 && !q.minus_gpu &&
         !q.minus_process && !q.whether && !called;
}

// Names stand in quotation marks where a query is told.
bool is_same_but_for_marks(std::string query, std::string_view question) {
  std::string asked(question);
  std::erase(query, '"');
  std::erase(asked, '"');
  return ascii_lower(query) == ascii_lower(asked);
}

}  // namespace

namespace {

Result<ReadQuery> read_whole(const Profile& profile, std::string_view asked, bool may_be_two,
                             const Work& work) {
  // So little that it may be right only because others are wrong.
  constexpr double kEnough = 0.85;
  auto written = read_as_written(profile, asked, work);
  if (!written) return written;
  if (written->problem.empty() && is_same_but_for_marks(understood(written->query), asked)) return written;
  auto likely = known_query(profile, asked, work);
  if (!likely) return tl::unexpected(likely.error());
  // What others asked just so needs no other words.
  const bool is_known = *likely && (*likely)->known;
  auto numbered = with_processes_numbered(profile, asked, work);
  if (!numbered) return tl::unexpected(numbered.error());
  const std::string question = is_known ? std::string(asked) : restated(*numbered, numbered_places(profile));
  // Between two points, the words themselves say which.
  if ((says_both_points(question, question) || says_spacing(question)) && question != asked)
    likely = std::optional<LikelyQuery>();
  else if (question != asked)
    likely = known_query(profile, question, work);
  if (!likely) return tl::unexpected(likely.error());
  auto known = read_known(profile, *likely, kSureOfWording, work);
  if (!known) return tl::unexpected(known.error());
  if (*known) return std::move(**known);
  auto read = read_by_words(profile, question, work);
  if (read && read->problem.empty() && *likely && (*likely)->query.empty())
    read->problem = "In these words I do not know what it asks of this capture: say it in others.";
  if (!read) return read;
  if (read->problem.empty()) {
    // What is given beside it says more of what is missing.
    if (read->query.measure == Measure::mfu) return read;
    const std::string query = understood(read->query);
    if (says_both_points(question, query) || (says_spacing(question) && says_spacing(query))) return read;
    const auto borne = query_borne_out(profile, question, query, work);
    if (!borne) return tl::unexpected(borne.error());
    // A pattern of names may have become a family.
    const bool pattern = question.find('*') != std::string::npos;
    const bool bounded = !read->query.after_event.empty() || !read->query.before_event.empty();
    const bool says_bound = says_anywhere(tokens_of(question),
                                          {"after", "before", "between", "during", "once", "until", "since"});
    const bool bold =
        *borne == BorneOut::no && is_one_figure(read->query) && !pattern && (!bounded || says_bound);
    if (*borne == BorneOut::yes || *borne == BorneOut::untold || bold) return read;
    read->doubt = fmt::format(
        "It may ask `{}`, but nobody is known to say it so: ask just that, or say it in other words.", query);
  }
  const bool by_twin = *likely && (*likely)->by_twin;
  known = read_known(profile, *likely, by_twin ? kSureOfWording : kEnough, work);
  if (!known) return tl::unexpected(known.error());
  if (*known) return std::move(**known);
  if (may_be_two && !asks_of_both_at_once(tokens_of(question))) {
    auto two = read_two_questions(
        question, [&](const std::string& one) { return read_whole(profile, one, false, work); });
    if (!two) return tl::unexpected(two.error());
    if (*two) return std::move(**two);
  }
  return read;
}

}  // namespace

Result<ReadQuery> read_query(const Profile& profile, std::string_view asked, const Work& work) {
  return read_whole(profile, asked, true, work);
}

}  // namespace nsys_ai::inline agent
