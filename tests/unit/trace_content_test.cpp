// What the browser is given of a run: one trace, or an overview with a strip of windows.
#include "features/viewer/trace_content.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "analysis/time/busy.h"
#include "features/viewer/finding_notes.h"
#include "tests/unit/profile_file.h"
#include "view/run_strip.h"

namespace nsys_ai {
namespace {

// 4 ms: GPU 0 works in bursts, GPU 1 in the second half.
ProfilePtr two_gpus() {
  const test::TemporaryFolder folder;
  const auto path = folder / "run.sqlite";
  sketch::write(
      "process 100 \"rank 0\"\nthread 1 \"main\"\n"
      "repeat 40 every 100us { gpu 0 stream 7   gemm 0..50us }\n"
      "gpu 1 stream 7   softmax 2000..4000us\n",
      path.string());
  auto profile = load_profile(path);
  if (!profile) throw std::runtime_error(profile.error().message);
  return *profile;
}

ProfilePtr many_small(const std::string& beside = "") {
  const test::TemporaryFolder folder;
  const auto path = folder / "run.sqlite";
  sketch::write("repeat 4000 every 1us as s {\n gpu 0 stream 7   gemm 0..400ns\n " + beside + "\n}\n",
                path.string());
  auto profile = load_profile(path);
  if (!profile) throw std::runtime_error(profile.error().message);
  return *profile;
}

std::string made(const TraceHandle& trace) {
  std::string bytes;
  const auto result = trace.produce([&](std::string_view piece) {
    bytes += piece;
    return true;
  });
  EXPECT_TRUE(result);
  return bytes;
}

size_t occurrences(const std::string& text, const std::string& what) {
  size_t times = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++times;
  return times;
}

TEST(RunStrip, HasTheBusyTimeOfEachGpuInItsParts) {
  const ProfilePtr profile = two_gpus();
  const Interval run = Scope::whole(*profile).window();
  const RunStrip strip = run_strip(*profile, run);
  EXPECT_EQ(strip.parts, 2000);
  EXPECT_EQ(strip.shown_start, 0);
  EXPECT_EQ(strip.shown_end, 2000);
  ASSERT_EQ(strip.gpus.size(), 2u);
  const auto& times = profile->derived(build_device_times);
  for (size_t gpu = 0; gpu < 2; ++gpu) {
    const std::vector<int64_t>& busy = strip.gpus[gpu].busy;
    ASSERT_EQ(busy.size(), 2000u);
    EXPECT_LE(*std::max_element(busy.begin(), busy.end()), 1000);
    const double thousandths = std::accumulate(busy.begin(), busy.end(), 0.0);
    EXPECT_NEAR(thousandths / 1000 * static_cast<double>(run.duration()) / 2000,
                static_cast<double>(times[gpu].busy), 1e-3 * static_cast<double>(run.duration()));
  }
  EXPECT_EQ(strip.gpus[1].busy.front(), 0);
  EXPECT_EQ(strip.gpus[1].busy[1500], 1000);
  EXPECT_EQ(strip.gpus[1].name, "GPU 1");
  EXPECT_NE(strip.gpus[1].words.find("% of the whole run"), std::string::npos) << strip.gpus[1].words;
}

TEST(RunStrip, SaysWhatIsShownFirstAndSomeRoundTimes) {
  const ProfilePtr profile = two_gpus();
  const Interval run = Scope::whole(*profile).window();
  const RunStrip strip =
      run_strip(*profile, {run.start + run.duration() / 4 + 1, run.start + run.duration() / 2});
  EXPECT_EQ(strip.shown_start, 500);
  EXPECT_EQ(strip.shown_end, 1000);
  ASSERT_GE(strip.ticks.size(), 3u);
  EXPECT_LE(strip.ticks.size(), 9u);
  for (const StripTick& tick : strip.ticks) {
    EXPECT_GE(tick.at, 0);
    EXPECT_LT(tick.at, 1);
    EXPECT_EQ(tick.text.substr(tick.text.size() - 2), " s");
  }
  EXPECT_EQ(strip_window(run, 0, 2000).start, run.start);
  EXPECT_EQ(strip_window(run, 0, 2000).end, run.end);
}

TEST(TraceContent, HasNoStripWhereTheWholeIsShownInFull) {
  const ProfilePtr profile = two_gpus();
  const auto whole = trace_content(profile, {}, {});
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->strip);
  EXPECT_FALSE(whole->window);
  EXPECT_EQ(whole->title, "run.sqlite");
  EXPECT_EQ(whole->file_name, "run.pftrace");
  EXPECT_EQ(whole->words.substr(0, 13), "The whole run");
  EXPECT_NE(whole->words.find("in full detail"), std::string::npos);
  const Interval run = Scope::whole(*profile).window();
  const auto first = trace_content(profile, {}, {Interval{run.start + 10, run.start + 20}});
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->strip);
  ASSERT_TRUE(first->window);
  EXPECT_EQ(first->window->start_ns, run.start + 10);
  EXPECT_NE(first->words.find("is shown first"), std::string::npos);
  EXPECT_FALSE(trace_content(profile, {}, {Interval{20, 10}}));
  EXPECT_FALSE(whole->pinned);
  EXPECT_EQ(first->pinned(), std::vector<std::string>{R"(^(GPU 0 · pid 100 > )?Stream 7$)"});
  const auto late = trace_content(profile, {}, {Interval{run.end - 1'000'000, run.end}});
  EXPECT_EQ(late->pinned().front(), R"(^(GPU 1 · pid 100 > )?Stream 7$)") << "which is busy all the time";
  EXPECT_EQ(late->pinned().size(), 2u);
}

