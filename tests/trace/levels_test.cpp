// What is merged beforehand is what is merged when it is asked for, whatever is asked for.
#include "trace/timeline/levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <iterator>
#include <random>
#include <thread>
#include <tuple>

#include "tests/trace/run.h"
#include "tests/trace/timeline_decode.h"
#include "trace/timeline/level_mergers.h"

namespace nsys_ai::trace_test {
namespace {

using perfetto::LevelRules;
using perfetto::TimelineLevels;

constexpr LevelRules kNoLevels{.least_events = UINT64_MAX};

// Streams that overlap, GPUs of two processes, ranges in ranges, calls, marks, waits, and what straddles.
const char* const kBusyRun = R"(
process 100 "rank 0"
process 200 "rank 1"
repeat 300 every 97us {
  gpu 0 stream 7 gemm 0..31us softmax 30..35us tiny 36..36.2us tiny 36.5..36.7us memcpy_h2d 50..57us [1MB]
  gpu 0 stream 9 reduce 10..90us memset 91..92us
  gpu 1 stream 7 ncclDevKernel_AllReduce 5..12us gemm 13..13.3us gemm 14..14.3us
  nvtx thread 1 step 0..90us forward 2..40us aten::add 3..3.4us aten::mul 4..5us backward 41..80us
  nvtx mark here 7us
}
gpu 0 stream 11 long 100us..25ms
nvtx thread 2 training 0..29ms
)";

TimelineLevels levels_of(const Profile& profile, const LevelRules& rules) {
  auto built = TimelineLevels::build(profile, rules, {});
  if (!built) throw std::runtime_error(built.error().message);
  return std::move(*built);
}

Timeline part_of_run(const Profile& profile, const TimelineLevels& levels, const TimelineView& view) {
  auto made = TimelineSource(profile, {}, levels).part(view);
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

// All that it says, a line for each slice and value.
std::vector<std::string> said(const Timeline& timeline) {
  std::vector<std::string> lines = {std::to_string(timeline.pixel) + " " + std::to_string(timeline.start) +
                                    ".." + std::to_string(timeline.end)};
  const auto text = [&](int64_t at) {
    return at < 0 ? std::string("-") : timeline.texts.at(static_cast<size_t>(at));
  };
  for (const TimelineRow& row : timeline.rows) {
    const std::string name = row.id + " " + row.name + " " + std::to_string(row.parent) + " " +
                             std::to_string(row.rank) + " " + row.unit + " ";
    lines.push_back(name);
    for (size_t i = 0; i < row.lengths.size(); ++i)
      lines.push_back(name + std::to_string(row.starts[i]) + "+" + std::to_string(row.lengths[i]) + " " +
                      std::to_string(row.depths[i]) + " " + text(row.names[i]) + " " + text(row.kinds[i]) +
                      " " + text(row.refs[i]));
    for (size_t i = 0; i < row.values.size(); ++i)
      lines.push_back(name + std::to_string(row.starts[i]) + " is " + std::to_string(row.values[i]));
  }
  return lines;
}

// The whole run, and windows of all widths.
std::vector<TimelineView> views_of(const Profile& profile) {
  std::vector<TimelineView> views;
  const Interval run = profile.extent();
  for (const int64_t columns : {1, 20, 300}) views.push_back({{}, columns, SIZE_MAX, {}});
  std::mt19937_64 random(7);
  for (int64_t parts = 2; run.duration() / parts > 0 && parts < 5000; parts *= 3)
    for (const int64_t columns : {3, 100}) {
      const int64_t length = run.duration() / parts;
      const int64_t start =
          run.start + static_cast<int64_t>(random() % static_cast<uint64_t>(run.duration() - length + 1));
      views.push_back({Interval{start, start + length}, columns, SIZE_MAX, {}});
    }
  return views;
}

void expect_same_parts(const Profile& profile) {
  const TimelineLevels none = levels_of(profile, kNoLevels);
  ASSERT_EQ(none.finest(), 0);
  for (const int64_t pixels : {30'000, 2'000, 50}) {
    const auto finest =
        static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(profile.extent().duration() / pixels + 1)));
    const TimelineLevels levels = levels_of(profile, {.finest = finest});
    ASSERT_EQ(levels.finest(), finest);
    for (const TimelineView& view : views_of(profile))
      ASSERT_EQ(said(part_of_run(profile, levels, view)), said(part_of_run(profile, none, view)))
          << finest << " " << view.columns << " "
          << (view.window ? std::to_string(view.window->start) + ".." + std::to_string(view.window->end)
                          : "all");
  }
}

