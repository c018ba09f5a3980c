// The words of a question that the lexicon does not know, looked up among the names of the profile.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "agent/ask/beyond.h"
#include "agent/ask/inquiry.h"
#include "agent/ask/names.h"
#include "agent/ask/place_words.h"
#include "agent/ask/read_query.h"
#include "base/suggest.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "sql/query.h"

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

// `FSDP::pre_forward of blocks.15`, where a label has both, and neither is known to be of another thing.
bool is_part_of_name(const Profile& profile, const ReadWords& reading, size_t at, const Work& work) {
  const UnknownWord &word = reading.unknown[at], &before = reading.unknown[at - 1];
  const bool of = word.at == before.at + 2 && is_one_of(reading.tokens[before.at + 1], {"of", "for", "in"});
  if (!of || !reading.tokens[word.at].like_name || !reading.tokens[before.at].like_name) return false;
  const auto things = things_named(profile, {before.text + "*" + word.text, true}, work);
  return things && std::ranges::any_of(
                       *things, [](const NamedThing& thing) { return thing.subject == Subject::range; });
}

}  // namespace

Result<std::vector<NamedThing>> things_called(const Profile& profile, const WantedName& wanted,
                                              const Work& work) {
  auto things = things_named(profile, wanted, work);
  if (things && things->empty()) *things = things_without_events(profile, wanted.text, work);
  return things;
}

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
    // What is in quotation marks is a name of its own.
    const auto is_beside = [&](const UnknownWord& before, const UnknownWord& word) {
      return word.at == before.at + 1 && !word.quoted && !before.quoted;
    };
    while (end < unknown.size() &&
           (is_beside(unknown[end - 1], unknown[end]) || is_part_of_name(profile, linked.reading, end, work)))
      ++end;
    if (auto done = link_run(profile, linked, begin, end, work); !done) return tl::unexpected(done.error());
    begin = end;
  }
  return linked;
}

}  // namespace nsys_ai::inline agent
