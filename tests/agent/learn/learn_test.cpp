// Frames, templates and what is learned of them, as text.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "agent/known/asked_thing.h"
#include "agent/known/likely_query.h"
#include "agent/known/query_template.h"
#include "agent/known/twins.h"
#include "agent/known/written_out.h"
#include "tests/agent/learn/learner.h"

namespace nsys_ai::test {
namespace {

const std::string kFolder = NSYS_AI_KNOWN_FOLDER;

Frame framed(std::string_view text) { return frame_of(tokens_of(text), {}); }

// `words | slots and scopes`.
std::string told(std::string_view text) {
  const Frame frame = framed(text);
  std::string named;
  for (const auto& [name, slot] : frame.slots) named += fmt::format(" {}={}", name, slot.text);
  for (const auto& [kind, slot] : frame.scopes) named += fmt::format(" @{}={}", kind, slot.text);
  return fmt::format("{} |{}", fmt::join(frame.words, " "), named);
}

std::string file_text(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Frame, HasSlotsForWhatIsNamed) {
  EXPECT_EQ(told("How long is the third {kernel} longer than 10 us?"),
            "how long is the <o0> <x0> longer than <v0> | <o0>=3rd <v0>=10 us <x0>={kernel}");
  EXPECT_EQ(told("mean bytes of pinned H2D copies"),
            "<a0> byte of <m0> <d0> copi | <a0>=average <d0>=Host-to-Device <m0>=Pinned");
  EXPECT_EQ(told("Sort the {range} ranges: how long is number two?"),
            "sort the <r0> rang how long is <o0> | <o0>=2nd <r0>={range}");
}

TEST(Frame, SetsPlacesApartThatAreNamedOnce) {
  EXPECT_EQ(told("On GPU 1, how many kernels ran between 60.2 s and 60.3 s?"),
            "how many kernel ran | @g=GPU 1 @w=between 60.2 s and 60.3 s");
  EXPECT_EQ(told("kernel time of GPU 0 minus that of GPU 1"),
            "kernel time of <g0> minu that of <g1> | <g0>=GPU 0 <g1>=GPU 1");
  // Into a GPU is a direction, and no place.
  EXPECT_EQ(told("bytes sent to GPU 0"), "byte sent to | @g=GPU 0");
}

TEST(WrittenOut, IsWhatIsTypedShort) {
  EXPECT_EQ(written_out("# kernels, max dur?"), "number of kernels, max duration?");
  EXPECT_EQ(written_out("registersPerThread (dyn smem) of `dur`"),
            "registers per thread (dynamic shared memory) of `dur`");
  EXPECT_EQ(written_out("kernels of the second GPU (id 1), in GB/s (1e9 bytes)"),
            "kernels of GPU 1, in GB/s");
  EXPECT_EQ(written_out("busy share, id 0"), "busy share, GPU 0");
  EXPECT_EQ(written_out("calls of process id 145"), "calls of process id 145");
}

TEST(WrittenOut, PartsWhatIsInBrackets) {
  const auto parted = [](std::string_view text) {
    const Bracketed found = without_brackets(text);
    return found.rest + "|" + found.remark;
  };
  EXPECT_EQ(parted("busy time (union of all), GPU 0"), "busy time , GPU 0|union of all ");
  EXPECT_EQ(parted("how long is f(x) in (a (b))"), "how long is f(x) in |a b ");
  EXPECT_EQ(parted("never (closed"), "never (closed|");
}

// `question | template there and back`, for each twin.
std::string twins_told(std::string_view text, const std::string& query_template) {
  std::string told;
  for (const Twin& twin : twins_of(framed(text))) {
    const std::string of = template_of_twin(twin, query_template);
    told += fmt::format("{} | {}{}\n", fmt::join(twin.frame.words, " "), of,
                        template_by_twin(twin, of) == query_template ? "" : " | lost");
  }
  return told;
}

TEST(Twins, AskTheSameOfAnotherKindOfThing) {
  EXPECT_EQ(twins_told("third longest NCCL kernel", "duration of the <o0> longest kernel of family <f0>"),
            "<o0> longest <x0> | duration of the <o0> longest kernel named <x0>\n");
  EXPECT_EQ(twins_told("how often was {oscall} called", "number of os calls named <y0>"),
            "how often was <c0> call | number of cuda calls named <c0>\n"
            "how often was <r0> call | number of nvtx ranges named <r0>\n");
  // What is asked of kernels inside a range is asked of no call.
  EXPECT_EQ(twins_told("kernels in {range}", "number of kernels inside range <r0>"),
            "kernel in <c0> |  | lost\nkernel in <y0> |  | lost\n");
}

TEST(AsksForAnother, WhereItAsksWhichAndIsGivenAFigure) {
  const auto another = [](std::string_view text, const std::string& query_template) {
    return asks_for_another(framed(text).words, query_template);
  };
  EXPECT_TRUE(another("Which of the two GPUs was idle longer?", "idle time of gpus"));
  EXPECT_FALSE(another("Which of the two GPUs was idle longer?", "gpu with the most idle time of gpus"));
  EXPECT_FALSE(another("On which GPU did the longest kernel run?", "name of the longest kernel"));
  EXPECT_TRUE(another("kernels starting between 2 and 3 ms", "number of kernels at least <v0> at most <v1>"));
}

// Each question beside a query that most of its words ask, and beside the one that it asks.
struct NearMissCase {
  const char* question;
  const char* beside;
  const char* asked;
};
constexpr NearMissCase kNearMisses[] = {
    {"share of copies under 64 kB", "share of number of copies larger than <z0>",
     "share of number of copies smaller than <z0>"},
    {"How many host-to-device copies per device-to-host copy?", "total bytes of copies of direction <d0>",
     "number of copies of direction <d0> divided by number of copies of direction <d1>"},
    {"count the copies above 10 MB", "total bytes of copies larger than <z0>",
     "number of copies larger than <z0>"},
    {"for what part of it was a kernel actually running", "share of busy time of gpus",
     "share of time with a kernel running of gpus"},
    {"which program is pid 7? the process name", "gpu model of gpus", "processes"},
    {"how many different grid sizes", "average grid blocks of kernels",
     "number of distinct names of kernels"},
    {"how many times longer is the slowest kernel than the fastest",
     "duration of the longest kernel minus duration of the shortest kernel",
     "duration of the longest kernel divided by duration of the shortest kernel"},
    {"at what time did the second kernel end", "duration of the <o0> kernel", "end of the <o0> kernel"},
    {"start time of the first kernel that begins after the longest copy",
     "duration of the first kernel starting after the end of the longest copy",
     "start of the first kernel starting after the end of the longest copy"},
    {"p95 kernel duration, nearest rank", "<a0> duration of kernels", "number of kernels"},
    {"add up the calls: by how much is it more", "number of cuda calls", "total duration of cuda calls"},
    {"time running kernels, where two at once count once", "total duration of kernels",
     "time with a kernel running of gpus"},
    {"how long did it have a kernel running", "average duration of kernels",
     "time with a kernel running of gpus"},
    {"length of the recorded session", "duration of the capture", "recording time of the capture"},
    {"when does the longest kernel start", "start of the longest idle gap", "start of the longest kernel"},
    {"How long did the third kernel take", "start of the <o0> kernel", "duration of the <o0> kernel"},
    {"total duration of A as a share of B", "number of nvtx ranges as a percentage of number of nvtx ranges",
     "total duration of nvtx ranges as a percentage of total duration of nvtx ranges"},
    {"time that both together are idle", "idle time of gpus", "number of idle gaps"},
    {"what fraction of the calls, by count, is it", "share of duration of cuda calls",
     "share of number of cuda calls"},
    {"delay from the end of its launch call to its start", "average launch latency of kernels",
     "average queue time of kernels"},
    {"how much of it overlaps, as a share", "overlap of copies with kernels of gpus",
     "share of overlap of copies with kernels of gpus"},
    {"how many different functions did it call", "number of cuda calls",
     "number of distinct names of cuda calls"},
    {"which is the slowest range, I want its duration", "name of the longest nvtx range",
     "duration of the longest nvtx range"},
    {"time from start to end of the range", "end of the sole nvtx range", "duration of the sole nvtx range"},
    {"when does the last call end", "whether there are cuda calls", "end of the last cuda call"},
    {"launch delay of the longest kernel", "launch latency of the kernel with the highest launch latency",
     "launch latency of the longest kernel"},
    {"what is the longest delay of a launch", "name of the kernel with the highest launch latency",
     "launch latency of the kernel with the highest launch latency"},
    {"sum them and take only the part inside the window", "share of number of nvtx ranges",
     "total duration of nvtx ranges"},
    {"memset duration divided by copy duration", "total duration of memsets",
     "total duration of memsets divided by total duration of copies"},
    {"ratio of kernel time to copy time", "total duration of copies divided by total duration of kernels",
     "total duration of kernels divided by total duration of copies"},
    {"from the first to the last operation, what fraction", "share of duration of kernels",
     "share of busy time of gpus"},
    {"of all kernel and copy time, which part is it", "share of duration of kernels",
     "total duration of kernels divided by total duration of operations"},
    {"which one ran longest", "name of the last kernel before the start of the longest kernel",
     "name of the longest kernel"},
    {"max registers of a kernel", "name of the kernel with the highest registers",
     "registers of the kernel with the highest registers"},
};

TEST(AsksForAnother, WhereOneWordSaysSo) {
  for (const NearMissCase& each : kNearMisses) {
    const std::vector<std::string> words = framed(each.question).words;
    EXPECT_TRUE(asks_for_another(words, each.beside)) << each.question;
    EXPECT_FALSE(asks_for_another(words, each.asked)) << each.question;
  }
}

TEST(QueryTemplate, IsFilledWithWhatTheNextQuestionNames) {
  const std::string query = template_of("number of kernels named {kernel} on GPU 0",
                                        framed("how often does {kernel} run on GPU 0"));
  EXPECT_EQ(query, "number of kernels named <x0> @g");
  EXPECT_EQ(filled(query, framed("how often does {kernel2} run")), "number of kernels named {kernel2}");
  EXPECT_EQ(filled(query, framed("in process 7, how often does {kernel} run on GPU 3?")),
            "number of kernels named {kernel} on GPU 3 of process 7");
}

TEST(QueryTemplate, IsNotFilledWhereSomethingIsLeftOver) {
  const std::string query = template_of("number of kernels", framed("how many kernels ran"));
  EXPECT_EQ(filled(query, framed("how many kernels ran longer than 10 us")), "");
  // Of which of the two the place would be, nobody knows.
  EXPECT_EQ(filled("busy time of gpus divided by span of gpus", framed("busy time over span on GPU 1")), "");
  // A name that only one profile told is none of the wording.
  EXPECT_EQ(template_of("number of kernels named \"axpy\"", framed("how many kernels ran")), "");
}

TEST(QueryTemplate, SaysTheSameInOtherWords) {
  EXPECT_EQ(what_is_asked("total duration of kernels on <g0> minus total duration of kernels on <g1>"),
            what_is_asked("difference of total duration of kernels on <g0> minus <g1>"));
  EXPECT_NE(what_is_asked("number of kernels"), what_is_asked("number of copies"));
}

std::vector<Worded> worded(std::initializer_list<std::array<std::string, 3>> lines) {
  std::vector<Worded> all;
  for (const auto& [origin, query, text] : lines) {
    const Frame frame = framed(text);
    all.push_back({origin, text, frame, template_of(query, frame)});
  }
  return all;
}

TEST(Learner, LearnsWhichWordsTellQuestionsApart) {
  const std::vector<Worded> all =
      worded({{"a", "duration of the longest kernel", "how long is the slowest kernel"},
              {"b", "duration of the longest kernel", "how long was the slowest kernel"},
              {"c", "duration of the longest kernel", "so how long is the slowest kernel"},
              {"a", "number of kernels", "how many kernels are there"},
              {"b", "number of kernels", "how many kernels were there"},
              {"c", "number of kernels", "so how many kernels are there"}});
  const KnownWordings known = known_of(all);
  const WordingWeights weights = learned_weights(known, all);
  std::map<std::string, double> likely;
  for (const WordingPair& pair : known.candidates(framed("so how many kernels were there")))
    likely[known.query_template(*pair.known)] =
        std::max(likely[known.query_template(*pair.known)], weights.probability(pair));
  EXPECT_GT(likely["number of kernels"], 0.8);
  EXPECT_LT(likely["duration of the longest kernel"], 0.2);
}

TEST(LikelyQuery, IsNoneForAWordThatNoWordingHas) {
  EXPECT_TRUE(likely_query(framed("number of kernels that were launched")));
  EXPECT_FALSE(likely_query(framed("number of kernels that were zorbed")));
}

TEST(BorneOut, IsAQueryThatWasAskedOfSuchThings) {
  const Frame question = framed("third longest {kernel}");
  EXPECT_EQ(borne_out(question, "duration of the 3rd longest kernel named {kernel}"), BorneOut::yes);
  EXPECT_EQ(borne_out(question, "3rd process with the least kernels named {kernel}"), BorneOut::no);
  EXPECT_EQ(borne_out(question, "duration of the 4th longest kernel named {kernel}"), BorneOut::untold);
}

TEST(LikelyQuery, OfAKnownWordingIsCertain) {
  const auto likely = likely_query(framed("how many kernels ran on GPU 0"));
  ASSERT_TRUE(likely);
  EXPECT_EQ(likely->query, "number of kernels on GPU 0");
  EXPECT_EQ(likely->probability, 1);
}

// What was learned is of the wordings that stand beside it: `learn-wordings learn` makes it so.
TEST(Known, IsMadeOfItsWordings) {
  std::vector<Worded> all = read_wordings(kFolder + "/asked.txt");
  for (Worded& one : read_wordings(kFolder + "/written.txt")) all.push_back(std::move(one));
  EXPECT_TRUE(wordings_text(all) == file_text(kFolder + "/wordings.txt"))
      << "run learn-wordings learn server/agent/known";
}

}  // namespace
}  // namespace nsys_ai::test
