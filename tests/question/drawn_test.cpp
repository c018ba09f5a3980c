// Queries drawn at random over every profile at hand: each is read back from its own sentence, each is
// answered or refused by a rule, and what plain SQL can tell of the file is what is told first.
//
//   NSYS_AI_DRAWN=240           how many for each profile; 240 are 5,000 in all
//   NSYS_AI_SEED=7              other ones
//   NSYS_AI_PRINT_DRAWN=1       prints sentences and what is expected: --gtest_filter=Drawn.IsPrinted
//   NSYS_AI_PRINT_DRAWN=sql     with the SQL
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>

#include "protocol/write.h"
#include "question/answer.h"
#include "question/grammar.h"
#include "question/query.h"
#include "tests/question/draw.h"
#include "tests/question/plain_sql.h"
#include "tests/support/places.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

constexpr size_t kShown = 20;  // of what went wrong; the rest is counted
constexpr size_t kMany = 5000;
constexpr size_t kComparedOfMany = 1000;

constexpr const char* kTwoRanks = R"sketch(
process 200 "rank 0"
thread 2 "loader"
device 0 "NVIDIA H100 80GB HBM3" sms=132 memory=80GB bandwidth=3352GB cc=9.0
device 1 "NVIDIA H100 80GB HBM3" sms=132 memory=80GB bandwidth=3352GB cc=9.0
kernel gemm = "void cutlass::gemm<float, 8>(float const*)" short "gemm" [grid=64x2 block=256 regs=128 smem=4KiB]
kernel reduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)" short "ncclDevKernel_AllReduce_Sum_f32_RING_LL" [grid=24 block=544 regs=96]
repeat 5 every 10ms as step {
  nvtx thread 1   forward 0..4ms   "layer, seq = {step}" 1ms..2ms   backward 5ms..9ms
  nvtx startend   moved 2ms..8ms [end_thread=2]
  nvtx mark       saved 9ms
  gpu 0 stream 7  gemm 1500us..2500us   gemm 2700us..3700us   reduce 6ms..8ms
  gpu 0 stream 8  memcpy_h2d 2ms..3ms [64MB]   memcpy_d2h 8200us..8300us [1MB pageable sync]   memset 8400us..8410us
  api thread 1    cudaStreamSynchronize 8500us..9ms [stream=7]
  osrt thread 2   poll 100us..900us   read 950us..960us
}
process 201 "rank 1"
cuda_device 0 is gpu 1
repeat 5 every 10ms as step {
  nvtx thread 1   forward 0..5ms   "io, op_id = {step}" 2ms..3ms
  gpu 0 stream 7  gemm 2ms..2900us   reduce 5500us..8ms   scale 8100us..8100us
  gpu 0 stream 13 memcpy_d2d 3ms..4ms [3000001B]   memcpy_p2p 4ms..4500us [12MB]
}
nvtx              unclosed 3ms..
)sketch";

// The only place that knows how questions are read.
Result<Reading> read_sentence(const Profile& profile, const std::string& sentence) {
  return read_question(profile, sentence);
}

size_t number_given(const char* name, size_t otherwise) {
  const char* given = std::getenv(name);
  return given != nullptr && *given != '\0' ? std::stoul(given) : otherwise;
}

struct DrawnOf {
  std::string name;
  TemporaryFolder folder;
  ProfilePtr profile;
  std::unique_ptr<RawExport> raw;
  std::vector<AskQuery> queries;
  AnswerCache answers;
};

using AllDrawn = std::vector<std::unique_ptr<DrawnOf>>;

void add(AllDrawn& all, const std::string& name, const std::function<void(const fs::path&)>& write) {
  auto of = std::make_unique<DrawnOf>();
  of->name = name;
  // The program opens a file that nobody writes to, and SQL another.
  const fs::path file = of->folder / "profile.sqlite", copy = of->folder / "copy.sqlite";
  write(file);
  fs::copy_file(file, copy);
  fs::permissions(copy, fs::perms::owner_all);
  auto profile = load_profile(file);
  if (!profile) throw std::runtime_error(name + ": " + profile.error().message);
  of->profile = *profile;
  of->raw = std::make_unique<RawExport>(copy.string());
  const Inventory inventory = inventory_of(*of->raw);
  Drawer drawer(inventory, number_given("NSYS_AI_SEED", 1) * 1'000'003 + all.size());
  for (size_t i = number_given("NSYS_AI_DRAWN", 8); i-- > 0;) of->queries.push_back(drawer.draw());
  all.push_back(std::move(of));
}

const AllDrawn& all_drawn() {
  static const AllDrawn all = [] {
    AllDrawn made;
    for (const fs::path& capture : captures())
      add(made, capture.stem().string(), [&](const fs::path& to) { fs::copy_file(capture, to); });
    add(made, "two ranks", [](const fs::path& to) { sketch::write(kTwoRanks, to.string(), "2026.2"); });
    add(made, "example", [](const fs::path& to) {
      sketch::write(bytes_of(source_folder() / "tests/support/example.sketch"), to.string(), "2025.1");
    });
    return made;
  }();
  return all;
}

// What is wrong with each query of each profile, if anything.
void expect_of_all(const std::function<std::string(DrawnOf&, const AskQuery&)>& problem_of) {
  size_t wrong = 0;
  for (const auto& of : all_drawn())
    for (const AskQuery& query : of->queries) {
      std::string problem;
      try {
        problem = problem_of(*of, query);
      } catch (const std::exception& error) {
        problem = fmt::format("thrown: {}", error.what());
      }
      if (problem.empty()) continue;
      if (++wrong <= kShown) ADD_FAILURE() << of->name << ": " << sentence_of(query) << "\n  " << problem;
    }
  EXPECT_EQ(wrong, 0U) << "of " << all_drawn().size() * number_given("NSYS_AI_DRAWN", 8);
}

