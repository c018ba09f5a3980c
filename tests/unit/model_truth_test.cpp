// Tables that are read on need: their rows are those that plain SQL finds in the file, on real captures.
#include <gtest/gtest.h>

#include "tests/unit/model_answers.h"

namespace nsys_ai::test {
namespace {

class ModelTruth : public testing::TestWithParam<std::string> {
 protected:
  const Profile& profile() const { return capture.profile(); }
  bool has(const std::string& table, const std::string& column = "") { return capture.has(table, column); }
  // A column of the file, or what stands for it where the table lacks it.
  std::string or_else(const std::string& table, const std::string& column, const std::string& otherwise) {
    return has(table, column) ? column : otherwise;
  }
  std::string pid(const std::string& table, const std::string& column = "globalPid") {
    return has(table, column) ? "nullif((" + column + " >> 24) & 16777215, 0)" : "NULL";
  }
  // Rows of the model beside rows of a table of the file; without the table there are none.
  void same(const std::string& ours, const std::string& table, const std::string& theirs) {
    EXPECT_EQ(rows_of(profile(), ours), has(table) ? capture.ask(theirs) : "") << ours;
  }
  // The same of what lasts, in the middle of the capture: how many touch it, and their time inside.
  void same_inside(const std::string& ours, const std::string& table, const std::string& where) {
    const Interval all = profile().extent();
    const Interval window{all.start + all.duration() / 4, all.end - all.duration() / 4};
    if (window.empty()) return;
    const std::string from = std::to_string(window.start);
    const std::string to = std::to_string(window.end);
    EXPECT_EQ(rows_of(profile(), "SELECT count(*), coalesce(sum(duration), 0) FROM " + ours, {{}, window}),
              has(table)
                  ? capture.ask("SELECT count(*), coalesce(sum(min(\"end\", " + to + ") - max(start, " +
                                from + ")), 0) FROM " + table + " WHERE start < " + to + " AND (\"end\" > " +
                                from + " OR start = \"end\" AND start >= " + from + ") AND " + where)
                  : "0|0")
        << ours;
  }

