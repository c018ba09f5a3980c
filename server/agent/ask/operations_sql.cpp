// Kernels, copies, memsets and whole graphs.
#include "agent/ask/operations_sql.h"

#include <fmt/format.h>

namespace nsys_ai::inline agent {
namespace {

constexpr std::string_view kOperations =
    "(SELECT id, name, start, end, duration, process, pid, device, context, stream FROM kernel UNION ALL "
    "SELECT id, kind, start, end, duration, process, pid, device, context, stream FROM memcpy UNION ALL "
    "SELECT id, 'memset', start, end, duration, process, pid, device, context, stream FROM memset UNION ALL "
    "SELECT NULL, 'graph', start, end, duration, process, pid, device, context, stream FROM graph_run)";

}  // namespace

std::string_view all_operations() { return kOperations; }

std::string stream_gaps(int64_t stream) {
  std::string operations;
  for (const std::string_view table : {"kernel", "memcpy", "memset", "graph_run"})
    operations += fmt::format("{}SELECT start, end, process, pid, device, context FROM {} WHERE stream = {}",
                              operations.empty() ? "" : " UNION ALL ", table, stream);
  return fmt::format(
      "(SELECT NULL AS id, NULL AS name, reached AS start, start AS end, start - reached AS duration, process, pid, device, {} AS stream FROM "
      "(SELECT *, max(end) OVER (PARTITION BY process, device, context ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached "
      "FROM ({})) WHERE start > reached)",
      stream, operations);
}

std::string shared_gaps() {
  return fmt::format(
      "(SELECT NULL AS id, NULL AS name, reached AS start, start AS end, start - reached AS duration, NULL AS process, NULL AS pid, device FROM "
      "(SELECT *, max(end) OVER (PARTITION BY device ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached FROM {}) WHERE start > reached)",
      kOperations);
}

}  // namespace nsys_ai::inline agent