std::string expected_of(const PlainAnswer& plain) {
  std::string text;
  for (const Value& right : plain.right) text += (text.empty() ? "" : " or ") + shown(right);
  if (plain.right.empty()) return "a refusal";
  return text + (plain.may_refuse ? " or a refusal" : "");
}

TEST(Drawn, IsReadAsItIsSaid) {
  expect_of_all([](DrawnOf& of, const AskQuery& query) -> std::string {
    if (!reason_unanswerable(query).empty()) return "";
    const std::string sentence = sentence_of(query);
    const auto reading = read_sentence(*of.profile, sentence);
    if (!reading) return reading.error().message;
    if (!reading->problem.empty()) return "refused: " + reading->problem;
    if (!reading->query) return "not read";
    return *reading->query == with_defaults(query)
               ? ""
               : fmt::format("read as: {}\n  {}\n  {}", sentence_of(*reading->query),
                             write_json(*reading->query).pretty(), write_json(with_defaults(query)).pretty());
  });
}

TEST(Drawn, IsAnsweredOrRefusedByRule) {
  expect_of_all([](DrawnOf& of, const AskQuery& query) -> std::string {
    const std::string sentence = sentence_of(query), rule = reason_unanswerable(query);
    const auto answer = ask_query(of.profile, of.answers, query);
    if (!answer) return answer.error().message;
    if (answer->outcome == AskOutcome::closest) return "only the closest is told";
    const bool refused = answer->outcome == AskOutcome::refused;
    if (!rule.empty() && !refused) return "answered, against the rule: " + rule;
    if (refused && answer->reason.empty()) return "refused without a reason";
    if (!refused && answer->facts.empty()) return "answered without a fact";
    if (sentence.empty() || !rule.empty()) return "";
    const auto said = ask(of.profile, of.answers, {sentence});
    if (!said) return said.error().message;
    if (said->outcome != answer->outcome)
      return "asked in words, it is answered otherwise: " + said->reason + said->text;
    const bool same = said->facts.empty() == answer->facts.empty() &&
                      (said->facts.empty() || said->facts[0].value == answer->facts[0].value);
    return same ? "" : "asked in words, another figure is told";
  });
}

TEST(Drawn, IsWhatPlainSqlSays) {
  size_t compared = 0;
  std::map<std::string, size_t> kinds;
  std::map<Want, size_t> wants;
  expect_of_all([&](DrawnOf& of, const AskQuery& query) -> std::string {
    if (!reason_unanswerable(query).empty()) return "";
    const AskQuery asked = with_defaults(query);
    if (asked.share && conditions_of(asked) > 1) return "";  // of those of a kind
    std::optional<PlainAnswer> plain;
    try {
      plain = plain_answer(*of.raw, asked);
    } catch (const std::exception&) {
      return "";  // a statement beyond what SQLite takes
    }
    if (!plain) return "";
    const auto answer = ask_query(of.profile, of.answers, query);
    if (!answer) return answer.error().message;
    ++compared;
    ++kinds[kind_of(asked)];
    ++wants[asked.want];
    const std::string sql = "\n  SQL says " + expected_of(*plain) + ": " + plain->sql;
    // Of what was never recorded zero is no figure.
    const bool zero = std::ranges::all_of(
        plain->right, [](const Value& right) { return right == Value(int64_t{0}) || right == Value(0.0); });
    if (answer->outcome != AskOutcome::answered)
      return plain->may_refuse || zero || answer->reason.find("each number a GPU") != std::string::npos
                 ? ""
                 : "refused: " + answer->reason + sql;
    if (answer->facts.empty()) return "answered without a fact" + sql;
    const AskFact& first = answer->facts[0];
    // A mean is told in whole ns or bytes, or as it is.
    // A group without a name is told by its figure.
    const bool unnamed = first.value == Value(std::string()) && answer->facts.size() > 1 &&
                         agrees(answer->facts[1].value, *plain);
    const bool none = plain->right.empty() && first.value == Value(int64_t{0});
    const bool right =
        none || unnamed || agrees(first.value, *plain) || (answer->exact && agrees(*answer->exact, *plain));
    return right ? "" : fmt::format("{}: {}{}", first.name, shown(first.value), sql);
  });
  std::printf("%zu compared, of %zu kinds\n", compared, kinds.size());
  if (number_given("NSYS_AI_DRAWN", 8) * all_drawn().size() < kMany) return;
  for (const auto& [kind, count] : kinds) std::printf("%6zu  %s\n", count, kind.c_str());
  EXPECT_GE(compared, kComparedOfMany);
  for (const Want want : {Want::figure, Want::pick, Want::list, Want::group, Want::whether})
    EXPECT_GT(wants[want], 0U);
}

TEST(Drawn, IsPrinted) {
  const char* how = std::getenv("NSYS_AI_PRINT_DRAWN");
  if (how == nullptr || *how == '\0') GTEST_SKIP() << "NSYS_AI_PRINT_DRAWN is not set";
  for (const auto& of : all_drawn())
    for (const AskQuery& query : of->queries) {
      const std::string rule = reason_unanswerable(query);
      const auto plain = rule.empty() ? plain_answer(*of->raw, with_defaults(query)) : std::nullopt;
      std::printf("%s: %s\n  %s\n", of->name.c_str(), sentence_of(query).c_str(),
                  !rule.empty() ? ("refused: " + rule).c_str()
                  : plain       ? expected_of(*plain).c_str()
                                : "not known to plain SQL");
      if (plain && std::string_view(how) == "sql") std::printf("  %s\n", plain->sql.c_str());
    }
}

}  // namespace
}  // namespace nsys_ai::test
