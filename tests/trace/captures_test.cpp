// Real captures: what lies on each track equals plain SQL on the file, and the recorded truths.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/trace/decode.h"
#include "tests/trace/run.h"

namespace nsys_ai::trace_test {
namespace {

// How many events, how long together, and where they begin and end.
struct Sum {
  int64_t count = 0, length = 0, first = INT64_MAX, last = INT64_MIN;
  void add(int64_t start, int64_t end) {
    ++count;
    length += end - start;
    first = std::min(first, start);
    last = std::max(last, end);
  }
  friend bool operator==(const Sum&, const Sum&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Sum& sum) {
    return out << sum.count << " events, " << sum.length << " ns, " << sum.first << ".." << sum.last;
  }
};
using Sums = std::map<std::string, Sum>;

class File {
 public:
  explicit File(const std::filesystem::path& path) {
    const std::string uri = "file:" + path.string() + "?immutable=1";
    if (sqlite3_open_v2(uri.c_str(), &db_, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) != SQLITE_OK)
      throw std::runtime_error(sqlite3_errmsg(db_));
  }
  ~File() { sqlite3_close(db_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool has(const std::string& table, const std::string& column) const {
    bool found = false;
    rows("SELECT 1 FROM pragma_table_info('" + table + "') WHERE name = '" + column + "'",
         [&](sqlite3_stmt*) { found = true; });
    return found;
  }
  void rows(const std::string& sql, const std::function<void(sqlite3_stmt*)>& visit) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(db_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
      throw std::runtime_error(sql + ": " + sqlite3_errmsg(db_));
    while (sqlite3_step(statement) == SQLITE_ROW) visit(statement);
    sqlite3_finalize(statement);
  }

 private:
  sqlite3* db_ = nullptr;
};

// Rows of (label, start, end), summed by label.
void add_rows(const File& file, const std::string& sql, Sums& sums) {
  file.rows(sql, [&](sqlite3_stmt* row) {
    const auto* label = reinterpret_cast<const char*>(sqlite3_column_text(row, 0));
    sums[label].add(sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2));
  });
}

Sums operations_by_sql(const File& file) {
  Sums sums;
  for (const std::string kind : {"KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"}) {
    const std::string table = "CUPTI_ACTIVITY_KIND_" + kind;
    if (!file.has(table, "start")) continue;
    const std::string pid =
        file.has(table, "globalPid") ? "ifnull(' pid ' || ((globalPid >> 24) & 0xFFFFFF), '')" : "''";
    add_rows(file,
             "SELECT 'GPU ' || deviceId || " + pid + " || ' Stream ' || streamId, start, end FROM " + table,
             sums);
  }
  return sums;
}

Sums calls_by_sql(const File& file) {
  Sums sums;
  const std::string table = "CUPTI_ACTIVITY_KIND_RUNTIME";
  if (!file.has(table, "start")) return sums;
  const std::string twins =
      file.has(table, "eventClass") ? " WHERE eventClass IS NULL OR eventClass != 67" : "";
  add_rows(file, "SELECT 'thread ' || (globalTid & 0xFFFFFF), start, end FROM " + table + twins, sums);
  return sums;
}

Sums os_calls_by_sql(const File& file) {
  Sums sums;
  if (!file.has("OSRT_API", "start")) return sums;
  add_rows(file, "SELECT 'thread ' || (globalTid & 0xFFFFFF), start, end FROM OSRT_API WHERE eventClass = 27",
           sums);
  return sums;
}

Sums nvtx_by_sql(const File& file, const std::string& types, const std::string& label) {
  Sums sums;
  if (!file.has("NVTX_EVENTS", "start")) return sums;
  add_rows(file,
           "SELECT " + label + ", start, ifnull(end, start) FROM NVTX_EVENTS WHERE eventType IN (" + types +
               ") AND (end IS NOT NULL OR eventType = 34)",
           sums);
  return sums;
}

// A captured trace with its slices by the same labels as the SQL above.
struct Labelled {
  Sums operations, ranges, start_end, marks, calls, os_calls;
  std::map<std::string, std::map<std::string, Sum>> categories;  // by device
};

// "GPU 0 · pid 144 · NVIDIA H100" as "GPU 0 pid 144", "Stream 7 · context 1 · overlapping" as "Stream 7".
std::string device_label(const std::string& name) {
  const std::string label = name.substr(0, name.find(" ·", name.find(" · pid ") + 1));
  return label.find(" ·") == std::string::npos ? label : std::string(label).erase(label.find(" ·"), 3);
}
std::string first_two_words(const std::string& name) {
  return name.substr(0, name.find(' ', name.find(' ') + 1));
}

// The thread on whose track, or below whose track, this one is.
const DecodedTrack& thread_of(const DecodedTrace& trace, const DecodedTrack& track) {
  const DecodedTrack* at = &track;
  while (!at->tid && at->parent != 0 && at->name.rfind("Thread ", 0) != 0) at = &trace.tracks.at(at->parent);
  return *at;
}

std::string thread_label(const DecodedTrace& trace, const DecodedTrack& track) {
  const DecodedTrack& thread = thread_of(trace, track);
  return thread.tid ? "thread " + std::to_string(*thread.tid)
                    : "thread " + first_two_words(thread.name).substr(7);
}

Labelled label(const DecodedTrace& trace) {
  Labelled sums;
  for (const DecodedSlice& slice : trace.slices) {
    const DecodedTrack& track = trace.tracks.at(slice.track);
    const std::string& category = slice.categories.at(0);
    const bool open = slice.name.size() > 15 && slice.name.substr(slice.name.size() - 14) == "(never closed)";
    if (open || category == "trace") continue;
    if (category == "os_call") {
      sums.os_calls[thread_label(trace, track)].add(slice.start, slice.end);
    } else if (category == "call" || category == "sync") {
      sums.calls[thread_label(trace, track)].add(slice.start, slice.end);
    } else if (category != "nvtx") {
      const std::string device = device_label(trace.tracks.at(track.parent).name);
      sums.operations[device + " " + first_two_words(track.name)].add(slice.start, slice.end);
      sums.categories[device][category].add(slice.start, slice.end);
    } else if (slice.instant) {
      sums.marks["marks"].add(slice.start, slice.end);
    } else if (track.name.rfind("NVTX start/end", 0) == 0) {
      sums.start_end["ranges"].add(slice.start, slice.end);
    } else {
      sums.ranges[thread_label(trace, track)].add(slice.start, slice.end);
    }
  }
  return sums;
}

class Captures : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Captures, EqualSql) {
  const ProfilePtr profile = load_file(GetParam());
  const DecodedTrace trace = decode(trace_of(*profile, everything()));
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.size() << " faults, the first: " << trace.faults.front();
  EXPECT_EQ(trace.open, 0u);
  Labelled got = label(trace);
  const int64_t shift = trace_shift(*profile);
  for (Sums* sums : {&got.operations, &got.ranges, &got.start_end, &got.marks, &got.calls, &got.os_calls})
    for (auto& [label, sum] : *sums) sum.first -= shift, sum.last -= shift;
  const File file(GetParam());
  EXPECT_EQ(got.operations, operations_by_sql(file));
  EXPECT_EQ(got.calls, calls_by_sql(file));
  EXPECT_EQ(got.os_calls, os_calls_by_sql(file));
  EXPECT_EQ(got.ranges, nvtx_by_sql(file, "59, 70", "'thread ' || (globalTid & 0xFFFFFF)"));
  EXPECT_EQ(got.start_end, nvtx_by_sql(file, "60, 71", "'ranges'"));
  EXPECT_EQ(got.marks, nvtx_by_sql(file, "34", "'marks'"));
}

TEST_P(Captures, EqualTheTruths) {
  const std::filesystem::path truth_path =
      GetParam().parent_path() / "truth" / GetParam().filename().replace_extension(".json");
  if (!std::filesystem::exists(truth_path)) GTEST_SKIP() << "There is no " << truth_path << ".";
  std::ifstream file(truth_path);
  const auto truth = nlohmann::json::parse(file);
  Labelled got = label(decode(trace_of(*load_file(GetParam()), events_alone())));
  for (const auto& device : truth.at("devices")) {
    // The truths write 0 for a process that the capture does not name.
    const auto number = device.at("pid").get<int64_t>();
    const std::string pid = number == 0 ? "" : " pid " + std::to_string(number);
    const std::string name = "GPU " + std::to_string(device.at("device").get<int64_t>()) + pid;
    const Sum compute = got.categories[name]["compute"],
              communication = got.categories[name]["communication"];
    EXPECT_EQ(compute.count + communication.count, device.at("kernels").get<int64_t>()) << name;
    EXPECT_EQ(compute.length + communication.length, device.at("kernel_sum_ns").get<int64_t>()) << name;
    EXPECT_EQ(communication.count, device.at("comm_kernels").get<int64_t>()) << name;
  }
}

TEST_P(Captures, TracksOfOperationsAreFlat) {
  const DecodedTrace trace = decode(trace_of(*load_file(GetParam()), events_alone()));
  for (const DecodedSlice& slice : trace.slices) {
    if (slice.categories.at(0) == "nvtx") continue;
    ASSERT_EQ(slice.depth, 0u) << slice.name;
  }
}

TEST_P(Captures, AWindowHoldsWhatItCutsOut) {
  const ProfilePtr profile = load_file(GetParam());
  const Interval all = profile->extent();
  const Interval window{all.start + all.duration() / 3, all.start + all.duration() / 2};
  if (window.empty()) GTEST_SKIP() << "Nothing was recorded.";
  const DecodedTrace whole = decode(trace_of(*profile, everything()));
  const DecodedTrace part = decode(trace_of(*profile, everything(), {{}, window}));
  EXPECT_TRUE(part.faults.empty()) << part.faults.front();
  const int64_t shift = trace_shift(*profile);
  const Interval shown{window.start + shift, window.end + shift};
  Sum expected, got;
  for (const DecodedSlice& slice : whole.slices) {
    const Interval inside = intersect({slice.start, slice.end}, shown);
    const bool moment = slice.start == slice.end && slice.start >= shown.start && slice.start < shown.end;
    if (slice.categories.at(0) != "trace" && (!inside.empty() || moment))
      expected.add(inside.start, inside.end);
  }
  for (const DecodedSlice& slice : part.slices)
    if (slice.categories.at(0) != "trace") got.add(slice.start, slice.end);
  EXPECT_EQ(got, expected);
}

// Gaps of 5 us and more between the operations of a device, from a running maximum of their ends.
Sums gaps_by_sql(const File& file) {
  std::string operations;
  for (const std::string kind : {"KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"}) {
    const std::string table = "CUPTI_ACTIVITY_KIND_" + kind;
    if (!file.has(table, "start") || !file.has(table, "deviceId")) continue;
    const std::string pid =
        file.has(table, "globalPid") ? "ifnull(' pid ' || ((globalPid >> 24) & 0xFFFFFF), '')" : "''";
    operations += (operations.empty() ? "" : " UNION ALL ") + std::string("SELECT 'GPU ' || deviceId || ") +
                  pid + " AS device, start, end FROM " + table;
  }
  Sums sums;
  if (operations.empty()) return sums;
  add_rows(file,
           "SELECT device, until, start FROM (SELECT device, start, max(end) OVER (PARTITION BY device ORDER "
           "BY start, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS until FROM (" +
               operations + ")) WHERE start - until >= 5000",
           sums);
  return sums;
}

TEST_P(Captures, IdleGapsEqualSql) {
  const ProfilePtr profile = load_file(GetParam());
  TraceOptions options;
  const DecodedTrace trace = decode(trace_of(*profile, options));
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front();
  const int64_t shift = trace_shift(*profile);
  Sums got;
  for (const DecodedSlice& slice : trace.slices)
    if (slice.categories.at(0) == "idle")
      got[device_label(trace.tracks.at(trace.tracks.at(slice.track).parent).name)].add(slice.start - shift,
                                                                                       slice.end - shift);
  EXPECT_EQ(got, gaps_by_sql(File(GetParam())));
}

TEST_P(Captures, SyncsEqualSql) {
  const ProfilePtr profile = load_file(GetParam());
  TraceOptions options = events_alone();
  options.syncs = true;
  const DecodedTrace trace = decode(trace_of(*profile, options));
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front();
  const int64_t shift = trace_shift(*profile);
  Sums got;
  for (const DecodedSlice& slice : trace.slices)
    if (slice.categories.at(0) == "sync")
      got[thread_label(trace, trace.tracks.at(slice.track))].add(slice.start - shift, slice.end - shift);
  const File file(GetParam());
  Sums expected;
  const std::string twins =
      file.has("CUPTI_ACTIVITY_KIND_RUNTIME", "eventClass") ? "eventClass != 67 AND " : "";
  if (file.has("CUPTI_ACTIVITY_KIND_RUNTIME", "start"))
    add_rows(file,
             "SELECT 'thread ' || (globalTid & 0xFFFFFF), start, end FROM CUPTI_ACTIVITY_KIND_RUNTIME JOIN "
             "StringIds ON id = nameId WHERE " +
                 twins + "value GLOB 'cu*Synchronize*'",
             expected);
  EXPECT_EQ(got, expected);
}

// The area under a counter, in value times nanoseconds, by device.
std::map<std::string, double> area_of(const DecodedTrace& trace, const std::string& counter) {
  std::map<std::string, double> areas;
  std::map<uint64_t, DecodedValue> before;
  for (const DecodedValue& of : trace.values) {
    const DecodedTrack& track = trace.tracks.at(of.track);
    if (track.name != counter) continue;
    if (const auto last = before.find(of.track); last != before.end())
      areas[device_label(trace.tracks.at(track.parent).name)] +=
          last->second.value * static_cast<double>(of.time - last->second.time);
    before[of.track] = of;
  }
  return areas;
}

TEST_P(Captures, LaunchesAndQueueEqualSql) {
  const File file(GetParam());
  std::string operations;
  for (const std::string kind : {"KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"}) {
    const std::string table = "CUPTI_ACTIVITY_KIND_" + kind;
    if (!file.has(table, "globalPid")) continue;
    operations += (operations.empty() ? "" : " UNION ALL ") +
                  std::string(
                      "SELECT 'GPU ' || deviceId || ' pid ' || ((globalPid >> 24) & 0xFFFFFF) AS "
                      "device, globalPid AS process, correlationId AS id, start, end FROM ") +
                  table;
  }
  if (operations.empty() || !file.has("CUPTI_ACTIVITY_KIND_RUNTIME", "eventClass"))
    GTEST_SKIP() << "There are no operations with processes and calls.";
  // By device: calls that launched while anything ran, and how long operations waited.
  const std::string joined =
      "WITH o AS (" + operations +
      "), c AS (SELECT globalTid & ~0xFFFFFF AS process, correlationId AS id, start, end, row_number() OVER "
      "(PARTITION BY globalTid & ~0xFFFFFF, correlationId ORDER BY eventClass) AS nth FROM "
      "CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass != 67), w AS (SELECT min(start) AS first, max(end) AS "
      "last FROM o) ";
  std::map<std::string, double> launches, queue;
  file.rows(
      joined +
          "SELECT device, count(DISTINCT CASE WHEN c.start BETWEEN first AND last THEN o.process || ' ' "
          "|| o.id END), sum(max(0, o.start - max(c.end, first))) FROM o JOIN c USING (process, id), w "
          "WHERE nth = 1 GROUP BY device",
      [&](sqlite3_stmt* row) {
        const auto* device = reinterpret_cast<const char*>(sqlite3_column_text(row, 0));
        launches[device] = sqlite3_column_double(row, 1);
        queue[device] = sqlite3_column_double(row, 2);
      });
  const ProfilePtr profile = load_file(GetParam());
  TraceOptions options = events_alone();
  options.counters = true;
  const DecodedTrace trace = decode(trace_of(*profile, options));
  const auto launches_shown = area_of(trace, "Launches"), queue_shown = area_of(trace, "Queue");
  ASSERT_EQ(launches_shown.size(), launches.size());
  ASSERT_EQ(queue_shown.size(), queue.size());
  for (const auto& [device, expected] : launches)
    EXPECT_NEAR(launches_shown.at(device) / 1e9, expected, 1e-6 * expected) << device;
  for (const auto& [device, expected] : queue)
    EXPECT_NEAR(queue_shown.at(device), expected, 1e-6 * expected + 1) << device;
}

// "1,240 kernels, 3.1 ms" stands for 1,240 events.
int64_t events_in(const DecodedSlice& slice) {
  if (slice.categories.at(0) != "merged") return 1;
  std::string digits = slice.name.substr(0, slice.name.find(' '));
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  return std::stoll(digits);
}

// In an overview no event is lost, and none stands twice.
TEST_P(Captures, AnOverviewCountsEveryEvent) {
  const ProfilePtr profile = load_file(GetParam());
  TraceOptions options = everything();
  std::map<std::string, int64_t> whole, merged;
  const auto count = [](const DecodedTrace& trace, std::map<std::string, int64_t>& by_group) {
    EXPECT_TRUE(trace.faults.empty()) << trace.faults.front();
    EXPECT_EQ(trace.open, 0u);
    for (const DecodedSlice& slice : trace.slices) {
      const DecodedTrack* track = &trace.tracks.at(slice.track);
      while (track->parent != 0) track = &trace.tracks.at(track->parent);
      by_group[track->name] += events_in(slice);
    }
  };
  count(decode(trace_of(*profile, options)), whole);
  options.pixel = pixel_for(*profile, Scope::whole(*profile), options, TraceDetail::overview);
  const DecodedTrace overview = decode(trace_of(*profile, options));
  count(overview, merged);
  EXPECT_EQ(merged, whole);
  EXPECT_LE(overview.slices.size(), size_t{40} * kOverviewPixels * overview.tracks.size());
}

std::string name_of(const testing::TestParamInfo<std::filesystem::path>& test) {
  std::string name = test.param.stem().string();
  for (char& letter : name)
    if (!isalnum(static_cast<unsigned char>(letter))) letter = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Trace, Captures, testing::ValuesIn(captures()), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Captures);

}  // namespace
}  // namespace nsys_ai::trace_test
