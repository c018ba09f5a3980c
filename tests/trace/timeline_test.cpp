// The timeline of each capture holds what its trace holds, and never more than it may.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "tests/trace/run.h"
#include "tests/trace/timeline_decode.h"

namespace nsys_ai::trace_test {
namespace {

Timeline timeline_of(const Profile& profile, const TraceOptions& options, int64_t columns = INT64_MAX,
                     size_t most = SIZE_MAX) {
  const TimelineSource source(profile, {options.os_calls});
  auto made = source.part({{}, columns, most, row_ids(source, options)});
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

// By the path of ranks, which both have: count, time, and depths added up; of counters values instead.
using Rows = std::map<std::vector<int64_t>, std::tuple<size_t, int64_t, size_t, double>>;

Rows rows_of(const DecodedTrace& trace) {
  const auto path_of = [&](uint64_t track) {
    std::vector<int64_t> path;
    for (; track != 0; track = trace.tracks.at(track).parent) path.push_back(trace.tracks.at(track).rank);
    return path;
  };
  Rows rows;
  for (const DecodedSlice& slice : trace.slices) {
    // A trace says how its clock differs, which a timeline's does not.
    if (slice.categories.front() == "trace") continue;
    auto& [count, time, depth, value] = rows[path_of(slice.track)];
    ++count;
    time += slice.duration();
    if (slice.duration() > 0) depth += slice.depth;
  }
  for (const DecodedValue& of : trace.values) {
    auto& [count, time, depth, value] = rows[path_of(of.track)];
    ++count;
    value += of.value;
  }
  return rows;
}

size_t size_of(const Timeline& timeline) {
  size_t size = 0;
  for (const TimelineRow& row : timeline.rows) size += row.starts.size();
  return size;
}

class TimelineOfCaptures : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(TimelineOfCaptures, EqualsTheTrace) {
  const ProfilePtr profile = load_file(GetParam());
  TraceOptions options;
  options.calls = options.os_calls = true;
  options.counters = false;
  for (const int64_t columns : {INT64_MAX, int64_t{1000}}) {
    // A trace joins samples of metrics by how long they last, a timeline by the pixel in which they begin.
    options.metrics = columns == INT64_MAX;
    const Timeline made = timeline_of(*profile, options, columns);
    const DecodedTrace shown = decode(made);
    EXPECT_EQ(shown.faults, std::vector<std::string>{});
    options.pixel = made.pixel;
    EXPECT_EQ(rows_of(shown), rows_of(decode(trace_of(*profile, options)))) << columns;
  }
}

// Of each counter, by the path of its ranks: value times time, in ns, until it is 0 at the end.
std::map<std::vector<int64_t>, double> integrals_of(const DecodedTrace& trace) {
  std::map<uint64_t, std::pair<int64_t, double>> last;
  std::map<std::vector<int64_t>, double> integrals;
  for (const DecodedValue& of : trace.values) {
    std::vector<int64_t> path;
    for (uint64_t track = of.track; track != 0; track = trace.tracks.at(track).parent)
      path.push_back(trace.tracks.at(track).rank);
    integrals[path];
    const auto before = last.find(of.track);
    if (before != last.end())
      integrals[path] += before->second.second * static_cast<double>(of.time - before->second.first);
    last[of.track] = {of.time, of.value};
  }
  return integrals;
}

// A trace has 2,000 parts of the time in which GPUs worked, a timeline has pixels: they show one thing.
TEST_P(TimelineOfCaptures, CountersShowWhatTheTraceCounts) {
  const ProfilePtr profile = load_file(GetParam());
  TraceOptions options = events_alone();
  options.kernels = options.copies = options.memsets = options.nvtx = options.syncs = false;
  options.counters = true;
  const DecodedTrace trace = decode(trace_of(*profile, options));
  const auto expected = integrals_of(trace);
  for (const int64_t columns : {INT64_MAX, int64_t{1000}, int64_t{10}}) {
    const Timeline made = timeline_of(*profile, options, columns);
    auto shown = integrals_of(decode(made));
    EXPECT_EQ(shown.size(), expected.size());
    for (const auto& [path, integral] : expected) {
      std::string name;
      for (const auto& [uuid, track] : trace.tracks)
        if (track.counter && track.rank == path.front()) name = track.name;
      // What was launched or waited before the GPUs began is in the timeline alone.
      if (name == "Launches" || name == "Queue")
        EXPECT_GE(shown[path], integral * 0.999 - 1e6) << name;
      else
        EXPECT_NEAR(shown[path], integral, std::abs(integral) * 1e-3 + 1e4) << name << " " << columns;
    }
  }
}

// Whatever is merged for it, a screen that can show little is told of all of the time.
TEST_P(TimelineOfCaptures, FitsAScreen) {
  const ProfilePtr profile = load_file(GetParam());
  TraceOptions options;
  options.calls = true;
  options.counters = false;
  const Timeline all = timeline_of(*profile, options);
  const size_t most = 2000;
  const Timeline fitting = timeline_of(*profile, options, INT64_MAX, most);
  EXPECT_LE(size_of(fitting), most);
  EXPECT_EQ(fitting.pixel > 0, size_of(all) > most);
  EXPECT_TRUE(fitting.complete);
  // What overlaps on a row depends on what is merged there; groups do not.
  const auto groups = [](const Timeline& timeline) {
    return std::count_if(timeline.rows.begin(), timeline.rows.end(),
                         [](const auto& row) { return row.parent == 0; });
  };
  EXPECT_EQ(groups(fitting), groups(all));
}

// The ranges on GPUs that take at least a pixel: row, start, length and name.
using RangesOnGpus = std::multiset<std::tuple<std::string, int64_t, int64_t, std::string>>;
RangesOnGpus ranges_on_gpus(const Timeline& timeline, int64_t pixel) {
  RangesOnGpus ranges;
  for (const TimelineRow& row : timeline.rows)
    if (row.id.starts_with("nvtx_on_gpu"))
      for (size_t i = 0; i < row.starts.size(); ++i)
        if (row.lengths[i] >= pixel)
          ranges.emplace(row.id, row.starts[i], row.lengths[i],
                         timeline.texts[static_cast<size_t>(row.names[i])]);
  return ranges;
}

void expect_ranges_of_a_pixel(const Profile& profile) {
  const TraceOptions options;
  const Timeline all = timeline_of(profile, options);
  for (const int64_t columns : {int64_t{30}, int64_t{300}, int64_t{1000}, int64_t{3000}}) {
    const Timeline made = timeline_of(profile, options, columns);
    EXPECT_EQ(ranges_on_gpus(made, 0), ranges_on_gpus(all, made.pixel)) << columns;
  }
}

// A range that is short on the host can be long on the GPU.
TEST_P(TimelineOfCaptures, DrawsEachRangeOfAPixelOnTheGpu) {
  expect_ranges_of_a_pixel(*load_file(GetParam()));
}

TEST(Timeline, DrawsEachRangeOfAPixelOnTheGpu) {
  expect_ranges_of_a_pixel(*load_sketch(R"(
    repeat 40 every 10ms as s {
      nvtx "step {s}" 0..8ms   launch 10..12us   wait 20us..7ms
      nvtx startend request 5us..4ms
      gpu 0 stream 7   long 1ms..6ms [launch=10..11us]   short 6ms..6001us [launch=30..31us]
    })"));
}

INSTANTIATE_TEST_SUITE_P(Trace, TimelineOfCaptures, testing::ValuesIn(captures()),
                         [](const testing::TestParamInfo<std::filesystem::path>& test) {
                           std::string name = test.param.stem().string();
                           for (char& letter : name)
                             if (!isalnum(static_cast<unsigned char>(letter))) letter = '_';
                           return name;
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TimelineOfCaptures);

TEST(Timeline, SaysWhenNothingHelps) {
  const ProfilePtr profile =
      load_sketch("gpu 0 stream 7 a 0..10us\ngpu 0 stream 8 b 0..10us\ngpu 0 stream 9 c 0..10us");
  const Timeline shown = timeline_of(*profile, events_alone(), INT64_MAX, 2);
  EXPECT_FALSE(shown.complete);
  EXPECT_EQ(size_of(shown), 2u);
}

TEST(Timeline, EndsWhenItIsCancelled) {
  const ProfilePtr profile = load_sketch("gpu 0 stream 7 a 0..10us");
  const Work work;
  work.cancel.cancel();
  const auto made = TimelineSource(*profile, {}).part({}, work);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::cancelled);
}

TEST(Timeline, CountsFromTheStartOfTheRun) {
  const ProfilePtr profile = load_sketch("gpu 0 stream 7 a -5us..10us [launch=-7us..-6us]   b 20us..30us");
  const Timeline shown = timeline_of(*profile, events_alone());
  EXPECT_EQ(shown.run_start, -7000);
  EXPECT_EQ(shown.run_length, 37'000);
  EXPECT_EQ(shown.rows.at(1).starts, (std::vector<int64_t>{2000, 27'000}));
}

}  // namespace
}  // namespace nsys_ai::trace_test
