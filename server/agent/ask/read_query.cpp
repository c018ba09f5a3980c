// Words are linked to the names of the profile, and put together to one query.
#include "agent/ask/read_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "agent/ask/arithmetic.h"
#include "agent/ask/between.h"
#include "agent/ask/beyond.h"
#include "agent/ask/event_window.h"
#include "agent/ask/names.h"
#include "agent/ask/neighbour.h"
#include "agent/ask/paraphrase.h"
#include "agent/ask/place_words.h"
#include "agent/ask/ratio.h"
#include "agent/ask/together.h"
#include "agent/ask/two_points.h"
#include "agent/ask/which_of_two.h"
#include "base/suggest.h"
#include "base/text_pattern.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

// Whether the word may be a slip of the other one or a part of it: with more letters changed it is another
// word.
bool is_slip_of(const std::string& word, const std::string& known) {
  constexpr size_t kShortest = 4, kLettersToSlip = 6;
  if (word.size() < kShortest) return false;
  return known.find(word) != std::string::npos ||
         edit_distance(word, known) <= std::max<size_t>(1, word.size() / kLettersToSlip);
}

std::string unknown_word(const Profile& profile, const ReadWords& reading, const std::string& word) {
  const std::string shown = shortened(one_line(word), 80);
  // What the question is about may be known, though the word is not.
  if (const std::string why = why_beyond(reading.tokens); !why.empty())
    return fmt::format("I do not know what `{}` asks of this capture. {}", shown, why);
  std::vector<std::string> near = near_names(profile, word);
  // Some words are known beside others alone.
  for (std::string& known : nearest_words(ascii_lower(word)))
    if (known != ascii_lower(word)) near.push_back(std::move(known));
  std::erase_if(near,
                [&](const std::string& each) { return !is_slip_of(ascii_lower(word), ascii_lower(each)); });
  if (near.size() > 3) near.resize(3);
  for (std::string& each : near) each = "`" + shortened(one_line(each), 60) + "`";
  return fmt::format("I do not know what `{}` asks of this capture{}.", shown,
                     near.empty() ? "" : "; nearest: " + either(near));
}

// Names that the search of names does not list: collectives that did not run, calls of the operating system
// and of MPI.
std::vector<NamedThing> things_without_events(const Profile& profile, const std::string& name,
                                              const Work& work) {
  const std::vector<WordToken> words = tokens_of(name);
  if (words.size() == 1)
    for (const Meaning& meaning : phrase_at(words, 0).meanings)
      if (meaning.role == Role::name) return {{Subject::kernel, name, true}};
  std::vector<NamedThing> things;
  for (const auto& [subject, table] :
       {std::pair{Subject::os_call, "os_call"}, std::pair{Subject::mpi_call, "mpi_call"}}) {
    const auto found = run_query(
        profile, Scope::whole(profile),
        {.sql = fmt::format("SELECT 1 FROM {} WHERE name = {} LIMIT 1", table, sql_text(name))}, {}, work);
    if (found && !found->table.rows.empty()) things.push_back({subject, name, true});
  }
  return things;
}

// `NVRTC compilation` of `Nvrtc::CompileProgram`: words without what English puts behind them; empty where
// one is too short to be sure of.
std::string stems_of(const ReadWords& reading, size_t begin, size_t end) {
  constexpr size_t kShortest = 5;
  std::string all;
  for (size_t i = begin; i < end; ++i) {
    std::string stem = reading.unknown[i].text;
    for (const std::string_view ending : {"ations", "ation", "ings", "ing", "ed", "es", "s"})
      if (stem.size() >= ending.size() + kShortest && stem.ends_with(ending)) {
        stem.erase(stem.size() - ending.size());
        break;
      }
    if (stem.size() < kShortest) return "";
    all += (all.empty() ? "" : "*") + stem;
  }
  return all;
}

