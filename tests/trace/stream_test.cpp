// How a trace goes out: in chunks, to a sink that may want no more, for work that may be cancelled.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/trace/decode.h"
#include "tests/trace/run.h"

namespace nsys_ai::trace_test {
namespace {

constexpr const char* kBusy = R"(
  repeat 200 every 100us as step {
    nvtx "step {step}" 0..90us   inner 10..20us
    gpu 0 stream 7   gemm 20..50us   softmax 50..60us
    gpu 0 stream 8   memcpy_h2d 30..70us [64KB]
  }
)";

TEST(TraceStream, ChunksEndBetweenPackets) {
  const ProfilePtr profile = load_sketch(kBusy);
  TraceOptions options = everything();
  options.chunk_bytes = 500;
  std::string bytes;
  std::set<size_t> chunk_ends;
  size_t largest = 0;
  const auto stats = write_trace(*profile, Scope::whole(*profile), options, [&](std::string_view chunk) {
    bytes += chunk;
    chunk_ends.insert(bytes.size());
    largest = std::max(largest, chunk.size());
    return true;
  });
  ASSERT_TRUE(stats);
  EXPECT_GT(chunk_ends.size(), 20u);
  EXPECT_LT(largest, 2000u);
  const DecodedTrace trace = decode(bytes);
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front();
  for (const size_t end : chunk_ends)
    EXPECT_TRUE(std::binary_search(trace.packet_ends.begin(), trace.packet_ends.end(), end)) << end;
  EXPECT_EQ(bytes, trace_of(*profile, everything())) << "the size of chunks must not change the trace";
}

TEST(TraceStream, CutBetweenAnyTwoPacketsItStillReads) {
  const ProfilePtr profile = load_sketch(kBusy);
  const std::string bytes = trace_of(*profile, everything());
  const DecodedTrace whole = decode(bytes);
  size_t slices = 0;
  for (size_t i = 0; i < whole.packet_ends.size(); i += 7) {
    const DecodedTrace part = decode(std::string_view(bytes).substr(0, whole.packet_ends[i]));
    ASSERT_TRUE(part.faults.empty()) << part.faults.front();
    ASSERT_GE(part.slices.size(), slices);
    slices = part.slices.size();
  }
}

TEST(TraceStream, StatisticsAreThoseOfTheTrace) {
  const ProfilePtr profile =
      load_sketch("nvtx a 0..10us b 5us..\nnvtx mark m 7us\ngpu 0 stream 7 k 0..9us l 1..2us");
  std::string bytes;
  const auto stats = write_trace(*profile, Scope::whole(*profile), {}, [&](std::string_view chunk) {
    bytes += chunk;
    return true;
  });
  ASSERT_TRUE(stats);
  const DecodedTrace trace = decode(bytes);
  EXPECT_EQ(stats->bytes, bytes.size());
  EXPECT_EQ(stats->tracks, trace.tracks.size());
  EXPECT_EQ(stats->slices + stats->instants, trace.slices.size());
  EXPECT_EQ(stats->instants, 1u);
  EXPECT_EQ(stats->open, 1u);
  EXPECT_EQ(stats->overflow, 1u);
  EXPECT_EQ(stats->shift_ns, 0);
}

TEST(TraceStream, StopsWhenTheSinkWantsNoMore) {
  const ProfilePtr profile =
      load_sketch("repeat 20000 every 1us { gpu 0 stream 7 k 0..500ns [launch=none] }");
  TraceOptions options;
  options.chunk_bytes = 1000;
  size_t calls = 0;
  const auto stats =
      write_trace(*profile, Scope::whole(*profile), options, [&](std::string_view) { return ++calls < 3; });
  ASSERT_FALSE(stats);
  EXPECT_EQ(stats.error().code, ErrorCode::cancelled);
  EXPECT_EQ(calls, 3u);
}

TEST(TraceStream, StopsWhenTheWorkIsCancelled) {
  const ProfilePtr profile =
      load_sketch("repeat 20000 every 1us { gpu 0 stream 7 k 0..500ns [launch=none] }");
  TraceOptions options;
  options.chunk_bytes = 1000;
  Work work;
  size_t calls = 0;
  const auto stats = write_trace(
      *profile, Scope::whole(*profile), options,
      [&](std::string_view) {
        if (++calls == 3) work.cancel.cancel();
        return true;
      },
      work);
  ASSERT_FALSE(stats);
  EXPECT_EQ(stats.error().code, ErrorCode::cancelled);
  EXPECT_LT(calls, 100u);
}

TEST(TraceStream, SaysHowFarItIs) {
  const ProfilePtr profile = load_sketch("repeat 5000 every 1us { gpu 0 stream 7 k 0..500ns [launch=none] }");
  Work work;
  std::vector<double> seen;
  work.progress = [&](double done, const std::string&) { seen.push_back(done); };
  ASSERT_TRUE(write_trace(
      *profile, Scope::whole(*profile), {}, [](std::string_view) { return true; }, work));
  ASSERT_FALSE(seen.empty());
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_LE(seen.back(), 1.0);
}

TEST(TraceStream, TellsTheWallClock) {
  const ProfilePtr profile = load_sketch("session_start 1779782330176752435\ngpu 0 stream 7   gemm 20..50us");
  const DecodedTrace trace = decode(trace_of(*profile));
  ASSERT_TRUE(profile->info().utc_start_ns);
  EXPECT_EQ(trace.clocks.at(1) - trace.clocks.at(6), 1779782330176752435u);
}

void add_kernel(ProfileData& data, Interval time) {
  Kernels& kernels = data.kernels;
  kernels.add_span(static_cast<int64_t>(kernels.size()) + 1, time.start, time.end);
  kernels.stream.push_back(StreamIx(0));
  kernels.correlation.push_back(0);
  kernels.names.code.push_back(0);
  kernels.shapes.code.push_back(0);
}

// Kernels that all overlap on one stream.
ProfileData crowd(int64_t count) {
  ProfileData data;
  data.processes.push_back({0, false, 0, ""});
  data.devices.push_back({ProcessIx(0), 0, GpuIx::none()});
  data.streams.push_back({DeviceIx(0), 0, 7});
  const NameId name = data.names.intern("k");
  data.kernels.names.values = {{name, name}};
  data.kernels.shapes.values = {{}};
  for (int64_t i = 0; i < count; ++i) add_kernel(data, {i, i + 2 * count});
  return data;
}

// More of them than are sorted at once.
TEST(TraceStream, SortsWhatTheFileHoldsOutOfOrder) {
  constexpr int64_t kCount = 300'000;
  ProfileData data = crowd(0);
  // 7919 is prime to the count: each place comes once.
  for (int64_t i = 0; i < kCount; ++i) {
    const int64_t start = i * 7919 % kCount * 10;
    add_kernel(data, {start, start + 10});
  }
  const Profile profile(std::move(data));
  const DecodedTrace trace = decode(trace_of(profile));
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front();
  ASSERT_EQ(trace.slices.size(), static_cast<size_t>(kCount));
  for (size_t i = 0; i < trace.slices.size(); ++i) {
    ASSERT_EQ(trace.slices[i].start, static_cast<int64_t>(i) * 10);
    ASSERT_EQ(trace.slices[i].duration(), 10);
    ASSERT_EQ(trace.slices[i].track, trace.slices[0].track);
  }
}

TEST(TraceStream, ShowsTheStartsOfACrowd) {
  const Profile profile(crowd(20000));
  std::string bytes;
  const auto stats = write_trace(profile, Scope::whole(profile), events_alone(), [&](std::string_view chunk) {
    bytes += chunk;
    return true;
  });
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->slices, 1000u);
  EXPECT_EQ(stats->crowded, 19000u);
  EXPECT_EQ(stats->instants, stats->crowded);
  const DecodedTrace trace = decode(bytes);
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front();
  EXPECT_EQ(trace.slices.size(), 20000u);
}

// Times of a damaged or made-up file: nothing overflows, and what cannot be shown is counted.
TEST(TraceStream, HoldsAgainstExtremeTimes) {
  ProfileData data = crowd(0);
  for (const Interval time :
       {Interval{INT64_MIN, INT64_MIN + 5}, {-1, 1}, {INT64_MAX - 1, INT64_MAX}, {50, 40}})
    add_kernel(data, time);
  const Profile profile(std::move(data));
  std::string bytes;
  const auto stats = write_trace(profile, Scope::whole(profile), events_alone(), [&](std::string_view chunk) {
    bytes += chunk;
    return true;
  });
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->slices, 4u);
  EXPECT_GT(stats->out_of_range, 0u);
  const DecodedTrace trace = decode(bytes);
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front();
  EXPECT_EQ(trace.open, 0u);
}

}  // namespace
}  // namespace nsys_ai::trace_test
