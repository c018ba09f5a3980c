// One function a family: which columns it reads and what a row becomes.
#include "profile/load_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace nsys_ai {
namespace {

constexpr int64_t kRowsBetweenChecks = 4096;
// 73 years and 104 days: beyond these, differences and sums of times would leave 64 bits.
constexpr int64_t kFarthestNs = int64_t{1} << 61;
constexpr int64_t kLongestNs = int64_t{1} << 53;

// What was odd in one table, told in one note each.
struct Oddities {
  int64_t without_start = 0;
  int64_t without_end = 0;
  int64_t backwards = 0;
  int64_t beyond = 0;
};

bool is_beyond(int64_t start, int64_t end) {
  return start < -kFarthestNs || end > kFarthestNs || end - start > kLongestNs;
}

void note_oddities(Loading& loading, const FileTable& table, const TableReader& reader, const Oddities& odd) {
  const auto note = [&](int64_t count, std::string_view what) {
    if (count > 0) loading.note(fmt::format("{}: {} {}.", table.name, count, what));
  };
  note(odd.without_start, "rows without a start are left out");
  note(odd.without_end, "rows without an end are left out");
  note(odd.backwards, "rows end before they start and count as without length");
  note(odd.beyond, "rows lie or last longer than a capture can and are left out");
  std::string lacks;
  for (const std::string& column : reader.missing())
    // Exports before schema 2.9 keep mangled names nowhere.
    if (column != "mangledName") lacks += (lacks.empty() ? "" : ", ") + column;
  if (!lacks.empty() && table.rows > 0)
    loading.note(fmt::format("{}: the table has no column {}; what it would tell counts as missing.",
                             table.name, lacks));
  note(reader.odd_cells(), "cells hold something else than an integer and count as missing");
  if (reader.damaged())
    loading.note(fmt::format("{}: reading stopped after {} rows, because the file is damaged ({}).",
                             table.name, table.rows, reader.damage()));
}

// Steps through a table, counting rows, with a look at the cancel flag now and then.
Result<void> each_row(Loading& loading, FileTable& table, TableReader& reader,
                      const std::function<void()>& take) {
  table.rows = 0;
  while (reader.next()) {
    if (++table.rows % kRowsBetweenChecks == 0 && loading.work.cancel.cancelled()) return cancelled();
    take();
  }
  return {};
}

// The interval of a row, or nothing (and a count) when the row cannot be placed in time.
std::optional<Interval> interval_of(TableReader& reader, size_t start, size_t end, Oddities& odd) {
  const auto from = reader.integer(start);
  if (!from) {
    ++odd.without_start;
    return std::nullopt;
  }
  const auto to = reader.integer(end);
  if (!to) {
    ++odd.without_end;
    return std::nullopt;
  }
  const Interval interval{*from, std::max(*from, *to)};
  if (is_beyond(interval.start, interval.end)) {
    ++odd.beyond;
    return std::nullopt;
  }
  if (*to < *from) ++odd.backwards;
  return interval;
}

// The first eight columns of every table of GPU operations.
enum OperationColumn : size_t {
  kStart,
  kEnd,
  kDevice,
  kContext,
  kStream,
  kCorrelation,
  kPid,
  kOperationColumns
};
#define OPERATION_COLUMNS "start", "end", "deviceId", "contextId", "streamId", "correlationId", "globalPid"

bool take_operation(Loading& loading, TableReader& reader, Operations& operations, Oddities& odd) {
  const auto interval = interval_of(reader, kStart, kEnd, odd);
  if (!interval) return false;
  const ProcessIx process = loading.identities.process(reader.integer(kPid));
  operations.row.push_back(reader.row());
  operations.start.push_back(interval->start);
  operations.end.push_back(interval->end);
  operations.stream.push_back(loading.identities.stream(
      process, reader.integer_or(kDevice, 0), reader.integer_or(kContext, 0), reader.integer_or(kStream, 0)));
  operations.correlation.push_back(static_cast<uint32_t>(reader.integer_or(kCorrelation, 0)));
  return true;
}

int32_t narrow(int64_t value) {
  return static_cast<int32_t>(std::clamp<int64_t>(value, INT32_MIN, INT32_MAX));
}
uint8_t narrow_kind(int64_t value) { return value < 0 || value > 254 ? 255 : static_cast<uint8_t>(value); }

struct ShapeHash {
  size_t operator()(const LaunchShape& shape) const {
    uint64_t mixed = 0;
    const auto add = [&](int32_t part) {
      mixed = (mixed ^ static_cast<uint32_t>(part)) * 0x9E3779B97F4A7C15ull;
      mixed ^= mixed >> 29;
    };
    for (const int32_t part : shape.grid) add(part);
    for (const int32_t part : shape.block) add(part);
    add(shape.registers_per_thread);
    add(shape.static_shared_bytes);
    add(shape.dynamic_shared_bytes);
    return mixed;
  }
};

}  // namespace

