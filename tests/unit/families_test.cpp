// Families that are read on first use: what is made of each table of each real capture equals plain SQL on
// the file.
#include <algorithm>
#include <cstdio>

#include "profile/families/family_facts.h"
#include "profile/families/family_gpu.h"
#include "profile/families/family_host.h"
#include "profile/families/family_metrics.h"
#include "profile/families/family_nvtx.h"
#include "profile/families/family_samples.h"
#include "tests/unit/real_capture.h"

namespace nsys_ai::test {
namespace {

// The bytes of a text that a row names by its id.
std::string length_of_text(const std::string& column) {
  return "(SELECT length(CAST(value AS BLOB)) FROM StringIds WHERE id = " + column + ")";
}

int64_t global_process(const LazyFamily& family, EventProcessIx process) {
  return static_cast<int64_t>(static_cast<uint64_t>(family.processes[process].key) << 24);
}
int64_t global_thread(const LazyFamily& family, EventThreadIx thread) {
  return global_process(family, family.threads[thread].process) | family.threads[thread].tid;
}

template <class T>
int64_t start(const T& f, size_t i) {
  return f.start[i];
}
template <class T>
int64_t end(const T& f, size_t i) {
  return f.end(i);
}
template <class T>
int64_t time_of(const T& f, size_t i) {
  return f.time[i];
}
template <class T>
int64_t thread(const T& f, size_t i) {
  return global_thread(f, f.thread[i]);
}
template <class T>
int64_t name(const T& f, size_t i) {
  return static_cast<int64_t>(f.text(f.name[i]).size());
}
template <class T>
int64_t place_process(const T& f, size_t i) {
  return global_process(f, f.places[f.place[i]].process);
}
template <class T>
int64_t place_context(const T& f, size_t i) {
  return f.places[f.place[i]].context;
}
template <class T>
int64_t place_stream(const T& f, size_t i) {
  return f.places[f.place[i]].stream;
}
template <class T>
int64_t correlation(const T& f, size_t i) {
  return f.correlation[i];
}

class RealCaptures : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(RealCaptures, WaitsAndEventsEqualSql) {
  Capture capture(GetParam());
  using S = Synchronizations;
  capture.compare<S>(
      "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "",
      {{"start", "0", start<S>},
       {"end", "0", end<S>},
       {"globalPid", "0", place_process<S>},
       {"contextId", "-1", place_context<S>},
       {"streamId", "-1", place_stream<S>, "nullif(streamId, 4294967295)"},
       {"syncType", "255", [](const S& f, size_t i) -> int64_t { return f.type[i]; }},
       {"eventId", "4294967295", [](const S& f, size_t i) -> int64_t { return f.event[i]; }},
       {"eventSyncId", "4294967295", [](const S& f, size_t i) -> int64_t { return f.event_sync[i]; }},
       {"correlationId", "0", correlation<S>}});
  using E = CudaEvents;
  capture.compare<E>("CUPTI_ACTIVITY_KIND_CUDA_EVENT", "",
                     {{"timestamp", "(-9223372036854775807 - 1)", time_of<E>},
                      {"globalPid", "0", place_process<E>},
                      {"contextId", "-1", place_context<E>},
                      {"streamId", "-1", place_stream<E>, "nullif(streamId, 4294967295)"},
                      {"eventId", "4294967295", [](const E& f, size_t i) -> int64_t { return f.event[i]; }},
                      {"correlationId", "0", correlation<E>}});
}

// The calls say what each wait was for; the kind of a row is derived without them.
TEST_P(RealCaptures, KindsOfWaitsAreThoseOfTheirCalls) {
  Capture capture(GetParam());
  const Synchronizations& waits = capture.events<Synchronizations>();
  for (size_t i = 0; i < waits.size(); ++i) {
    const std::string call = capture.ask(
        "SELECT s.value FROM CUPTI_ACTIVITY_KIND_RUNTIME r JOIN StringIds s ON s.id = r.nameId "
        "WHERE r.eventClass < 2 AND r.correlationId = " +
        std::to_string(waits.correlation[i]) + " AND (r.globalTid >> 24) = " +
        std::to_string(waits.processes[waits.places[waits.place[i]].process].key));
    if (call.empty()) continue;
    const auto calls = [&](std::string_view of) { return call.starts_with(of); };
    const uint8_t kind = calls("cudaDeviceSynchronize") || calls("cuCtxSynchronize")
                             ? Synchronizations::context_wait
                         : calls("cudaStreamSynchronize") ? Synchronizations::stream_wait
                         : calls("cudaStreamWaitEvent")   ? Synchronizations::stream_wait_event
                         : calls("cudaEvent")             ? Synchronizations::event_wait
                                                          : Synchronizations::unknown;
    EXPECT_EQ(int{waits.kind[i]}, int{kind}) << call << ", row " << waits.row[i];
  }
}

TEST_P(RealCaptures, HostEventsEqualSql) {
  Capture capture(GetParam());
  using O = OsCalls;
  capture.compare<O>("OSRT_API", "eventClass = 27",
                     {{"start", "0", start<O>},
                      {"end", "0", end<O>},
                      {"globalTid", "0", thread<O>},
                      {"nameId", "0", name<O>, length_of_text("nameId")},
                      {"returnValue", "0", [](const O& f, size_t i) { return f.return_value[i]; }},
                      {"nestingLevel", "0", [](const O& f, size_t i) { return f.nesting[i]; }},
                      {"callchainId", "0", [](const O& f, size_t i) { return f.call_chain[i]; }}});
  using S = SchedEvents;
  capture.compare<S>("SCHED_EVENTS", "",
                     {{"start", "0", time_of<S>},
                      {"globalTid", "0", thread<S>},
                      {"cpu", "0", [](const S& f, size_t i) { return f.cpu[i]; }},
                      {"isSchedIn", "255", [](const S& f, size_t i) -> int64_t { return f.is_in[i]; }},
                      {"threadState", "255", [](const S& f, size_t i) -> int64_t { return f.state[i]; }},
                      {"threadBlock", "255", [](const S& f, size_t i) -> int64_t { return f.block[i]; }}});
  using P = ProfilerOverhead;
  for (const uint8_t source : {P::profiler, P::cuda})
    capture.compare<P>(source == P::profiler ? "PROFILER_OVERHEAD" : "CUPTI_ACTIVITY_KIND_OVERHEAD", "",
                       {{"start", "0", start<P>},
                        {"end", "0", end<P>},
                        {"globalTid", "0", thread<P>},
                        {"nameId", "0", name<P>, length_of_text("nameId")},
                        {"overheadType", "255", [](const P& f, size_t i) -> int64_t { return f.type[i]; }},
                        {"correlationId", "0", correlation<P>}},
                       [source](const P& f, size_t i) { return f.source[i] == source; });
  using D = Diagnostics;
  capture.compare<D>(
      "DIAGNOSTIC_EVENT", "",
      {{"timestamp", "0", time_of<D>},
       {"globalPid", "0", [](const D& f, size_t i) { return global_process(f, f.process[i]); }},
       {"severity", "255", [](const D& f, size_t i) -> int64_t { return f.severity[i]; }},
       {"source", "255", [](const D& f, size_t i) -> int64_t { return f.origin[i]; }},
       {"text", "0", [](const D& f, size_t i) { return static_cast<int64_t>(f.text(f.message[i]).size()); },
        "length(CAST(text AS BLOB))"}});
}

template <class T>
void compare_chains(Capture& capture, const std::string& table) {
  capture.compare<T>(
      table, "",
      {{"id", "0", [](const T& f, size_t i) -> int64_t { return f.chain[i]; }},
       {"stackDepth", "0", [](const T& f, size_t i) { return f.depth[i]; }},
       {"symbol", "0", [](const T& f, size_t i) { return static_cast<int64_t>(f.text(f.symbol[i]).size()); },
        length_of_text("symbol")},
       {"module", "0", [](const T& f, size_t i) { return static_cast<int64_t>(f.text(f.module[i]).size()); },
        length_of_text("module")},
       {"originalIP", "0", [](const T& f, size_t i) { return f.address[i]; }},
       {"kernelMode", "255", [](const T& f, size_t i) -> int64_t { return f.kernel_mode[i]; }},
       {"unresolved", "255", [](const T& f, size_t i) -> int64_t { return f.unresolved[i]; }}});
}

TEST_P(RealCaptures, SamplesAndChainsEqualSql) {
  Capture capture(GetParam());
  using S = CpuSamples;
  capture.compare<S>("COMPOSITE_EVENTS", "",
                     {{"start", "0", time_of<S>},
                      {"id", "0", [](const S& f, size_t i) -> int64_t { return f.id[i]; }},
                      {"globalTid", "0", thread<S>},
                      {"cpu", "0", [](const S& f, size_t i) { return f.cpu[i]; }},
                      {"threadState", "255", [](const S& f, size_t i) -> int64_t { return f.state[i]; }},
                      {"cpuCycles", "0", [](const S& f, size_t i) { return f.cycles[i]; }}});
  compare_chains<SampleChains>(capture, "SAMPLING_CALLCHAINS");
  compare_chains<OsCallChains>(capture, "OSRT_CALLCHAINS");
  compare_chains<CudaCallChains>(capture, "CUDA_CALLCHAINS");
  // Each sample has its frames.
  const S& samples = capture.events<S>();
  const SampleChains& chains = capture.events<SampleChains>();
  size_t frames = 0;
  for (size_t i = 0; i < samples.size(); ++i) frames += chains.of(samples.id[i]).size();
  EXPECT_EQ(frames, chains.size());
}

// The chain of a call goes through the function that was called.
TEST_P(RealCaptures, BacktracesHoldTheirCalls) {
  Capture capture(GetParam());
  const CudaBacktraces& calls = capture.events<CudaBacktraces>();
  const CudaCallChains& chains = capture.events<CudaCallChains>();
  for (size_t i = 0; i < calls.size(); ++i) {
    const std::string name = capture.ask(
        "SELECT s.value FROM CUPTI_ACTIVITY_KIND_RUNTIME r JOIN StringIds s ON s.id = r.nameId WHERE r.rowid "
        "= " +
        std::to_string(calls.row[i]));
    bool found = false;
    const auto frames = chains.of(calls.call_chain[i]);
    for (size_t at = frames.begin; at < frames.end; ++at) found |= chains.text(chains.symbol[at]) == name;
    EXPECT_TRUE(found) << name << ", row " << calls.row[i];
  }
}

TEST_P(RealCaptures, NvtxDetailsEqualSql) {
  Capture capture(GetParam());
  const NvtxDetails& details = capture.events<NvtxDetails>();
  const Nvtx& nvtx = capture.profile().nvtx();
  if (!capture.has("NVTX_EVENTS")) {
    EXPECT_EQ(details.size(), 0u);
    return;
  }
  const std::string carries =
      "color IS NOT NULL OR uint64Value IS NOT NULL OR int64Value IS NOT NULL OR doubleValue IS NOT NULL" +
      std::string(capture.has("NVTX_EVENTS", "uint32Value")
                      ? " OR uint32Value IS NOT NULL OR int32Value IS NOT NULL OR floatValue IS NOT NULL"
                      : "");
  const std::string numbers =
      capture.has("NVTX_EVENTS", "uint32Value")
          ? "coalesce(uint64Value + 18446744073709551616.0 * (uint64Value < 0), int64Value, doubleValue, uint32Value, int32Value, floatValue, 0)"
          : "coalesce(uint64Value + 18446744073709551616.0 * (uint64Value < 0), int64Value, doubleValue, 0)";
  const std::string wanted = capture.ask(
      "SELECT count(*), coalesce(sum(coalesce(color, 0) % 10007 * (rowid % 97 + 1)), 0), "
      "printf('%.12g', total(" +
      numbers + ")) FROM NVTX_EVENTS WHERE " + carries);
  int64_t colours = 0;
  double payloads = 0;
  for (size_t i = 0; i < details.size(); ++i) {
    colours += weighed(nvtx.row[details.event[i]], static_cast<int64_t>(details.colour[i]));
    payloads += details.payload[i] == NvtxDetails::none ? 0 : details.real(i);
  }
  char sum[64];
  std::snprintf(sum, sizeof sum, "%.12g", payloads);
  EXPECT_EQ(std::to_string(details.size()) + "|" + std::to_string(colours) + "|" + sum, wanted);
}

TEST_P(RealCaptures, FactsEqualSql) {
  Capture capture(GetParam());
  const CudaObjects& objects = capture.events<CudaObjects>();
  const auto count = [&](const std::string& table) {
    return capture.has(table) ? std::stoul(capture.ask("SELECT count(*) FROM " + table)) : 0;
  };
  EXPECT_EQ(objects.contexts.size(),
            std::max(count("TARGET_INFO_CUDA_CONTEXT_INFO"), count("TARGET_INFO_CUDA_NULL_STREAM")));
  EXPECT_EQ(objects.streams.size(), count("TARGET_INFO_CUDA_STREAM"));
  for (const CudaStream& stream : objects.streams) EXPECT_GE(stream.priority, -10);
  const PayloadSchemas& schemas = capture.events<PayloadSchemas>();
  const auto distinct = [&](const std::string& table, const std::string& key) {
    return capture.has(table) ? std::stoul(capture.ask("SELECT count(*) FROM (SELECT DISTINCT " + key +
                                                       " FROM " + table + ")"))
                              : 0;
  };
  size_t entries = 0;
  for (const PayloadSchema& schema : schemas.schemas) entries += schema.entries.size();
  EXPECT_EQ(schemas.schemas.size(), distinct("NVTX_PAYLOAD_SCHEMAS", "domainId, schemaId"));
  EXPECT_EQ(entries, distinct("NVTX_PAYLOAD_SCHEMA_ENTRIES", "domainId, schemaId, idx"));
  const Enums& enums = capture.events<Enums>();
  EXPECT_EQ(enums.label(Enums::List::copy_kind, 10), "Peer-to-Peer");
  EXPECT_EQ(enums.label(Enums::List::overhead_type, 6), "Runtime module loading (CUDA)");
  for (const auto& [name, value] : capture.events<CaptureOptions>().options)
    EXPECT_EQ(capture.ask("SELECT count(*) > 0 FROM META_DATA_CAPTURE WHERE name = '" +
                          std::string(capture.events<CaptureOptions>().text(name)) + "'"),
              "1");
}

// Families without a row in any real capture still are read from tables that exist and are empty.
TEST_P(RealCaptures, EmptyTablesAreEmptyFamilies) {
  Capture capture(GetParam());
  EXPECT_EQ(capture.events<MemoryUsage>().size(), 0u);
  EXPECT_EQ(capture.events<MemoryPools>().size(), 0u);
  EXPECT_EQ(capture.events<CpuPageFaults>().size(), 0u);
  EXPECT_EQ(capture.events<GpuPageFaults>().size(), 0u);
  EXPECT_EQ(capture.events<Migrations>().size(), 0u);
  EXPECT_EQ(capture.events<GraphNodes>().size(), 0u);
  EXPECT_EQ(capture.events<Graphs>().size() > 0,
            capture.has("CUDA_GRAPH_EVENTS", "start") &&
                capture.ask("SELECT count(*) > 0 FROM CUDA_GRAPH_EVENTS") == "1");
  EXPECT_EQ(capture.events<MpiCalls>().size(), 0u);
  EXPECT_EQ(capture.events<LibraryCalls>().size(), 0u);
  EXPECT_EQ(capture.events<GpuMetrics>().size(), 0u);
  EXPECT_EQ(capture.events<MemoryUsage>().notes, std::vector<std::string>());
}

template <class... T>
void expect_no_canary(Capture& capture) {
  const auto look = [](const LazyFamily& family, const char* what) {
    for (uint32_t i = 0; i < family.names.size(); ++i) {
      const std::string_view text = family.text(NameId(i));
      EXPECT_EQ(text.find("canary"), std::string_view::npos) << what << ": " << text;
      EXPECT_EQ(text.find("SERVICE_TOKEN"), std::string_view::npos) << what << ": " << text;
    }
    for (const std::string& note : family.notes) EXPECT_EQ(note.find("canary"), std::string::npos) << what;
  };
  (look(capture.events<T>(), typeid(T).name()), ...);
}

TEST_P(RealCaptures, EnvironmentsAreInNoFamily) {
  Capture capture(GetParam());
  expect_no_canary<CaptureOptions, CpuPageFaults, CpuSamples, CudaBacktraces, CudaCallChains, CudaEvents,
                   CudaObjects, Diagnostics, Enums, GpuMetrics, GpuPageFaults, GraphNodes, Graphs,
                   LibraryCalls, MemoryPools, MemoryUsage, Migrations, MpiCalls, NvtxDetails, OsCallChains,
                   OsCalls, PayloadSchemas, ProfilerOverhead, SampleChains, SchedEvents, Synchronizations>(
      capture);
}

INSTANTIATE_TEST_SUITE_P(All, RealCaptures, testing::ValuesIn(captures()), test_name_of_path);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RealCaptures);

}  // namespace
}  // namespace nsys_ai::test
