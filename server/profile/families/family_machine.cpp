// Reads the description of the machine, without its environment.
#include "profile/families/family_machine.h"

#include <algorithm>
#include <array>

#include "profile/families/family_reader.h"

namespace nsys_ai {
namespace {

// The facts, out of about a hundred in the table, that describe the machine.
constexpr std::array<std::string_view, 8> kFacts = {"CpuArchitecture", "CpuCores",          "CpuDescription",
                                                    "CpuSpeedMhz",     "CudaDriverVersion", "Hostname",
                                                    "NvDriverVersion", "OsDescription"};

}  // namespace

std::optional<std::string_view> MachineFacts::value(std::string_view name) const {
  std::optional<std::string_view> found;
  for (const auto& [fact, said] : system) {
    if (text(fact) != name || text(said).empty()) continue;
    if (found && *found != text(said)) return std::nullopt;
    found = text(said);
  }
  return found;
}

const MachineFacts::GpuFacts* MachineFacts::gpu(int64_t id) const {
  for (const GpuFacts& of : gpus)
    if (of.id == id) return &of;
  return nullptr;
}

size_t MachineFacts::bytes() const {
  return base_bytes() + system.capacity() * sizeof(system[0]) + gpus.capacity() * sizeof(GpuFacts);
}

Result<MachineFacts> MachineFacts::read(const FamilyReader& reader) {
  MachineFacts of;
  const auto system = reader.each_row(TableKind::system_env, {"name", "value"}, of, [&](TableRow& row) {
    const auto name = std::find(kFacts.begin(), kFacts.end(), row.text(0).value_or(""));
    if (name != kFacts.end())
      of.system.emplace_back(of.names.intern(*name), of.names.intern(row.text(1).value_or("")));
  });
  if (!system) return tl::unexpected(system.error());
  const auto gpus = reader.each_row(
      TableKind::gpu, {"id", "l2CacheSize?", "clockRate?", "maxThreadsPerBlock?"}, of, [&](TableRow& row) {
        of.gpus.push_back(
            {row.integer_or(0, 0), row.integer_or(1, 0), row.integer_or(2, 0), row.integer_or(3, 0)});
      });
  if (!gpus) return tl::unexpected(gpus.error());
  return of;
}

}  // namespace nsys_ai