  Capture capture{profiles_folder() / (GetParam() + ".sqlite")};
};

constexpr const char* kSync = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
constexpr const char* kTid = "globalTid & 16777215";

TEST_P(ModelTruth, WaitsAndEvents) {
  same(
      "SELECT row, start, \"end\", duration, pid, context, stream, event, correlation FROM sync ORDER BY row",
      kSync,
      "SELECT rowid, start, \"end\", \"end\" - start, " + pid(kSync) +
          ", contextId, nullif(streamId, 4294967295), nullif(eventId, 4294967295), correlationId FROM " +
          kSync + " ORDER BY rowid");
  same_inside("sync", kSync, "1");
  const std::string events = "CUPTI_ACTIVITY_KIND_CUDA_EVENT";
  same("SELECT row, start, pid, context, stream, event, correlation FROM cuda_event ORDER BY row", events,
       "SELECT rowid, " + or_else(events, "timestamp", "NULL") + ", " + pid(events) +
           ", contextId, nullif(streamId, 4294967295), nullif(eventId, 4294967295), correlationId FROM " +
           events + " ORDER BY rowid");
}

TEST_P(ModelTruth, CallsOfTheOperatingSystem) {
  same("SELECT row, start, duration, name, pid, tid, return_value, nesting, chain FROM os_call ORDER BY row",
       "OSRT_API",
       "SELECT o.rowid, start, \"end\" - start, value, " + pid("OSRT_API", "globalTid") + ", " + kTid +
           ", coalesce(returnValue, 0), coalesce(" + or_else("OSRT_API", "nestingLevel", "0") +
           ", 0), nullif(" + or_else("OSRT_API", "callchainId", "0") +
           ", 0) FROM OSRT_API o JOIN StringIds s ON s.id = o.nameId WHERE eventClass = 27 ORDER BY o.rowid");
  same_inside("os_call", "OSRT_API", "eventClass = 27");
}

TEST_P(ModelTruth, FramesOfChains) {
  const auto frames = [&](const std::string& ours, const std::string& table) {
    same("SELECT chain, depth, symbol, module, address, is_unresolved FROM " + ours +
             " ORDER BY chain, depth, address",
         table,
         "SELECT c.id, stackDepth, s.value, m.value, nullif(originalIP, 0), unresolved FROM " + table +
             " c LEFT JOIN StringIds s ON s.id = c.symbol LEFT JOIN StringIds m ON m.id = c.module "
             "ORDER BY c.id, stackDepth, 5");
  };
  frames("sample_frame", "SAMPLING_CALLCHAINS");
  frames("os_call_frame", "OSRT_CALLCHAINS");
  frames("cuda_call_frame", "CUDA_CALLCHAINS");
  if (has("CUPTI_ACTIVITY_KIND_RUNTIME", "callchainId"))
    same("SELECT call, start, tid FROM cuda_backtrace ORDER BY call", "CUDA_CALLCHAINS",
         std::string("SELECT 'runtime_call:' || rowid, start, ") + kTid +
             " FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE callchainId IS NOT NULL AND EXISTS (SELECT 1 FROM "
             "CUDA_CALLCHAINS) ORDER BY 1");
  // Files count chains from other numbers than calls do, so it is the chain of a call that goes through it.
  EXPECT_EQ(
      rows_of(
          profile(),
          "SELECT b.call FROM cuda_backtrace b JOIN runtime_call c ON c.id = b.call WHERE NOT EXISTS (SELECT "
          "1 FROM cuda_call_frame f WHERE f.chain = b.chain AND f.symbol = c.name)"),
      "");
}

TEST_P(ModelTruth, WhatCoresRan) {
  same("SELECT row, start, function, chain, cpu, cycles, pid, tid FROM cpu_sample ORDER BY row",
       "COMPOSITE_EVENTS",
       "SELECT e.rowid, start, value, e.id, cpu, cpuCycles, " + pid("COMPOSITE_EVENTS", "globalTid") + ", " +
           kTid +
           " FROM COMPOSITE_EVENTS e LEFT JOIN SAMPLING_CALLCHAINS c ON c.id = e.id AND c.stackDepth = 0 "
           "LEFT JOIN StringIds s ON s.id = c.symbol ORDER BY e.rowid");
  same("SELECT row, start, event, cpu, pid, tid FROM sched_event ORDER BY row", "SCHED_EVENTS",
       "SELECT rowid, start, iif(isSchedIn, 'in', 'out'), cpu, " + pid("SCHED_EVENTS", "globalTid") + ", " +
           kTid + " FROM SCHED_EVENTS ORDER BY rowid");
}

TEST_P(ModelTruth, WhatTheProfilerSaysOfItself) {
  for (const auto& [source, table] :
       {std::pair("profiler", "PROFILER_OVERHEAD"), std::pair("cuda", "CUPTI_ACTIVITY_KIND_OVERHEAD")}) {
    const std::string where = std::string("profiler_overhead WHERE source = '") + source + "'";
    same("SELECT start, duration, name, tid FROM " + where + " ORDER BY start, duration, name, tid", table,
         std::string("SELECT start, \"end\" - start AS took, value, ") + kTid + " AS tid FROM " + table +
             " o LEFT JOIN StringIds s ON s.id = o.nameId ORDER BY start, took, value, tid");
    same_inside(where, table, "1");
  }
  same("SELECT row, start, message, pid FROM diagnostic ORDER BY row", "DIAGNOSTIC_EVENT",
       "SELECT rowid, timestamp, text, " + pid("DIAGNOSTIC_EVENT") + " FROM DIAGNOSTIC_EVENT ORDER BY rowid");
  EXPECT_EQ(rows_of(profile(), "SELECT name FROM capture_option WHERE value LIKE '%canary%'"), "");
}

TEST_P(ModelTruth, WhatGoesWithEvents) {
  same("SELECT nvtx, colour FROM nvtx_payload WHERE colour IS NOT NULL ORDER BY rowid", "NVTX_EVENTS",
       "SELECT 'nvtx:' || rowid, color & 4294967295 FROM NVTX_EVENTS WHERE color & 4294967295 <> 0 AND "
       "eventType IN "
       "(34, 59, 60, 70, 71) ORDER BY rowid");
  const std::string table =
      has("TARGET_INFO_CUDA_CONTEXT_INFO") ? "TARGET_INFO_CUDA_CONTEXT_INFO" : "TARGET_INFO_CUDA_NULL_STREAM";
  same("SELECT c.context, c.device, c.null_stream FROM context c ORDER BY 1, 2, 3", table,
       "SELECT contextId, deviceId, " + or_else(table, "nullStreamId", "streamId") + " FROM " + table +
           " ORDER BY 1, 2, 3");
  // The file repeats schemas for each process.
  same("SELECT domain, schema, entry, min(name) FROM nvtx_schema_entry GROUP BY 1, 2, 3",
       "NVTX_PAYLOAD_SCHEMA_ENTRIES",
       "SELECT domainId, schemaId, idx, min(name) FROM NVTX_PAYLOAD_SCHEMA_ENTRIES GROUP BY 1, 2, 3");
  const std::string kernels = "CUPTI_ACTIVITY_KIND_KERNEL";
  if (has(kernels, "graphNodeId"))
    same("SELECT id, graph_node FROM kernel WHERE graph_node IS NOT NULL ORDER BY rowid", kernels,
         "SELECT 'kernel:' || rowid, graphNodeId FROM " + kernels + " WHERE graphNodeId <> 0 ORDER BY rowid");
}

INSTANTIATE_TEST_SUITE_P(All, ModelTruth, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ModelTruth);

}  // namespace
}  // namespace nsys_ai::test
