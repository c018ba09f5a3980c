// Kernels, copies, memsets and whole graphs.
#include "question/operations_sql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace nsys_ai::inline question {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {
    "SELECT id, name, start, end, duration, process, pid, device, context, stream FROM kernel",
    "SELECT id, kind AS name, start, end, duration, process, pid, device, context, stream FROM memcpy",
    "SELECT id, 'memset' AS name, start, end, duration, process, pid, device, context, stream FROM memset",
    "SELECT NULL AS id, 'graph' AS name, start, end, duration, process, pid, device, context, stream FROM "
    "graph_run"};

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

}  // namespace nsys_ai::inline question