TEST(TraceContent, UnfoldsFindingsAndTheFirstGpus) {
  const test::TemporaryFolder folder;
  const auto path = folder / "run.sqlite";
  std::string sketch;
  for (const char* gpu : {"2", "10", "0"})
    sketch += fmt::format("device {} \"A (x) [y]\"\ngpu {} stream 7   gemm 0..50us\n", gpu, gpu);
  sketch::write(sketch, path.string());
  const auto profile = load_profile(path);
  ASSERT_TRUE(profile);
  const auto trace = trace_content(*profile, {}, {});
  ASSERT_TRUE(trace);
  const std::vector<std::string> rows = {R"(^GPU 00 · pid 100 · A \(x\) \[y\]$)",
                                         R"(^GPU 02 · pid 100 · A \(x\) \[y\]$)",
                                         R"(^Findings of the whole capture$)"};
  EXPECT_EQ(trace->unfolded, rows);
}

TEST(TraceContent, HasTheFindingsWhereTheirEventsAre) {
  const test::TemporaryFolder folder;
  const auto path = folder / "run.sqlite";
  sketch::write(
      "repeat 20 every 1ms { gpu 0 stream 7   gemm 0..300us [lead=4us call=2us] }\n"
      "gpu 0 stream 7   gemm 30..31ms [lead=4us call=2us]\n",
      path.string());
  const auto profile = load_profile(path);
  ASSERT_TRUE(profile);
  const auto notes = finding_notes(**profile, {});
  ASSERT_FALSE(notes.empty());
  const TraceNote& idle = notes.front();
  EXPECT_NE(idle.title.find("wait for the host"), std::string::npos) << idle.title;
  // From the end of the last short kernel to the long one.
  EXPECT_EQ(idle.times.front(), (Interval{19'300'000, 30'000'000}));
  EXPECT_EQ(idle.facts.front(), (std::pair<std::string, std::string>{"severity", "high"}));
  EXPECT_GE(
      occurrences(made(*trace_content(*profile, {cached_finding_notes(*profile, {}), {}}, {})), idle.title),
      1u);

  const std::vector<Suppression> suppressions = {{"idle-host-bound", "known", ""}};
  for (const TraceNote& note : finding_notes(**profile, suppressions)) EXPECT_NE(note.title, idle.title);
  EXPECT_EQ(
      occurrences(made(*trace_content(*profile, {cached_finding_notes(*profile, suppressions), {}}, {})),
                  idle.title),
      0u);
}

TEST(TraceContent, HasTheBookmarksOfTheMomentItIsAskedFor) {
  const ProfilePtr profile = two_gpus();
  std::vector<TraceNote> marked;
  const auto trace = trace_content(profile, {{}, [&marked] { return marked; }}, {});
  ASSERT_TRUE(trace);
  EXPECT_EQ(occurrences(made(*trace), "here"), 0u);
  marked.push_back({"here", "here", {{10, 20}}, {}});
  EXPECT_GE(occurrences(made(*trace), "here"), 1u);
  const auto later = trace_content(profile, {{}, [&marked] { return marked; }}, {});
  EXPECT_EQ(later->unfolded.back(), "^Bookmarks$");
}