// What the capture has no call of is asked for by its name all the same: it was called 0 times.
bool is_name_of_call(const Profile& profile, const WordToken& token) {
  const std::string& name = token.raw;
  const auto is_upper = [&](size_t at) {
    return name.size() > at + 1 && std::isupper(static_cast<unsigned char>(name[at])) != 0;
  };
  const bool cuda = name.starts_with("cuda") && is_upper(4);
  const bool driver = name.starts_with("cu") && is_upper(2);
  return profile.calls().size() > 0 && (cuda || driver) &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

bool is_name_of_mpi(const WordToken& token) {
  constexpr std::string_view kPrefix = "MPI_";
  return token.raw.starts_with(kPrefix) && token.raw.size() > kPrefix.size();
}

// The name without the `s` behind it; empty where there is none.
std::string singular(const std::string& name) {
  return name.ends_with('s') ? name.substr(0, name.size() - 1) : "";
}

// `are both GPUs idle` is of the moments when both are, and no figure of each; `in total` is of each.
bool asks_of_both_at_once(const std::vector<WordToken>& tokens) {
  constexpr std::string_view kAdded[] = {"total", "together", "combined", "sum", "summed", "altogether"};
  for (const WordToken& token : tokens)
    if (std::find(std::begin(kAdded), std::end(kAdded), token.word) != std::end(kAdded)) return false;
  constexpr std::string_view kStates[] = {"idle", "busy", "active", "working", "computing"};
  for (size_t i = 0; i + 3 < tokens.size(); ++i) {
    const bool are = tokens[i].word == "are" || tokens[i].word == "were" || tokens[i].word == "when";
    const bool all = tokens[i + 1].word == "both" || tokens[i + 1].word == "all";
    const bool gpus = tokens[i + 2].word == "gpus" || tokens[i + 2].word == "devices";
    if (are && all && gpus &&
        std::find(std::begin(kStates), std::end(kStates), tokens[i + 3].word) != std::end(kStates))
      return true;
  }
  return false;
}

// Words side by side may be one name.
Result<void> link_run(const Profile& profile, LinkedQuestion& linked, size_t begin, size_t end,
                      const Work& work) {
  const auto& unknown = linked.reading.unknown;
  std::string whole;
  for (size_t i = begin; i < end; ++i) whole += (i == begin ? "" : " ") + unknown[i].text;
  // `A B`, and `A (B)` whose marks the words have lost.
  std::string apart = whole;
  std::replace(apart.begin(), apart.end(), ' ', '*');
  for (const std::string& text : {whole, apart, stems_of(linked.reading, begin, end)}) {
    if (end - begin < 2 || text.empty()) break;
    auto things = things_named(profile, {text, true}, work);
    if (!things) return tl::unexpected(things.error());
    if (things->empty()) continue;
    linked.names.push_back(
        {std::move(*things), text, unknown[begin].follows_inside, unknown[begin].at, end - begin});
    return {};
  }
  for (size_t i = begin; i < end; ++i) {
    const WordToken& token = linked.reading.tokens[unknown[i].at];
    auto things = things_named(profile, {unknown[i].text, token.like_name || token.quoted}, work);
    if (!things) return tl::unexpected(things.error());
    // `how many cudaLaunchKernels`.
    const std::string one =
        is_name_of_call(profile, token) || is_name_of_mpi(token) ? singular(token.raw) : "";
    if (things->empty() && !one.empty()) {
      things = things_named(profile, {one, true}, work);
      if (!things) return tl::unexpected(things.error());
      if (!things->empty()) {
        linked.names.push_back({std::move(*things), one, unknown[i].follows_inside, unknown[i].at, 1});
        continue;
      }
    }
    if (things->empty()) *things = things_without_events(profile, unknown[i].text, work);
    if (things->empty() && is_name_of_call(profile, token))
      *things = {{Subject::call, unknown[i].text, true}};
    if (things->empty() && is_name_of_mpi(token)) *things = {{Subject::mpi_call, unknown[i].text, true}};
    if (things->empty() && !token.quoted && is_idle_word(token.word)) continue;
    if (things->empty()) {
      linked.problem = unknown_word(profile, linked.reading, unknown[i].text);
      return {};
    }
    linked.names.push_back(
        {std::move(*things), unknown[i].text, unknown[i].follows_inside, unknown[i].at, 1});
  }
  return {};
}

// Whether names of it are in no list of names.
bool is_named_alone(Subject subject) {
  return subject == Subject::os_call || subject == Subject::mpi_call || subject == Subject::overhead;
}

// A name behind the word of what has it needs no profile: `OS call poll`.
bool names_itself(const ReadWords& reading) {
  return std::any_of(reading.clues.begin(), reading.clues.end(), [](const Clue& c) {
    return c.role == Role::subject && is_named_alone(static_cast<Subject>(c.value));
  });
}

bool is_unknown(const ReadWords& reading, size_t at, size_t tokens) {
  return std::any_of(reading.unknown.begin(), reading.unknown.end(),
                     [&](const UnknownWord& u) { return u.at >= at && u.at < at + tokens; });
}

// `FSDP::pre_forward of blocks.15`, where a label has both, and neither is known to be of another thing.
bool is_part_of_name(const Profile& profile, const ReadWords& reading, size_t at, const Work& work) {
  const UnknownWord &word = reading.unknown[at], &before = reading.unknown[at - 1];
  const bool of = word.at == before.at + 2 && is_one_of(reading.tokens[before.at + 1], {"of", "for", "in"});
  if (!of || !reading.tokens[word.at].like_name || !reading.tokens[before.at].like_name) return false;
  const auto things = things_named(profile, {before.text + "*" + word.text, true}, work);
  return things && std::ranges::any_of(
                       *things, [](const NamedThing& thing) { return thing.subject == Subject::range; });
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

Result<LinkedQuestion> linked_question(const Profile& profile, ReadWords reading, const Work& work) {
  LinkedQuestion linked{std::move(reading), {}, {}};
  linked.problem = linked.reading.problem;
  if (linked.problem.empty()) linked.problem = settle_places(profile, linked.reading);
  const auto& unknown = linked.reading.unknown;
  if (names_itself(linked.reading) && unknown.size() == 1) {
    const auto of = std::ranges::find_if(linked.reading.clues, [](const Clue& c) {
      return c.role == Role::subject && is_named_alone(static_cast<Subject>(c.value));
    });
    const auto subject = static_cast<Subject>(of->value);
    linked.names.push_back({{{subject, unknown[0].text, true}}, unknown[0].text, false, unknown[0].at, 1});
    return linked;
  }
  for (size_t begin = 0; begin < unknown.size() && linked.problem.empty();) {
    size_t end = begin + 1;
    while (end < unknown.size() && (unknown[end].at == unknown[end - 1].at + 1 ||
                                    is_part_of_name(profile, linked.reading, end, work)))
      ++end;
    if (auto done = link_run(profile, linked, begin, end, work); !done) return tl::unexpected(done.error());
    begin = end;
  }
  return linked;
}

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
  auto read = read_plain_query(profile, question, work);
  const std::vector<WordToken> tokens = tokens_of(question);
  const bool two_points = says_two_points(tokens);
  // One of two points is no answer, though its words read as a question.
  const bool one_of_two =
      two_points && read && read->query.pick != Pick::none && !is_of_kernels(read->query.measure);
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

}  // namespace

Result<ReadQuery> read_query(const Profile& profile, std::string_view asked, const Work& work) {
  const std::string question = in_sure_words(asked);
  auto read = read_as_written(profile, question, work);
  if (!read) return read;
  // A mark that parts no words is none of their letters.
  if (question.find(" / ") != std::string_view::npos && read->query.intent != Intent::quotient)
    read->problem = "I do not know what `/` asks: say `A as a share of B`.";
  if (asks_of_both_at_once(tokens_of(question)) && read->query.intent != Intent::together)
    read->problem = "I know when each GPU is busy or idle, and not when all of them are at once.";
  if (read->problem.empty()) return read;
  const WorkKinds has{profile.kernels().size() > 0, profile.copies().size() > 0,
                      profile.memsets().size() > 0};
  std::string plain = in_plain_words(question, has);
  if (const std::string of_two = which_of_two(profile, plain); !of_two.empty()) plain = of_two;
  if (plain == question) return read;
  auto plainly = read_as_written(profile, plain, work);
  if (!plainly) return plainly;
  if (!plainly->problem.empty() || plain.find(" / ") != std::string::npos) return read;
  plainly->notes.insert(plainly->notes.begin(),
                        fmt::format("it was read as `{}`", shortened(one_line(plain), 120)));
  return plainly;
}

}  // namespace nsys_ai::inline agent
