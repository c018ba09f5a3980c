// Kernels, copies, memsets and entire graphs.
#include "question/operations_sql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace nsys_ai {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {
    "SELECT id, name, start, end, duration, process, pid, device, context, stream FROM kernel",
    "SELECT id, kind AS name, start, end, duration, process, pid, device, context, stream FROM memcpy",
    "SELECT id, 'memset' AS name, start, end, duration, process, pid, device, context, stream FROM memset",
    "SELECT NULL AS id, 'graph' AS name, start, end, duration, process, pid, device, context, stream FROM "
    "graph_run"};

// The operations whose union gives a measure; empty if it is not such a union.
std::string operations_of(Measure measure) {
  switch (measure) {
    case Measure::busy:
    case Measure::idle:
    case Measure::span:
      return std::string(all_operations());
    case Measure::kernel_busy:
      return "kernel";
    case Measure::compute:
      return "(SELECT device, start, end FROM kernel WHERE family <> 'communication')";
    case Measure::communication:
      return "(SELECT device, start, end FROM kernel WHERE family = 'communication')";
    case Measure::copying:
      return "memcpy";
    default:
      return "";
  }
}

// Busy time and span by GPU, for all processes that use it together.
std::string union_of(const std::string& operations) {
  return fmt::format(
      "SELECT device, sum(CASE WHEN reached IS NULL THEN end - start WHEN end > reached THEN end - max(start, reached) ELSE 0 END) AS busy, max(end) - min(start) AS span "
      "FROM (SELECT device, start, end, max(end) OVER (PARTITION BY device ORDER BY start, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached FROM {}) GROUP BY device",
      operations);
}

}  // namespace

const std::string& all_operations() {
  static const std::string all = fmt::format("({})", fmt::join(kKinds, " UNION ALL "));
  return all;
}

std::string shared_gaps() {
  return fmt::format(
      "(SELECT NULL AS id, NULL AS name, reached AS start, start AS end, start - reached AS duration, NULL AS process, NULL AS pid, device FROM "
      "(SELECT *, max(end) OVER (PARTITION BY device ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached FROM {}) WHERE start > reached)",
      all_operations());
}

bool is_part_of_communication(Measure measure) {
  return measure == Measure::overlap || measure == Measure::exposed;
}

bool is_part_of_copying(Measure measure) {
  return measure == Measure::copy_overlap || measure == Measure::copy_exposed;
}

std::string figures_of_shared(Measure measure) {
  const std::string part = measure == Measure::span   ? "whole.span"
                           : measure == Measure::idle ? "whole.span - whole.busy"
                                                      : "coalesce(part.busy, 0)";
  return fmt::format(
      "SELECT NULL AS pid, whole.device, {} AS part, whole.span AS whole FROM ({}) AS whole LEFT JOIN ({}) AS part ON part.device = whole.device ORDER BY whole.device",
      part, union_of(std::string(all_operations())), union_of(operations_of(measure)));
}

std::string overlaps_of_shared(Measure measure) {
  const bool copies = is_part_of_copying(measure);
  const std::string one = operations_of(copies ? Measure::copying : Measure::communication);
  const std::string other = operations_of(copies ? Measure::kernel_busy : Measure::compute);
  const bool overlap = measure == Measure::overlap || measure == Measure::copy_overlap;
  return fmt::format(
      "SELECT NULL AS pid, one.device, {} AS part, one.busy AS whole FROM ({}) AS one "
      "LEFT JOIN ({}) AS other ON other.device = one.device JOIN ({}) AS either ON either.device = one.device "
      "ORDER BY one.device",
      overlap ? "one.busy + coalesce(other.busy, 0) - either.busy" : "either.busy - coalesce(other.busy, 0)",
      union_of(one), union_of(other),
      union_of(fmt::format("(SELECT device, start, end FROM {} UNION ALL SELECT device, start, end FROM {})",
                           one, other)));
}

}  // namespace nsys_ai
