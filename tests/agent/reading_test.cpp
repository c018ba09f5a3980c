// The words of questions: tokens, numbers with their words, phrases, and what is refused.
#include <gtest/gtest.h>

#include "agent/ask/assembly.h"
#include "agent/ask/pattern_text.h"
#include "agent/ask/query.h"
#include "agent/ask/reading.h"
#include "agent/ask/reasons.h"
#include "agent/ask/restated.h"
#include "agent/ask/sentences.h"

namespace nsys_ai::test {
namespace {

std::string words(std::string_view question) {
  std::string text;
  for (const WordToken& token : tokens_of(question)) text += (text.empty() ? "" : "|") + token.raw;
  return text;
}

// What is understood, or why nothing is.
std::string read(std::string_view question) {
  const ReadWords reading = read_question(question);
  if (!reading.problem.empty()) return reading.problem;
  if (!reading.unknown.empty()) return "unknown: " + reading.unknown[0].text;
  const Assembled assembled = assemble(reading, {});
  return assembled.problem.empty() ? understood(assembled.query) : assembled.problem;
}

TEST(AskTokens, AreWordsWithoutMarks) {
  EXPECT_EQ(words("How many kernels, ran?"), "How|many|kernels|ran");
  EXPECT_EQ(words("host-to-device copies"), "host|to|device|copies");
  EXPECT_EQ(words("gpu0 and \"a b\""), "gpu|0|and|a b");
  EXPECT_EQ(words("the kernel's time"), "the|kernel|time");
  EXPECT_EQ(words("aten::mul <x> cudaMalloc"), "aten::mul|<x>|cudaMalloc");
}

TEST(AskNumbers, BeyondWhat64BitsHoldAreNone) {
  EXPECT_EQ(read("number of kernels longer than 1e300 s"), "I do not know what the number 1e300 asks for.");
}

TEST(AskRestated, HasOrdinalsAndPercentilesAsAQueryHas) {
  const NumberedPlaces none;
  EXPECT_EQ(restated("duration of kernel #3", none), "duration of 3rd kernel");
  EXPECT_EQ(restated("95% quantile of the kernel durations", none), "p95 of the kernel durations");
  EXPECT_EQ(restated("Half of the copies are at most how many bytes?", none), "median bytes of the copies?");
  EXPECT_EQ(restated("GPU with id 1", none), "GPU 1");
}

TEST(AskRestated, SaysWhatLiesBetweenTwoEvents) {
  const NumberedPlaces none;
  const std::string meant = "time from the end of reduce_kernel to the start of the copy";
  EXPECT_EQ(restated("After reduce_kernel has finished, how long until the copy begins?", none), meant);
  EXPECT_EQ(restated("gap on the GPU from reduce_kernel ending to the copy starting", none), meant);
  // Either may come first.
  EXPECT_EQ(
      restated("How much time is there between the end of reduce_kernel and the start of the copy?", none),
      "time between the end of reduce_kernel and the start of the copy");
  // The first of what stands behind it alone.
  const std::string_view first =
      "How much time is there between the start of the first and the start of the second?";
  EXPECT_EQ(restated(first, none), first);
}

TEST(AskRestated, LeavesOutPlacesThatAreAllThereAre) {
  const NumberedPlaces two = {{0, 1}, {144, 145}};
  EXPECT_EQ(restated("kernel time on GPU 0 and GPU 1 together", two), "kernel time");
  EXPECT_EQ(restated("Which GPU was busy for longer, 0 or 1?", two), "which GPU was busy for longer?");
  EXPECT_EQ(restated("144 or 145: who waits longer?", two), "which process waits longer?");
  EXPECT_EQ(restated("copies of any kind, both processes summed?", two), "copies of any kind?");
  for (const std::string_view kept :
       {"kernel time on GPU 0 and GPU 2 together", "Which GPU was busy for longer, 0 or 2?",
        "difference of kernel time between GPU 0 and GPU 1"})
    EXPECT_EQ(restated(kept, two), kept);
}

TEST(AskRestated, LeavesWhatOnlyLooksLikeIt) {
  for (const std::string_view kept :
       {"kernels on GPU #1", "give me #2", "which kernel name has the most runs",
        "how many kernel names contain gemm", "it is slow... all copies",
        "how long are GPU 0 and GPU 1 together idle", "kernels after the first cudaGraphLaunch"})
    EXPECT_EQ(restated(kept, {{0, 1}, {144, 145}}), kept);
}

TEST(AskRestated, LeavesWhatIsQuoted) {
  EXPECT_EQ(restated("duration of \"kernel #3\"", {}), "duration of \"kernel #3\"");
}

TEST(AskReasons, AreLeftOut) {
  EXPECT_EQ(without_reason("Copies look slow, so how long is the longest copy?"),
            "how long is the longest copy");
  EXPECT_EQ(
      without_reason("Because I suspect register pressure, how many registers does flash_fwd_kernel use?"),
      "how many registers does flash_fwd_kernel use");
  EXPECT_EQ(without_reason("How many kernels ran on GPU 0, because I want to size the trace?"),
            "How many kernels ran on GPU 0");
  EXPECT_EQ(without_reason("To check if PCIe is saturated, what is the bandwidth of H2D copies?"),
            "what is the bandwidth of H2D copies");
}

TEST(AskReasons, GiveTheQuestionWhatStandsForThem) {
  EXPECT_EQ(without_reason("GPU 1 is slow, so how long are its kernels in total?"),
            "how long are its kernels in total on GPU 1");
  EXPECT_EQ(without_reason("cudaFree blocks the host, so what is the total time of these calls?"),
            "what is the total time of cudaFree calls");
}

TEST(AskReasons, AreKeptWhereTheyChangeTheQuestion) {
  EXPECT_EQ(without_reason("I only care about GPU 1, so how many kernels ran?"), "");
  EXPECT_EQ(without_reason("The first 10 ms are warm-up, so how many kernels ran?"), "");
  EXPECT_EQ(without_reason("Most of it is nccl, so how long is the longest kernel?"), "");
  EXPECT_EQ(without_reason("I want it without the profiler, so how many kernels ran?"), "");
  EXPECT_EQ(without_reason("The backward looks slow, so how many kernels ran?"), "");
  EXPECT_EQ(without_reason("The first step is slow, so how many kernels ran?"), "");
  EXPECT_EQ(without_reason("Copies look slow, so how long do they take?"), "");
  EXPECT_EQ(without_reason("How many kernels ran on GPU 0?"), "");
}

TEST(AskReasons, LeaveCommentsAwayFromBothEnds) {
  // What loses least comes first.
  EXPECT_EQ(without_comments("startup is slow, is it mpi? how long is MPI_Init"),
            (std::vector<std::string>{"is it mpi? how long is MPI_Init", "how long is MPI_Init"}));
  const auto first = [](std::string_view question) {
    const auto all = without_comments(question);
    return all.empty() ? std::string() : all[0];
  };
  EXPECT_EQ(first("smem budget check: shared memory of saxpy_kernel"), "shared memory of saxpy_kernel");
  EXPECT_EQ(first("average cudaEventQuery call, polling might be heavy"), "average cudaEventQuery call");
  EXPECT_EQ(first("how many kernels ran, not counting nccl?"), "");
  EXPECT_EQ(first("how many gaps, does the capture contain none?"), "");
}

TEST(AskSentences, AskOfWhatTheOneBeforeNames) {
  EXPECT_EQ(sentence_that_asks("cudaMemsetAsync should return at once. How long did the slowest one take?"),
            "How long did the slowest cudaMemsetAsync take");
  EXPECT_EQ(sentence_that_asks("There are long pauses. How long is the one in second place?"), "");
}

TEST(AskReading, ReadsThePartOfTheCapture) {
  EXPECT_EQ(read("How many kernels ran on GPU 0?"), "number of kernels on GPU 0");
  EXPECT_EQ(read("kernels on gpus 0 and 1, how many?"), "number of kernels on GPU 0 and 1");
  EXPECT_EQ(read("number of copies between 100 and 200 ms"), "number of copies between 0.1 and 0.2 s");
  EXPECT_EQ(read("count memsets on stream 7 of process 144 after 1.5 s"),
            "number of memsets on stream 7 of process 144 after 1.5 s");
}

TEST(AskReading, ReadsPicksAndRanks) {
  EXPECT_EQ(read("longest idle gap on GPU 1 after 39.1 s"), "longest idle gap on GPU 1 after 39.1 s");
  EXPECT_EQ(read("second longest bubble"), "2nd longest idle gap");
  EXPECT_EQ(read("how long is the 3rd shortest kernel?"), "duration of the 3rd shortest kernel");
  EXPECT_EQ(read("when did the last memset start"), "start of the last memset");
  EXPECT_EQ(read("5 longest kernels"), "name of the top 5 longest kernels");
}

TEST(AskReading, AddsUpAndAveragesWhatIsPicked) {
  EXPECT_EQ(read("total duration of the first 10 kernels"), "total duration of the top 10 first kernels");
  EXPECT_EQ(read("average duration of the 5 longest copies"), "average duration of the top 5 longest copies");
}

TEST(AskReading, ReadsConditions) {
  EXPECT_EQ(read("how many gemm kernels took longer than 5 us"),
            "number of kernels of family gemm longer than 5 us");
  EXPECT_EQ(read("bytes of H2D copies from pinned memory"),
            "total bytes of copies of direction Host-to-Device of Pinned memory");
}

TEST(AskReading, RefusesWhatItWouldHalfUnderstand) {
  EXPECT_EQ(
      read("how many kernels without a name"),
      "`without` what? I can leave out families, libraries and names of kernels, directions, and kinds of calls.");
  EXPECT_EQ(read("how much longer is the longest kernel"),
            "A difference is between two GPUs or two processes: name both.");
  EXPECT_EQ(read("how many kernels run longer on GPU 1 than on GPU 0"),
            "I can compare how long they took in all, and not each with its like.");
  EXPECT_EQ(read("how many tiny kernels"), "Tiny is how short? Say shorter than 5 us.");
  EXPECT_EQ(read("how many kernels of 7"), "I do not know what the number 7 asks for.");
  EXPECT_EQ(read("how many gemm and attention kernels"),
            "It names two families, gemm and attention; I can answer for one.");
  EXPECT_EQ(read("longest first kernel"),
            "It asks for two picks at once, such as the first and the longest.");
  EXPECT_EQ(read("median duration of the first 10 kernels"),
            "I can pick single events, and not add up or average what was picked.");
  EXPECT_EQ(read("longest kernel per stream"),
            "I can pick from all of them together, and not from each group.");
  EXPECT_EQ(read("longest kernel per second"),
            "I can tell a rate over the time in which a GPU or the capture ran, and nothing else of it.");
  EXPECT_EQ(read("how many kernels overlap"),
            "Overlap of which with which? I know communication beside compute, and copies beside kernels.");
  EXPECT_EQ(read("how much memory does GPU 0 use per kernel"),
            "I know what the GPU has of it, and not how much is used.");
  EXPECT_EQ(read("how many kernels on GPU 0, how many on GPU 1"),
            "It names two GPUs, and I can answer for one, or for both together.");
  EXPECT_EQ(read("which NVTX ranges are longest on the GPU"),
            "Ranges are timed on the host; on the GPU I know the kernels inside a range that is named.");
  EXPECT_EQ(read("kernels and copies count"),
            "It asks of kernels and of copies at once, and I can answer for one.");
}

TEST(PatternTexts, AreWhatEachMatchHolds) {
  EXPECT_EQ(needed_text("\\bHow many kernels\\b"), "how many kernels");
  EXPECT_EQ(needed_text("kernels?"), "kernel");
  EXPECT_EQ(needed_text("abc*d"), "ab");
  EXPECT_EQ(needed_text("abc{0,2}de"), "ab");
  EXPECT_EQ(needed_text("abc+d"), "abc");
  EXPECT_EQ(needed_text("of (?:the|all (long)) [a-z]+ \\(so [)] x\\w"), "of ");
  EXPECT_EQ(needed_text("kernels|copies"), "");
  EXPECT_EQ(needed_text("(kernels|copies)"), "");
}

TEST(PatternTexts, TellWhatOnlyBeginsAText) {
  EXPECT_TRUE(is_anchored("^(?:a|b) [|]\\|"));
  EXPECT_FALSE(is_anchored("^a|b"));
  EXPECT_FALSE(is_anchored("(?:^a|b)"));
}

}  // namespace
}  // namespace nsys_ai::test