Result<void> load_kernels(Loading& loading, FileTable& table) {
  enum : size_t {
    kDemangled = kOperationColumns,
    kShort,
    kMangled,
    kGridX,
    kGridY,
    kGridZ,
    kBlockX,
    kBlockY,
    kBlockZ,
    kRegisters,
    kStaticShared,
    kDynamicShared
  };
  auto reader = TableReader::open(
      loading.database, table,
      {OPERATION_COLUMNS, "demangledName", "shortName", "mangledName", "gridX", "gridY", "gridZ", "blockX",
       "blockY", "blockZ", "registersPerThread", "staticSharedMemory", "dynamicSharedMemory"});
  if (!reader) {
    loading.note(fmt::format("{} cannot be read: {}.", table.name, reader.error().message));
    return {};
  }
  Kernels& kernels = loading.data.kernels;
  std::unordered_map<LaunchShape, LaunchShapeIx, ShapeHash> shapes;
  Oddities odd;
  const auto take = [&] {
    if (!take_operation(loading, *reader, kernels, odd)) return;
    auto name = reader->integer(kDemangled);
    const auto short_name = reader->integer(kShort);
    if (!name) name = short_name ? short_name : reader->integer(kMangled);
    kernels.name.push_back(loading.strings.of_id(name));
    kernels.short_name.push_back(loading.strings.of_id(short_name ? short_name : name));
    const auto part = [&](size_t column) { return narrow(reader->integer_or(column, 0)); };
    const LaunchShape shape{{part(kGridX), part(kGridY), part(kGridZ)},
                            {part(kBlockX), part(kBlockY), part(kBlockZ)},
                            part(kRegisters),
                            part(kStaticShared),
                            part(kDynamicShared)};
    const auto [found, added] = shapes.try_emplace(shape, LaunchShapeIx(kernels.shapes.size()));
    if (added) kernels.shapes.push_back(shape);
    kernels.shape.push_back(found->second);
  };
  auto read = each_row(loading, table, *reader, take);
  note_oddities(loading, table, *reader, odd);
  return read;
}

Result<void> load_copies(Loading& loading, FileTable& table) {
  enum : size_t { kBytes = kOperationColumns, kCopyKind, kSrcKind, kDstKind };
  auto reader = TableReader::open(loading.database, table,
                                  {OPERATION_COLUMNS, "bytes", "copyKind", "srcKind", "dstKind"});
  if (!reader) {
    loading.note(fmt::format("{} cannot be read: {}.", table.name, reader.error().message));
    return {};
  }
  Copies& copies = loading.data.copies;
  Oddities odd;
  const auto take = [&] {
    if (!take_operation(loading, *reader, copies, odd)) return;
    copies.bytes.push_back(reader->integer_or(kBytes, 0));
    copies.copy_kind.push_back(narrow_kind(reader->integer_or(kCopyKind, 0)));
    copies.src_kind.push_back(narrow_kind(reader->integer_or(kSrcKind, 7)));
    copies.dst_kind.push_back(narrow_kind(reader->integer_or(kDstKind, 7)));
  };
  auto read = each_row(loading, table, *reader, take);
  note_oddities(loading, table, *reader, odd);
  return read;
}

