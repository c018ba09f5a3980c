// Every broken profile of the corpus loads or is refused in a sentence, in time, within its memory, and stays
// as it was.
#include <gtest/gtest.h>

#include <functional>

#include "profile/load/load.h"
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/isolated.h"
#include "tests/fuzz/seed.h"
#include "tests/fuzz/silence.h"
#include "tests/fuzz/untouched.h"
#include "tests/fuzz/walk.h"

namespace nsys_ai::fuzz {
namespace {

// The sanitizers keep what was released for a while, so there the memory says nothing about the loader.
constexpr size_t kMaxMemory = NSYS_AI_TEST_SANITIZED ? SIZE_MAX : size_t{384} << 20;
constexpr std::chrono::seconds kMaxTime{NSYS_AI_TEST_SANITIZED ? 60 : 10};

const Told& plain_told() {
  static const Told told = [] {
    const ScratchFolder folder;
    write_bytes(folder.path() / "plain.sqlite", plain().bytes);
    ProfilePtr profile;
    if (const auto wrong = load_and_walk(folder.path() / "plain.sqlite", &profile); !wrong.empty())
      throw std::runtime_error("the plain seed: " + wrong);
    if (!profile->notes().empty()) throw std::runtime_error("the plain seed: " + profile->notes().front());
    if (auto wrong = silent_difference(folder.path() / "plain.sqlite", *profile); !wrong.empty())
      throw std::runtime_error("the plain seed: " + wrong);
    return fuzz::told(*profile);
  }();
  return told;
}

std::string wrong_with(const Sample& sample, const ProfilePtr& profile) {
  if (sample.must == Must::load_or_refuse) return {};
  if (!profile) return "is refused";
  if (sample.must == Must::load) return {};
  const Told told = fuzz::told(*profile);
  if (told.events != plain_told().events) return "tells other events than the plain seed";
  if (sample.must == Must::report_the_same && told.rows != plain_told().rows)
    return "tells other row numbers than the plain seed";
  return {};
}

// One in so many of the files, spread over all kinds of damage.
bool is_one_in(size_t count, const Sample& sample) {
  return std::hash<std::string>()(sample.name) % count == 0;
}

// Under sanitizers, which take ten times as long, one in eight of the files; the release build loads all of
// them, and the fuzzers try others.
bool is_loaded(const Sample& sample) { return !NSYS_AI_TEST_SANITIZED || is_one_in(8, sample); }

// To ask every skill of a profile takes twenty times as long as to load it, and what is wrong with a file
// mostly shows when it is loaded; the fuzzers ask others.
bool is_asked(const Sample& sample) { return is_one_in(NSYS_AI_TEST_SANITIZED ? 16 : 8, sample); }

Case case_of(Sample sample) {
  std::string name = sample.name;
  return {std::move(name), [sample = std::move(sample)]() -> std::string {
            const ScratchFolder folder;
            const auto path = folder.path() / "broken.sqlite";
            write_bytes(path, sample.bytes);
            const Untouched untouched(folder.path());
            const auto loaded = load_profile(path);
            if (auto wrong = wrong_with_load(loaded); !wrong.empty()) return wrong;
            const ProfilePtr profile = loaded.value_or(nullptr);
            if (profile) {
              if (is_asked(sample))
                if (auto wrong = walk(*profile); !wrong.empty()) return wrong;
              if (auto wrong = silent_difference(path, *profile); !wrong.empty()) return wrong;
            }
            if (auto wrong = untouched.changed(); !wrong.empty()) return wrong;
            return wrong_with(sample, profile);
          }};
}

}  // namespace

void PrintTo(const Group& group, std::ostream* out) { *out << group.name; }

namespace {

class Corpus : public testing::TestWithParam<Group> {};

TEST_P(Corpus, LoadsOrIsRefused) {
  plain_told();
  std::vector<Case> cases;
  size_t samples = 0;
  GetParam().make([&](Sample sample) {
    ++samples;
    if (is_loaded(sample)) cases.push_back(case_of(std::move(sample)));
  });
  EXPECT_GT(samples, 10u);
  EXPECT_FALSE(cases.empty());
  for (const std::string& failure : failures(cases, {kMaxTime, kMaxMemory})) ADD_FAILURE() << failure;
}

INSTANTIATE_TEST_SUITE_P(, Corpus, testing::ValuesIn(groups()),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(CorpusNames, AreTold) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "a sanitizer has its own ways to abort and to count memory";
  const std::vector<Case> cases = {{"good", [] { return std::string(); }},
                                   {"wrong", [] { return std::string("is wrong"); }},
                                   {"crash", []() -> std::string { std::abort(); }},
                                   {"greedy",
                                    []() -> std::string {
                                      std::vector<char> memory(size_t{129} << 19, 'x');  // 64.5 MiB
                                      return memory[memory.size() / 2] == 'y' ? "odd" : "";
                                    }},
                                   {"endless",
                                    []() -> std::string {
                                      for (;;) sleep(1);
                                    }},
                                   {"last", [] { return std::string("is last"); }}};
  const auto found = failures(cases, {std::chrono::seconds(2), size_t{32} << 20});
  const std::vector<std::string> wanted = {"crash: ends with Aborted", "endless: does not end",
                                           "wrong: is wrong", "greedy: took 64 MiB of memory",
                                           "last: is last"};
  EXPECT_EQ(found, wanted);
}

}  // namespace
}  // namespace nsys_ai::fuzz