class LevelsOfCaptures : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(LevelsOfCaptures, SayWhatEventsSay) { expect_same_parts(*load_file(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Trace, LevelsOfCaptures, testing::ValuesIn(captures()),
                         [](const testing::TestParamInfo<std::filesystem::path>& test) {
                           std::string name = test.param.stem().string();
                           for (char& letter : name)
                             if (!isalnum(static_cast<unsigned char>(letter))) letter = '_';
                           return name;
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LevelsOfCaptures);

TEST(Levels, SayWhatEventsSay) { expect_same_parts(*load_sketch(kBusyRun)); }

// Events of all lengths that nest and cross; some are left out of the coarser levels.
TEST(Levels, MergeAsEachPixelDoesByItself) {
  constexpr size_t kLevels = 9;
  constexpr int64_t kFinest = 16;
  std::mt19937_64 random(11);
  using Handed = std::vector<std::tuple<int64_t, int64_t, uint32_t, bool, int64_t, uint32_t>>;
  const auto list = [](Handed& into, const perfetto::Event& of) {
    into.emplace_back(of.time.start, of.time.end, of.count, of.mixed, of.covered, of.at);
  };
  for (int round = 0; round < 300; ++round) {
    perfetto::LevelMergers mergers(kLevels, kFinest);
    std::vector<perfetto::RowMerger> alone(kLevels);
    std::vector<Handed> merged(kLevels), expected(kLevels);
    const uint64_t longest = round % 10 + 1, apart = random() % 30 + 1, kinds = random() % 2 + 1;
    int64_t start = static_cast<int64_t>(random() % 1000) - 500;
    for (uint32_t i = 0; i < 400; ++i) {
      perfetto::Event event;
      event.kind = static_cast<perfetto::EventKind>(random() % 20 < kinds ? 1 : 0);
      event.at = i;
      event.time = {start, start + static_cast<int64_t>(random() % (uint64_t{1} << random() % longest))};
      start += static_cast<int64_t>(random() % apart);
      const int64_t most = round % 3 == 0 && random() % 4 == 0 ? kFinest << random() % kLevels : INT64_MAX;
      mergers.add(event, most, [&](size_t level, const perfetto::Event& of) { list(merged[level], of); });
      for (size_t level = 0; level < kLevels && kFinest << level <= most; ++level)
        alone[level].add(event, i, kFinest << level,
                         [&](const perfetto::Event& of, uint64_t) { list(expected[level], of); });
    }
    mergers.finish([&](size_t level, const perfetto::Event& of) { list(merged[level], of); });
    for (size_t level = 0; level < kLevels; ++level)
      alone[level].finish([&](const perfetto::Event& of, uint64_t) { list(expected[level], of); });
    ASSERT_EQ(merged, expected) << "round " << round;
  }
}

// By row, whatever lane it is on: what is cut at the window.
using Truncation = std::vector<std::tuple<std::string, int64_t, int64_t, std::string>>;

Truncation cut_at(const Timeline& timeline, int64_t start, int64_t end) {
  Truncation cut;
  for (const TimelineRow& row : timeline.rows)
    for (size_t i = 0; i < row.lengths.size(); ++i) {
      const int64_t from = std::max(start, row.starts[i]);
      const int64_t to = std::min(end, row.starts[i] + row.lengths[i]);
      const bool inside = row.lengths[i] > 0 ? from < to : from == row.starts[i] && from < end;
      if (inside) cut.emplace_back(row.id, from, to, timeline.texts.at(static_cast<size_t>(row.names[i])));
    }
  std::sort(cut.begin(), cut.end());
  return cut;
}

TEST(Levels, PartsOfOnePixelFitTogether) {
  const ProfilePtr profile = load_sketch(kBusyRun);
  const TimelineLevels levels = levels_of(*profile, {.finest = 4096});
  const int64_t length = profile->extent().duration();
  for (const int64_t columns : {200, 20'000}) {
    const Timeline whole = part_of_run(*profile, levels, {{}, columns, SIZE_MAX, {}});
    for (int64_t part = 0; part < 10; ++part) {
      const Interval window{profile->extent().start + length / 16 * part,
                            profile->extent().start + length / 16 * part + length / 16};
      const Timeline shown = part_of_run(*profile, levels, {window, columns / 16, SIZE_MAX, {}});
      ASSERT_EQ(shown.pixel, whole.pixel);
      const Truncation of_part = cut_at(shown, shown.start, shown.end);
      const Truncation of_whole = cut_at(whole, shown.start, shown.end);
      Truncation differing;
      std::set_symmetric_difference(of_part.begin(), of_part.end(), of_whole.begin(), of_whole.end(),
                                    std::back_inserter(differing));
      EXPECT_EQ(differing, Truncation()) << part << " of " << columns;
    }
  }
}

TEST(Levels, RowsAloneAreThoseOfAll) {
  const ProfilePtr profile = load_sketch(kBusyRun);
  const TimelineLevels levels = levels_of(*profile, {.finest = 4096});
  const TimelineSource source(*profile, {}, levels);
  const auto listed = source.rows();
  ASSERT_TRUE(listed);
  size_t asked = 0;
  for (const int64_t columns : {100, 30'000}) {
    const Timeline all = part_of_run(*profile, levels, {Interval{0, 9'000'000}, columns, SIZE_MAX, {}});
    const auto of = [&](const Timeline& timeline, const std::string& id) {
      std::vector<std::string> lines;
      for (const TimelineRow& row : timeline.rows)
        if (row.id == id) {
          Timeline alone;
          alone.texts = timeline.texts;
          alone.rows = {row};
          alone.rows.front().parent = 0;
          for (const std::string& line : said(alone)) lines.push_back(line);
        }
      return lines;
    };
    for (const TimelineRow& row : listed->rows) {
      if (row.id.empty()) continue;
      ++asked;
      const Timeline one =
          part_of_run(*profile, levels, {Interval{0, 9'000'000}, columns, SIZE_MAX, std::vector{row.id}});
      EXPECT_EQ(of(one, row.id), of(all, row.id)) << row.id;
      // All ranges of a GPU can be shorter than a pixel.
      if (!row.id.starts_with("nvtx_on_gpu") || columns > 100) {
        EXPECT_FALSE(of(all, row.id).empty()) << row.id << " is listed";
      }
      for (const TimelineRow& other : one.rows)
        EXPECT_TRUE(other.id.empty() || other.id == row.id) << other.id;
    }
    for (const TimelineRow& row : all.rows)
      EXPECT_TRUE(std::any_of(listed->rows.begin(), listed->rows.end(),
                              [&](const TimelineRow& of_list) { return of_list.id == row.id; }))
          << row.id << " is not listed";
  }
  EXPECT_GT(asked, 30u);
}

TEST(Levels, AreReadAsTheyWereWritten) {
  const ProfilePtr profile = load_sketch(kBusyRun);
  const TimelineLevels levels = levels_of(*profile, {.finest = 4096});
  const std::vector<uint8_t> bytes = levels.bytes();
  const auto read = TimelineLevels::read(*profile, bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->bytes(), bytes);
  for (const TimelineView& view : views_of(*profile))
    EXPECT_EQ(said(part_of_run(*profile, *read, view)), said(part_of_run(*profile, levels, view)));
}

TEST(Levels, AreNotReadCutShort) {
  const ProfilePtr profile = load_sketch(kBusyRun);
  const std::vector<uint8_t> bytes = levels_of(*profile, {.finest = 16384}).bytes();
  for (size_t size = 0; size < bytes.size(); size += size < 100 ? 1 : 97)
    EXPECT_FALSE(TimelineLevels::read(*profile, std::span(bytes).first(size))) << size;
  std::vector<uint8_t> more = bytes;
  more.push_back(0);
  EXPECT_FALSE(TimelineLevels::read(*profile, more));
  EXPECT_FALSE(TimelineLevels::read(*load_sketch("gpu 0 stream 7 a 0..1us"), bytes)) << "of another run";
}

// Checksums tell accidents; whatever else the bytes say, nothing leads out of a list.
TEST(Levels, DoNoHarmWhateverTheySay) {
  const ProfilePtr profile = load_sketch(kBusyRun);
  const std::vector<uint8_t> bytes = levels_of(*profile, {.finest = 16384}).bytes();
  size_t refused = 0;
  constexpr size_t kStep = NSYS_AI_TEST_SANITIZED ? 163 : 41;
  for (size_t at = 0; at < bytes.size(); at += at < 200 ? 1 : kStep) {
    std::vector<uint8_t> altered = bytes;
    altered[at] ^= static_cast<uint8_t>(1u << at % 8);
    const auto read = TimelineLevels::read(*profile, altered);
    refused += read ? 0 : 1;
    if (read) part_of_run(*profile, *read, {{}, 100, SIZE_MAX, {}});
  }
  EXPECT_GT(refused, 0u);
}

TEST(Levels, StopWhenTheyAreCancelled) {
  const ProfilePtr profile = load_sketch("repeat 60000 every 10us { gpu 0 stream 7 gemm 0..5us }");
  Work work;
  std::atomic<int64_t> cancelled_at = 0;
  const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch().count(); };
  work.progress = [&](double done, const std::string&) {
    if (done < 0.1 || cancelled_at != 0) return;
    work.cancel.cancel();
    cancelled_at = now();
  };
  const auto built = TimelineLevels::build(*profile, {.finest = 1024}, work);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().code, ErrorCode::cancelled);
  // 50 ms are wanted; a machine with other work is given more.
  EXPECT_LT(now() - cancelled_at, 1'000'000'000);
}

TEST(Levels, AreBuiltOnceForAllWhoWait) {
  const ProfilePtr profile = load_sketch(kBusyRun);
  std::vector<const TimelineLevels*> made(4);
  {
    std::vector<std::jthread> threads;
    for (auto& of : made)
      threads.emplace_back([&] { of = *profile->made(perfetto::make_timeline_levels, {}); });
  }
  EXPECT_NE(made.front(), nullptr);
  for (const auto* of : made) EXPECT_EQ(of, made.front());
}

}  // namespace
}  // namespace nsys_ai::trace_test