Result<void> load_memsets(Loading& loading, FileTable& table) {
  enum : size_t { kBytes = kOperationColumns, kMemoryKind };
  auto reader = TableReader::open(loading.database, table, {OPERATION_COLUMNS, "bytes", "memKind"});
  if (!reader) {
    loading.note(fmt::format("{} cannot be read: {}.", table.name, reader.error().message));
    return {};
  }
  Memsets& memsets = loading.data.memsets;
  Oddities odd;
  const auto take = [&] {
    if (!take_operation(loading, *reader, memsets, odd)) return;
    memsets.bytes.push_back(reader->integer_or(kBytes, 0));
    memsets.memory_kind.push_back(narrow_kind(reader->integer_or(kMemoryKind, 7)));
  };
  auto read = each_row(loading, table, *reader, take);
  note_oddities(loading, table, *reader, odd);
  return read;
}

Result<void> load_calls(Loading& loading, FileTable& table) {
  enum : size_t { kCallStart, kCallEnd, kThread, kCallCorrelation, kName, kClass, kReturn };
  auto reader = TableReader::open(
      loading.database, table,
      {"start", "end", "globalTid", "correlationId", "nameId", "eventClass", "returnValue"});
  if (!reader) {
    loading.note(fmt::format("{} cannot be read: {}.", table.name, reader.error().message));
    return {};
  }
  Calls& calls = loading.data.calls;
  Oddities odd;
  const auto take = [&] {
    const auto interval = interval_of(*reader, kCallStart, kCallEnd, odd);
    if (!interval) return;
    calls.row.push_back(reader->row());
    calls.start.push_back(interval->start);
    calls.end.push_back(interval->end);
    calls.thread.push_back(loading.identities.thread(reader->integer(kThread)));
    calls.correlation.push_back(static_cast<uint32_t>(reader->integer_or(kCallCorrelation, 0)));
    calls.name.push_back(loading.strings.of_id(reader->integer(kName)));
    calls.event_class.push_back(narrow_kind(reader->integer_or(kClass, 0)));
    calls.return_value.push_back(narrow(reader->integer_or(kReturn, 0)));
  };
  auto read = each_row(loading, table, *reader, take);
  note_oddities(loading, table, *reader, odd);
  return read;
}

Result<void> load_nvtx(Loading& loading, FileTable& table) {
  enum : size_t { kRangeStart, kRangeEnd, kType, kThread, kEndThread, kText, kTextId, kDomain };
  auto reader = TableReader::open(
      loading.database, table,
      {"start", "end", "eventType", "globalTid", "endGlobalTid", "text", "textId", "domainId"});
  if (!reader) {
    loading.note(fmt::format("{} cannot be read: {}.", table.name, reader.error().message));
    return {};
  }
  Nvtx& nvtx = loading.data.nvtx;
  Oddities odd;
  const auto take = [&] {
    const auto start = reader->integer(kRangeStart);
    if (!start) {
      ++odd.without_start;
      return;
    }
    const uint8_t type = narrow_kind(reader->integer_or(kType, 255));
    // Only a range can be open; a mark has no end of its own.
    int64_t end = reader->integer(kRangeEnd).value_or(type == Nvtx::kMark ? *start : Nvtx::kOpen);
    if (is_beyond(*start, end == Nvtx::kOpen ? *start : std::max(*start, end))) {
      ++odd.beyond;
      return;
    }
    if (end < *start) {
      ++odd.backwards;
      end = *start;
    }
    const ThreadIx thread = loading.identities.thread(reader->integer(kThread));
    const auto end_thread = reader->integer(kEndThread);
    const auto text = reader->text(kText);
    nvtx.row.push_back(reader->row());
    nvtx.start.push_back(*start);
    nvtx.end.push_back(end);
    nvtx.thread.push_back(thread);
    nvtx.end_thread.push_back(end_thread ? loading.identities.thread(end_thread) : thread);
    nvtx.text.push_back(text ? loading.strings.of_text(*text)
                             : loading.strings.of_id(reader->integer(kTextId)));
    nvtx.domain.push_back(static_cast<uint32_t>(reader->integer_or(kDomain, 0)));
    nvtx.type.push_back(type);
  };
  auto read = each_row(loading, table, *reader, take);
  note_oddities(loading, table, *reader, odd);
  return read;
}

}  // namespace nsys_ai