TEST(TraceContent, GivesWindowsOfAnOverviewInFull) {
  const ProfilePtr profile = two_gpus();
  const auto overview = trace_content(profile, {}, {{}, TraceDetail::overview});
  ASSERT_TRUE(overview);
  EXPECT_NE(overview->words.find("what is shorter than"), std::string::npos);
  ASSERT_TRUE(overview->strip);
  EXPECT_NE(overview->strip->json()->find("\"parts\":2000"), std::string::npos);
  const auto part = overview->strip->trace({{0, 500}});
  ASSERT_TRUE(part);
  EXPECT_FALSE(part->strip);
  EXPECT_NE(part->words.find("in full detail"), std::string::npos) << part->words;
  EXPECT_NE(part->file_name, "run.pftrace");
  ASSERT_TRUE(part->window);
  // GPU 1 works in the second half alone.
  EXPECT_EQ(occurrences(made(*part), "softmax"), 0u);
  EXPECT_GE(occurrences(made(*overview->strip->trace({{1200, 1300}})), "softmax"), 1u);
  const auto all = overview->strip->trace({{0, 2000}});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->words, overview->words);
  EXPECT_EQ(made(*all), made(*overview));
  for (const StripRange range : {StripRange{-1, 5}, {5, 5}, {7, 5}, {0, 2001}, {INT64_MIN, INT64_MAX}}) {
    const auto refused = overview->strip->trace({range});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::bad_request);
  }
}

TEST(TraceContent, AWindowIsAsFullAsTheLineAllows) {
  const ProfilePtr profile = many_small();
  const auto overview = trace_content(profile, {}, {{}, TraceDetail::overview});
  ASSERT_TRUE(overview && overview->strip);
  const auto full = overview->strip->trace({{0, 1000}});
  ASSERT_TRUE(full);
  EXPECT_EQ(full->pixel_ns, 0);
  EXPECT_GT(full->full_bytes, 0);
  const auto size = static_cast<int64_t>(made(*full).size());
  const auto enough = overview->strip->trace({{0, 1000}, 10 * size});
  ASSERT_TRUE(enough);
  EXPECT_EQ(enough->words, full->words);
  const auto thinned = overview->strip->trace({{0, 1000}, full->full_bytes / 2});
  ASSERT_TRUE(thinned);
  EXPECT_GT(thinned->pixel_ns, 0);
  EXPECT_NE(thinned->words.find("merged with its neighbours, since all of it would take long to come"),
            std::string::npos)
      << thinned->words;
  EXPECT_LT(static_cast<int64_t>(made(*thinned).size()), size);
  // What was chosen is read by its pixel, and in full by none.
  EXPECT_EQ(made(*overview->strip->trace({{0, 1000}, {}, thinned->pixel_ns})), made(*thinned));
  EXPECT_EQ(made(*overview->strip->trace({{0, 1000}, {}, 0})), made(*full));
  EXPECT_EQ(overview->strip->trace({{0, 2000}, {}, 0})->pixel_ns, 0);
}

TEST(TraceContent, KnowsAboutWhatAWindowTakesWhereNoTwoLabelsAreAlike) {
  for (const char* label :
       {"step", "request {s} of somebody whose name is longer than that of most others"}) {
    const ProfilePtr profile = many_small("nvtx \"" + std::string(label) + "\" 0..900ns");
    const auto overview = trace_content(profile, {}, {{}, TraceDetail::overview});
    ASSERT_TRUE(overview && overview->strip);
    const auto full = overview->strip->trace({{0, 2000}, {}, 0});
    ASSERT_TRUE(full);
    const auto bytes = static_cast<double>(made(*full).size());
    EXPECT_GT(static_cast<double>(full->full_bytes), 0.95 * bytes) << label;
    EXPECT_LT(static_cast<double>(full->full_bytes), 1.6 * bytes) << label;
  }
}

}  // namespace
}  // namespace nsys_ai
