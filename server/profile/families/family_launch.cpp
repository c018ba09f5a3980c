// Reads the variables of a fixed list.
#include "profile/families/family_launch.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "profile/families/family_reader.h"

namespace nsys_ai {
namespace {

// Of torchrun, Slurm, Open MPI, MPICH and Intel MPI, and PMIx.
constexpr std::array<std::string_view, 17> kVariables = {
    "RANK",         "LOCAL_RANK",           "WORLD_SIZE",    "LOCAL_WORLD_SIZE",
    "GROUP_RANK",   "SLURM_PROCID",         "SLURM_LOCALID", "SLURM_NODEID",
    "SLURM_NTASKS", "OMPI_COMM_WORLD_RANK", "PMI_RANK",      "OMPI_COMM_WORLD_LOCAL_RANK",
    "PMI_SIZE",     "OMPI_COMM_WORLD_SIZE", "PMIX_RANK",     "OMPI_COMM_WORLD_LOCAL_SIZE",
    "NODE_RANK"};

}  // namespace

std::optional<int64_t> LaunchVariables::value(std::string_view name) const {
  std::optional<int64_t> found;
  for (const auto& [of, number] : values) {
    if (text(of) != name) continue;
    if (found && *found != number) return std::nullopt;
    found = number;
  }
  return found;
}

size_t LaunchVariables::bytes() const { return base_bytes() + values.capacity() * sizeof(values[0]); }

Result<LaunchVariables> LaunchVariables::read(const FamilyReader& reader) {
  LaunchVariables of;
  const auto read = reader.each_row(TableKind::capture_option, {"name", "value"}, of, [&](TableRow& row) {
    if (!row.text(0).value_or("").ends_with(":ENVIRONMENT_VARIABLE")) return;
    const std::string_view both = row.text(1).value_or("");
    const size_t equals = both.find('=');
    if (equals == std::string_view::npos) return;
    const auto name = std::find(kVariables.begin(), kVariables.end(), both.substr(0, equals));
    if (name == kVariables.end()) return;
    int64_t number = 0;
    const char* const end = both.data() + both.size();
    const auto [at, error] = std::from_chars(both.data() + equals + 1, end, number);
    if (error == std::errc() && at == end && number >= 0)
      of.values.emplace_back(of.names.intern(*name), number);
  });
  if (!read) return tl::unexpected(read.error());
  return of;
}

}  // namespace nsys_ai
