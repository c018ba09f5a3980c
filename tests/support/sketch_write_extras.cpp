// Writes call chains, samples of CPUs, and the schemas of binary payloads.
#include <set>

#include "sketch_write.h"

namespace nsys_ai::sketch {
namespace {

void write_chain(const Sketch& sketch, Tables& tables, const char* table, int64_t id, int64_t chain) {
  const auto frames = sketch.chains.find(chain);
  if (frames == sketch.chains.end()) return;
  int64_t depth = 0;
  for (const Frame& frame : frames->second)
    tables.row(table, {{"id", id},
                       {"symbol", tables.string_id(frame.symbol)},
                       {"module", tables.string_id(frame.module)},
                       {"unresolved", frame.unresolved ? Cell(int64_t{1}) : Cell()},
                       {"originalIP", depth},
                       {"stackDepth", depth++}});
}

// Chains of calls have the numbers of the sketch; each sample has a chain of its own.
void write_chains(const Sketch& sketch, Tables& tables) {
  std::set<int64_t> of_calls;
  for (const Call& call : sketch.calls)
    if (call.chain) of_calls.insert(*call.chain);
  for (const int64_t id : of_calls) write_chain(sketch, tables, "CUDA_CALLCHAINS", id, id);
  int64_t id = 0;
  for (const Sample& sample : sketch.samples) {
    tables.row("COMPOSITE_EVENTS", {{"id", ++id},
                                    {"start", sample.time},
                                    {"cpu", int64_t{0}},
                                    {"threadState", int64_t{1}},
                                    {"globalTid", global_id(sketch.processes[sample.process], sample.tid)},
                                    {"cpuCycles", sample.cycles}});
    if (sample.chain) write_chain(sketch, tables, "SAMPLING_CALLCHAINS", id, *sample.chain);
  }
}

void write_schemas(const Sketch& sketch, Tables& tables) {
  for (const PayloadSchema& schema : sketch.schemas) {
    tables.row("NVTX_PAYLOAD_SCHEMAS", {{"domainId", schema.domain},
                                        {"schemaId", schema.id},
                                        {"type", int64_t{1}},
                                        {"numEntries", static_cast<int64_t>(schema.entries.size())},
                                        {"payloadSize", schema.size}});
    int64_t index = 0;
    for (const PayloadEntry& entry : schema.entries)
      tables.row("NVTX_PAYLOAD_SCHEMA_ENTRIES", {{"domainId", schema.domain},
                                                 {"schemaId", schema.id},
                                                 {"idx", index++},
                                                 {"type", entry.type},
                                                 {"name", entry.name},
                                                 {"offset", cell(entry.offset)}});
  }
}

}  // namespace

void write_extras(const Sketch& sketch, Tables& tables) {
  write_chains(sketch, tables);
  write_schemas(sketch, tables);
}

}  // namespace nsys_ai::sketch
