// learn-wordings: what questions are read by, from questions and what they ask. docs/CONTRIBUTING.md says
// when.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>

#include "agent/ask/known_query.h"
#include "agent/known/likely_query.h"
#include "agent/known/query_template.h"
#include "agent/known/written_out.h"
#include "profile/library.h"
#include "tests/agent/learn/collect.h"
#include "tests/agent/learn/learner.h"

namespace nsys_ai::test {
namespace {

constexpr const char* kUsage =
    "Usage: learn-wordings collect FOLDER_OF_PROFILES FILE.test...   prints lines for asked.txt\n"
    "       learn-wordings learn FOLDER                              reads FOLDER/asked.txt and written.txt, writes\n"
    "                                                                FOLDER/wordings.txt and weights.txt\n"
    "       learn-wordings nearest PROFILE.sqlite QUESTION           prints what the program finds nearest\n"
    "       learn-wordings try FOLDER ORIGIN...                      learns without those, and asks them\n";

std::vector<Worded> wordings_of(const std::string& folder) {
  std::vector<Worded> all = read_wordings(folder + "/asked.txt");
  for (Worded& one : read_wordings(folder + "/written.txt")) all.push_back(std::move(one));
  return all;
}

int collect(const std::vector<std::string>& arguments) {
  const auto text = collect_wordings({arguments.begin() + 1, arguments.end()}, arguments[0], Work{});
  if (!text) {
    fmt::print(stderr, "{} {}\n", text.error().message, text.error().hint);
    return 1;
  }
  fmt::print("{}", *text);
  return 0;
}

int learn(const std::string& folder) {
  const std::vector<Worded> all = wordings_of(folder);
  if (all.empty()) {
    fmt::print(stderr,
               "There are no wordings in {}/asked.txt and written.txt. Name the folder that has them.\n",
               folder);
    return 1;
  }
  const KnownWordings known = known_of(all);
  std::ofstream(folder + "/wordings.txt") << wordings_text(all);
  std::ofstream(folder + "/weights.txt") << weights_text(known, learned_weights(known, all));
  fmt::print("{} wordings\n", all.size());
  return 0;
}

// Each way of finding names in the question, and the likeliest queries.
int nearest(const std::string& path, const std::string& question) {
  Library library;
  const auto opened = library.open(path, Work{});
  if (!opened) {
    fmt::print(stderr, "{} {}\n", opened.error().message, opened.error().hint);
    return 1;
  }
  const ReadWords reading = read_question(written_out(question));
  const auto names = name_ways(*opened->profile, reading, Work{});
  if (!names) return 1;
  if (names->lacks_name) fmt::print("It names what the profile lacks.\n");
  for (const auto& way : names->ways) {
    const Frame frame = frame_of(reading.tokens, way);
    fmt::print("{}\n", fmt::join(frame.words, " "));
    size_t shown = 0;
    for (const LikelyQuery& likely : likely_queries(frame))
      if (shown++ < 3)
        fmt::print("  {:.3f} {} -> {}\n", likely.probability, likely.query_template, likely.query);
  }
  return 0;
}

// A line for each wording left out: how likely the nearest query is, whether it is the right one, and both.
int try_without(const std::vector<std::string>& arguments) {
  std::vector<Worded> all = wordings_of(arguments[0]), tried;
  const auto is_left_out = [&](const Worded& one) {
    return std::find(arguments.begin() + 1, arguments.end(), one.origin) != arguments.end();
  };
  std::copy_if(all.begin(), all.end(), std::back_inserter(tried), is_left_out);
  std::erase_if(all, is_left_out);
  const KnownWordings known = known_of(all);
  const WordingWeights weights = learned_weights(known, all);
  for (const Worded& one : tried) {
    double best = 0;
    std::string query = "-", like = "-";
    for (const WordingPair& pair : known.candidates(one.frame)) {
      const double probability = weights.probability(pair);
      if (probability <= best || pair.strange) continue;
      best = probability;
      query = known.query_template(*pair.known);
      like = all[pair.known->place].text;
    }
    const bool right = what_is_asked(query) == what_is_asked(one.query_template);
    fmt::print("{:.3f}\t{}\t{}\t{}\t{}\t{}\n", best, right, one.text, one.query_template, query, like);
  }
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  const std::vector<std::string> rest(arguments.begin() + std::min<size_t>(1, arguments.size()),
                                      arguments.end());
  if (!arguments.empty() && arguments[0] == "collect" && rest.size() >= 2) return collect(rest);
  if (!arguments.empty() && arguments[0] == "learn" && rest.size() == 1) return learn(rest[0]);
  if (!arguments.empty() && arguments[0] == "nearest" && rest.size() == 2) return nearest(rest[0], rest[1]);
  if (!arguments.empty() && arguments[0] == "try" && rest.size() >= 2) return try_without(rest);
  fmt::print(stderr, "{}", kUsage);
  return 2;
}

}  // namespace
}  // namespace nsys_ai::test

int main(int count, char** arguments) { return nsys_ai::test::run({arguments + 1, arguments + count}); }
