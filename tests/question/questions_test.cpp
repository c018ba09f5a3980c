// Asks the questions of tests/question/*.test, a test of its own for each. SQLite on the file itself is the
// second judge, and what was understood is read again as the same query.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include "agent/eval/judge.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "question/answer.h"
#include "tests/support/needs_captures.h"
#include "tests/support/places.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

// A profile and a copy of its file for SQL, opened once.
struct AskedProfile {
  TemporaryFolder folder;
  ProfilePtr profile;
  std::unique_ptr<sketch::Database> sql;
  AnswerCache answers;
};

AskedProfile& asked_profile(const std::string& name) {
  static std::map<std::string, std::unique_ptr<AskedProfile>> all;
  auto& one = all[name];
  if (one) return *one;
  one = std::make_unique<AskedProfile>();
  const fs::path copy = one->folder / "profile.sqlite", source = profiles_folder() / (name + ".sqlite");
  fs::copy_file(source, copy);
  fs::permissions(copy, fs::perms::owner_all);
  auto loaded = load_profile(source);
  if (!loaded) throw std::runtime_error(loaded.error().message);
  one->profile = *loaded;
  one->sql = std::make_unique<sketch::Database>(copy.string());
  return *one;
}

AskAnswer answer_to(const QuestionCase& of, const std::string& question) {
  AskedProfile& asked = asked_profile(of.profile);
  auto answer = ask(asked.profile, asked.answers, {question});
  if (!answer) throw std::runtime_error(answer.error().message);
  return *answer;
}

std::string shown_fact(const AskAnswer& answer) {
  return answer.facts.empty() ? "nothing" : readable(answer.facts[0].value, answer.facts[0].unit);
}

class AskedQuestion : public testing::Test {
 public:
  explicit AskedQuestion(QuestionCase wanted) : case_(std::move(wanted)) {}

  void TestBody() override {
    if (!fs::exists(profiles_folder() / (case_.profile + ".sqlite"))) GTEST_SKIP() << needs_captures();
    check_sql();
    const AskAnswer answer = answer_to(case_, case_.wordings[0]);
    EXPECT_EQ(judge_answer(answer, case_), Verdict::right)
        << case_.profile << ": " << case_.wordings[0] << "\n  not " << case_.answer.value << " "
        << case_.answer.unit << " but " << shown_fact(answer) << "\n  understood: " << answer.understood
        << "\n  " << answer.text << answer.reason;
    if (answer.outcome == AskOutcome::refused) {
      EXPECT_NE(answer.reason, "");
    }
    if (answer.outcome != AskOutcome::answered) {
      EXPECT_EQ(answer.instead.size(), 3U) << "what can be asked is told";
    }
    for (const std::string& words : case_.says)
      EXPECT_NE(ascii_lower(answer.text + answer.reason).find(ascii_lower(words)), std::string::npos)
          << "does not say " << words << ":\n  " << answer.text << answer.reason;
    if (answer.outcome == AskOutcome::answered) check_again(answer);
  }

 private:
  void check_sql() {
    if (case_.sql.empty()) return;
    // A statement that takes SQLite longer is the reason for other tables, and no judge here.
    constexpr int kSteps = 5'000'000;
    const auto got = asked_profile(case_.profile).sql->answer_within(kSteps, case_.sql);
    if (!got) return;
    if (case_.answer.unit == "name")
      EXPECT_EQ(*got, case_.answer.value) << "SQL and the answer differ";
    else
      EXPECT_TRUE(is_about(std::stod("0" + *got), case_.answer)) << "SQL answers " << *got;
  }

  void check_again(const AskAnswer& answer) {
    const AskAnswer again = answer_to(case_, answer.understood);
    EXPECT_EQ(again.query, answer.query) << answer.understood;
    ASSERT_FALSE(again.facts.empty()) << answer.understood;
    EXPECT_EQ(again.facts[0].value, answer.facts[0].value);
  }

  QuestionCase case_;
};

std::string name_of_case(const QuestionCase& of) {
  std::string plain;
  for (const char c : of.profile + "_" + of.wordings[0])
    if (std::isalnum(static_cast<unsigned char>(c)))
      plain += c;
    else if (!plain.empty() && plain.back() != '_')
      plain += '_';
  while (!plain.empty() && plain.back() == '_') plain.pop_back();
  return plain;
}

// What skills and statements answered once is taken from the cache.
class KeptAnswers : public testing::Test {
  void TestBody() override {
    const auto profile = load_profile(write_sketch("gpu 0 stream 7 a 0..5us b 9..12us a 20..22us"));
    ASSERT_TRUE(profile);
    AnswerCache answers;
    const auto first = ask(*profile, answers, {"longest gap on GPU 0"});
    const size_t asked = answers.use().answers;
    EXPECT_GT(asked, 0U);
    const auto again = ask(*profile, answers, {"what is the longest idle gap on GPU 0?"});
    EXPECT_EQ(answers.use().answers, asked);
    EXPECT_EQ(again->text, first->text);
    ASSERT_TRUE(ask(*profile, answers, {"how many kernels"}));
    EXPECT_GT(answers.use().answers, asked);
  }

  fs::path write_sketch(const std::string& text) {
    sketch::write(text, (folder_ / "kept.sqlite").string(), "2026.2");
    return folder_ / "kept.sqlite";
  }
  TemporaryFolder folder_;
};

void register_questions() {
  for (const auto& entry : fs::directory_iterator(source_folder() / "tests/question")) {
    if (entry.path().extension() != ".test") continue;
    const std::string file = entry.path().string(), suite = "question_" + entry.path().stem().string();
    const auto questions = read_questions(file);
    if (!questions) throw std::runtime_error(questions.error().message);
    std::set<std::string> names;
    for (const QuestionCase& one : *questions) {
      if (!names.insert(name_of_case(one)).second)
        throw std::runtime_error(file + ": asked twice: " + one.wordings[0]);
      testing::RegisterTest(suite.c_str(), name_of_case(one).c_str(), nullptr, nullptr, file.c_str(),
                            one.line, [one] { return new AskedQuestion(one); });
    }
  }
  testing::RegisterTest("question", "IsAnsweredOnce", nullptr, nullptr, __FILE__, __LINE__,
                        []() -> testing::Test* { return new KeptAnswers(); });
}

}  // namespace
}  // namespace nsys_ai::test

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  try {
    nsys_ai::test::register_questions();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "questions_test: %s\n", error.what());
    return 1;
  }
  return RUN_ALL_TESTS();
}
