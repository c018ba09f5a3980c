// The JSON of a trace says what its packets say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/trace/decode.h"
#include "tests/trace/run.h"

namespace nsys_ai::trace_test {
namespace {

using Json = nlohmann::json;

// What one row holds; rows of one group are told apart by nothing else that both formats have.
struct RowSum {
  std::string group;
  int64_t slices = 0, instants = 0, length = 0, first = INT64_MAX;
  void add(bool instant, int64_t start, int64_t end) {
    ++(instant ? instants : slices);
    length += end - start;
    first = std::min(first, start);
  }
  friend auto operator<=>(const RowSum&, const RowSum&) = default;
  friend std::ostream& operator<<(std::ostream& out, const RowSum& sum) {
    return out << sum.group << ": " << sum.slices << " slices, " << sum.instants << " instants, "
               << sum.length << " ns from " << sum.first;
  }
};

// By group and name: times and values.
using Counters = std::map<std::pair<std::string, std::string>, std::vector<std::pair<int64_t, double>>>;

struct Summed {
  std::vector<RowSum> rows;
  Counters counters;
};

Summed of_packets(const DecodedTrace& trace) {
  const auto group_of = [&](const DecodedTrack& track) {
    const DecodedTrack* top = &track;
    while (top->parent != 0) top = &trace.tracks.at(top->parent);
    return top->owner.empty() ? top->name : top->owner;
  };
  Summed summed;
  std::map<uint64_t, RowSum> rows;
  for (const DecodedSlice& slice : trace.slices) {
    RowSum& row = rows[slice.track];
    row.group = group_of(trace.tracks.at(slice.track));
    row.add(slice.instant, slice.start, slice.end);
  }
  for (const auto& [track, row] : rows) summed.rows.push_back(row);
  for (const DecodedValue& of : trace.values) {
    const DecodedTrack& track = trace.tracks.at(of.track);
    summed.counters[{group_of(track), track.name}].emplace_back(of.time, of.value);
  }
  std::sort(summed.rows.begin(), summed.rows.end());
  return summed;
}

int64_t ns_of(const Json& microseconds) { return std::llround(microseconds.get<double>() * 1000); }

Summed of_json(const Json& trace) {
  std::map<int64_t, std::string> groups;
  std::map<std::pair<int64_t, int64_t>, RowSum> rows;
  std::set<uint64_t> arrows;
  Summed summed;
  for (const Json& event : trace.at("traceEvents")) {
    const auto phase = event.at("ph").get<std::string>();
    const auto pid = event.at("pid").get<int64_t>();
    if (phase == "M") {
      if (event.at("name") == "process_name") groups[pid] = event.at("args").at("name");
      continue;
    }
    const int64_t start = ns_of(event.at("ts"));
    if (phase == "C") {
      const Json& value = *event.at("args").begin();
      summed.counters[{groups.at(pid), event.at("name")}].emplace_back(start, value.get<double>());
    } else if (phase == "s") {
      arrows.insert(event.at("id").get<uint64_t>());
    } else if (phase == "t" || phase == "f") {
      EXPECT_EQ(arrows.count(event.at("id").get<uint64_t>()), 1u) << event;
    } else {
      EXPECT_TRUE(phase == "X" || phase == "i") << event;
      EXPECT_FALSE(event.at("name").get<std::string>().empty());
      RowSum& row = rows[{pid, event.at("tid").get<int64_t>()}];
      row.group = groups.at(pid);
      row.add(phase == "i", start, phase == "X" ? start + ns_of(event.at("dur")) : start);
    }
  }
  for (const auto& [track, row] : rows) summed.rows.push_back(row);
  std::sort(summed.rows.begin(), summed.rows.end());
  return summed;
}

class JsonOfCaptures : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(JsonOfCaptures, EqualsThePackets) {
  const ProfilePtr profile = load_file(GetParam());
  TraceOptions options;
  options.calls = options.os_calls = true;
  const Summed packets = of_packets(decode(trace_of(*profile, options)));
  options.format = TraceFormat::json;
  const std::string text = trace_of(*profile, options);
  EXPECT_EQ(text.find("canary-never-show-this"), std::string::npos);
  const Summed json = of_json(Json::parse(text));
  EXPECT_EQ(json.rows, packets.rows);
  EXPECT_EQ(json.counters, packets.counters);
}

INSTANTIATE_TEST_SUITE_P(Trace, JsonOfCaptures, testing::ValuesIn(captures()),
                         [](const testing::TestParamInfo<std::filesystem::path>& test) {
                           std::string name = test.param.stem().string();
                           for (char& letter : name)
                             if (!isalnum(static_cast<unsigned char>(letter))) letter = '_';
                           return name;
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(JsonOfCaptures);

// What a file makes up is still JSON.
TEST(JsonTrace, EscapesNames) {
  const ProfilePtr profile =
      load_sketch("gpu 0 stream 7 \"a\\\"b\\\\c\\n\\xFF\" 0..9us\nnvtx \"</script>\" 1..2us");
  TraceOptions options;
  options.format = TraceFormat::json;
  const Json trace = Json::parse(trace_of(*profile, options));
  std::set<std::string> names;
  for (const Json& event : trace.at("traceEvents"))
    if (event.at("ph") == "X") names.insert(event.at("name"));
  EXPECT_EQ(names.count("a\"b\\c\n\uFFFD"), 1u);
  EXPECT_EQ(names.count("</script>"), 1u);
}

}  // namespace
}  // namespace nsys_ai::trace_test
