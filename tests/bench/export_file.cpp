// Turns rows of the workload into records of the tables, column by column in the order of the schema.
#include "tests/bench/export_file.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "tests/bench/export_metadata.h"
#include "tests/bench/label_text.h"
#include "tests/bench/page_file.h"

namespace nsys_ai::bench {
namespace {

constexpr int64_t kPushPopRange = 59, kStartEndRange = 60, kOsRuntimeClass = 27, kDeviceMemory = 2,
                  kPinnedMemory = 1;

}  // namespace

struct ExportFile::State {
  State(std::string file_path, const WorkloadOptions& workload_options, const Roots& roots, StringIds ids)
      : path(std::move(file_path)),
        options(workload_options),
        strings(std::move(ids)),
        labels(workload_options.label_style),
        file(path),
        kernels(file, roots.at("CUPTI_ACTIVITY_KIND_KERNEL")),
        copies(file, roots.at("CUPTI_ACTIVITY_KIND_MEMCPY")),
        memsets(file, roots.at("CUPTI_ACTIVITY_KIND_MEMSET")),
        calls(file, roots.at("CUPTI_ACTIVITY_KIND_RUNTIME")),
        ranges(file, roots.at("NVTX_EVENTS")),
        os_calls(file, roots.at("OSRT_API")),
        registered(file, roots.at("StringIds")) {
    for (const std::string& text : strings.unwritten) register_text(text);
  }

  // The columns that all tables of operations begin with.
  void begin(const OperationRow& row) {
    record.clear();
    integers(row.start, row.end, row.device, row.context);
    record.null();  // greenContextId
    integers(row.stream, row.correlation, global_pid(row.process));
  }
  template <class... T>
  void integers(T... values) {
    (record.integer(static_cast<int64_t>(values)), ...);
  }
  // Its id, which is the number of its row.
  int64_t register_text(std::string_view text) {
    string.clear();
    string.null();
    string.text(text);
    registered.append(string);
    return static_cast<int64_t>(registered.rows());
  }

  StringIds::Kernel own_name(const KernelRow& row) {
    const int64_t id = register_text(fmt::format("kernel_{:x}_of_its_own", row.number * 2654435761u));
    return {id, id, id};
  }

  std::string path;
  WorkloadOptions options;
  StringIds strings;
  LabelText labels;
  PageFile file;
  BulkTable kernels, copies, memsets, calls, ranges, os_calls, registered;
  Record record{}, string{};
};

ExportFile::ExportFile(const std::string& path, const WorkloadOptions& options) {
  Roots roots;
  StringIds ids;
  {
    sketch::Database database(path);
    roots = write_tables(database);
    ids = write_metadata(database, options);
    database.close();
  }
  state_ = std::make_unique<State>(path, options, roots, std::move(ids));
}

ExportFile::~ExportFile() = default;

void ExportFile::add(std::span<const KernelRow> rows) {
  State& s = *state_;
  for (const KernelRow& row : rows) {
    s.begin(row);
    const StringIds::Kernel name = row.name == kOwnName ? s.own_name(row) : s.strings.kernels[row.name];
    const int64_t registers = 16 + row.name % 60 * 4, block = row.name % 3 == 0 ? 256 : 128;
    const int64_t dynamic = row.name % 5 == 0 ? 49'152 : 0;
    s.integers(name.demangled, name.short_name, name.mangled, 1, 1, registers);
    s.integers(row.grid, 1, 1, block, 1, 1, 0, dynamic, 0, 250'871'808, row.number, 32'768);
    s.record.null();      // graphNodeId
    s.record.integer(0);  // sharedMemoryLimitConfig
    s.record.nulls(4);    // qmd…Done, graphId
    s.integers(0, 0, 0, 1, 0, 0);
    s.record.null();  // sharedMemoryRequestedPercentage
    s.record.text("[]");
    s.kernels.append(s.record);
  }
}

void ExportFile::add(std::span<const CopyRow> rows) {
  State& s = *state_;
  for (const CopyRow& row : rows) {
    s.begin(row);
    s.integers(row.bytes, row.kind);
    s.record.null();  // deprecatedSrcId
    s.integers(row.kind == 1 ? kPinnedMemory : kDeviceMemory, row.kind == 2 ? kPinnedMemory : kDeviceMemory);
    s.record.nulls(7);  // srcDeviceId … virtualAddress
    s.record.integer(1);
    s.copies.append(s.record);
  }
}

void ExportFile::add(std::span<const MemsetRow> rows) {
  State& s = *state_;
  for (const MemsetRow& row : rows) {
    s.begin(row);
    s.integers(0, row.bytes);
    s.record.null();  // graphNodeId
    s.record.integer(kDeviceMemory);
    s.memsets.append(s.record);
  }
}

void ExportFile::add(std::span<const CallRow> rows) {
  State& s = *state_;
  for (const CallRow& row : rows) {
    s.record.clear();
    s.integers(row.start, row.end, api_names()[row.api].event_class, row.thread, row.correlation,
               s.strings.apis[row.api], 0);
    s.record.null();  // callchainId
    s.calls.append(s.record);
  }
}

void ExportFile::add(std::span<const RangeRow> rows) {
  State& s = *state_;
  for (const RangeRow& row : rows) {
    s.record.clear();
    s.integers(row.start, row.end, row.start_end ? kStartEndRange : kPushPopRange);
    s.record.nulls(3);  // rangeId, category, color
    if (row.instance != 0 && !s.options.registered) {
      s.record.text(s.labels.of(row));
      s.record.integer(row.thread);
      s.record.nulls(2);  // endGlobalTid, textId
    } else {
      s.record.null();
      s.record.integer(row.thread);
      s.record.null();  // endGlobalTid
      s.record.integer(row.instance != 0 ? s.register_text(s.labels.of(row))
                                         : s.strings.labels[row.level][row.label]);
    }
    s.record.integer(row.domain);
    s.record.nulls(9);  // payloads
    s.ranges.append(s.record);
  }
}

void ExportFile::add(std::span<const OsCallRow> rows) {
  State& s = *state_;
  for (const OsCallRow& row : rows) {
    s.record.clear();
    s.integers(row.start, row.end, kOsRuntimeClass, row.thread, s.strings.os_calls[row.name], 0);
    s.record.null();      // nestingLevel
    s.record.integer(0);  // callchainId
    s.os_calls.append(s.record);
  }
}

int64_t ExportFile::rows() const {
  uint64_t rows = 0;
  for (const BulkTable* table : {&state_->kernels, &state_->copies, &state_->memsets, &state_->calls,
                                 &state_->ranges, &state_->os_calls})
    rows += table->rows();
  return static_cast<int64_t>(rows);
}

int64_t ExportFile::bytes() const { return state_->file.bytes(); }

void ExportFile::finish(int64_t end_ns, int64_t samples) {
  for (BulkTable* table : {&state_->kernels, &state_->copies, &state_->memsets, &state_->calls,
                           &state_->ranges, &state_->os_calls})
    table->finish();
  if (state_->options.registered) state_->registered.finish();
  state_->file.finish();
  sketch::Database database(state_->path);
  write_recording(database, end_ns);
  write_samples(database, state_->options, end_ns, samples);
  database.close();
}

}  // namespace nsys_ai::bench
