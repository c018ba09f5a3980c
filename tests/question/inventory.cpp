// What a profile has that can be asked about, from the tables of RawExport.
#include <array>

#include "tests/question/draw.h"

namespace nsys_ai::test {
namespace {

constexpr size_t kMostTimes = 200;

std::vector<int64_t> numbers(RawExport& raw, const std::string& sql) {
  std::vector<int64_t> all;
  for (const auto& row : raw.rows(sql))
    if (!row[0].empty()) all.push_back(std::stoll(row[0]));
  return all;
}

std::vector<std::string> texts(RawExport& raw, const std::string& sql) {
  std::vector<std::string> all;
  for (const auto& row : raw.rows(sql))
    if (!row[0].empty()) all.push_back(from_hex(row[0]));
  return all;
}

// What people ask most about stands more than once.
std::vector<Thing> things_of(RawExport& raw) {
  struct Weighed {
    Thing thing;
    size_t weight;
    const char* from;
  };
  constexpr auto kThings = std::to_array<Weighed>({{Thing::kernel, 4, "raw_op WHERE kind = 'kernel'"},
                                                   {Thing::memcpy, 3, "raw_op WHERE kind = 'memcpy'"},
                                                   {Thing::memset, 1, "raw_op WHERE kind = 'memset'"},
                                                   {Thing::graph, 1, "raw_op WHERE kind = 'graph'"},
                                                   {Thing::operation, 1, "raw_op"},
                                                   {Thing::gap, 2, "raw_op"},
                                                   {Thing::gpu, 3, "raw_op"},
                                                   {Thing::call, 3, "raw_call"},
                                                   {Thing::range, 3, "raw_nvtx WHERE NOT mark"},
                                                   {Thing::mark, 1, "raw_nvtx WHERE mark"},
                                                   {Thing::os_call, 1, "raw_os"},
                                                   {Thing::mpi_call, 1, "raw_nvtx WHERE domain = 'MPI'"},
                                                   {Thing::iteration, 1, "raw_nvtx"}});
  std::vector<Thing> all = {Thing::run};
  for (const Weighed& of : kThings)
    if (raw.any(of.from)) all.insert(all.end(), of.weight, of.thing);
  return all;
}

std::map<Measure, std::vector<int64_t>> sizes_of(RawExport& raw) {
  std::map<Measure, std::vector<int64_t>> sizes;
  sizes[Measure::duration] = numbers(
      raw,
      "SELECT e - s FROM raw_op UNION SELECT e - s FROM raw_call UNION SELECT e - s FROM raw_nvtx WHERE NOT mark ORDER BY 1");
  const auto of_operations = [&](Measure measure, const std::string& column) {
    sizes[measure] = numbers(raw, "SELECT DISTINCT " + column + " AS n FROM raw_op WHERE n >= 0 ORDER BY 1");
  };
  of_operations(Measure::bytes, "bytes");
  of_operations(Measure::latency, "CASE kind WHEN 'kernel' THEN s - cs END");
  of_operations(Measure::queue, "CASE kind WHEN 'kernel' THEN s - ce END");
  of_operations(Measure::registers, "regs");
  of_operations(Measure::blocks, "blocks");
  of_operations(Measure::block_threads, "threads");
  of_operations(Measure::shared_memory, "smem");
  return sizes;
}

}  // namespace

Inventory inventory_of(RawExport& raw) {
  Inventory of;
  const auto names = [&](const std::string& from) {
    return texts(raw, "SELECT DISTINCT hex(" + from + " ORDER BY 1");
  };
  of.kernels = names("name) FROM raw_name WHERE of = 'kernel'");
  for (std::string& brief : names("short) FROM raw_name WHERE of = 'kernel'"))
    of.kernels.push_back(std::move(brief));
  of.calls = names("short) FROM raw_name WHERE of = 'call'");
  of.ranges = names("short) FROM raw_name WHERE id IN (SELECT name FROM raw_nvtx WHERE NOT mark)");
  of.marks = names("short) FROM raw_name WHERE id IN (SELECT name FROM raw_nvtx WHERE mark)");
  of.os_calls = names("name) FROM raw_name WHERE of = 'os'");
  of.enclosing = names(
      "short) FROM raw_name WHERE id IN (SELECT i.name FROM raw_nvtx i WHERE i.pushed AND EXISTS (SELECT 1 FROM raw_call c WHERE c.g = i.g "
      "AND c.s >= i.s AND c.s <= i.e))");
  of.gpus = numbers(raw, "SELECT DISTINCT dev FROM raw_op ORDER BY 1");
  of.streams = numbers(raw, "SELECT DISTINCT st FROM raw_op ORDER BY 1");
  of.gpu_pids = numbers(raw, "SELECT DISTINCT p & 0xFFFFFF FROM raw_op WHERE p <> 0 ORDER BY 1");
  of.pids = numbers(
      raw,
      "SELECT p & 0xFFFFFF FROM (SELECT p FROM raw_op UNION SELECT p FROM raw_call UNION SELECT p FROM raw_nvtx) WHERE p <> 0 ORDER BY 1");
  of.tids = numbers(
      raw,
      "SELECT g & 0xFFFFFF FROM raw_call UNION SELECT g & 0xFFFFFF FROM raw_nvtx UNION SELECT g & 0xFFFFFF FROM raw_os ORDER BY 1");
  of.sizes = sizes_of(raw);
  const auto some = [](std::vector<int64_t> all) {
    std::vector<int64_t> few;
    for (size_t i = 0; i < all.size(); i += 1 + all.size() / kMostTimes) few.push_back(all[i]);
    return few;
  };
  of.gpu_times = some(numbers(raw, "SELECT s FROM raw_op UNION SELECT e FROM raw_op ORDER BY 1"));
  of.host_times = some(numbers(
      raw,
      "SELECT s FROM raw_call UNION SELECT e FROM raw_call UNION SELECT s FROM raw_nvtx UNION SELECT s FROM raw_os ORDER BY 1"));
  of.things = things_of(raw);
  return of;
}

}  // namespace nsys_ai::test
