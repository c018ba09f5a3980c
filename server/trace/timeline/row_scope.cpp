// Decides by the kinds of rows.
#include "trace/timeline/row_scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/quotation.h"
#include "trace/timeline/timeline_rows.h"

namespace nsys_ai {

using namespace perfetto;

namespace {

// The devices, streams and processes of rows.
struct Owners {
  std::set<DeviceIx> devices;
  std::set<ProcessIx> processes;
  bool of_all = false;
  // The streams of named rows, and whether a row concerns an entire GPU.
  std::set<StreamIx> streams;
  bool of_gpu = false;
};

void add_owner(const Profile& profile, RowId row, Owners& owners) {
  const auto device = [&](size_t at) {
    if (at < profile.devices().size()) owners.devices.insert(DeviceIx(at));
  };
  const auto process = [&](ProcessIx of) { owners.processes.insert(of); };
  switch (row.kind) {
    case RowKind::stream:
      if (row.at >= profile.streams().size()) break;
      owners.streams.insert(StreamIx(row.at));
      device(profile.streams()[StreamIx(row.at)].device);
      break;
    case RowKind::range:
    case RowKind::call:
      if (row.at < profile.threads().size()) process(profile.threads()[ThreadIx(row.at)].process);
      break;
    case RowKind::start_end:
      if (row.at < profile.processes().size()) process(ProcessIx(row.at));
      break;
    case RowKind::bookmark:
    case RowKind::finding:
    case RowKind::mark_counter:
    case RowKind::metric:
    case RowKind::os_call:
    case RowKind::other:
    case RowKind::request:
      owners.of_all = true;
      break;
    default:
      owners.of_gpu = true;
      device(row.at);
  }
}

Result<Owners> owners_of(const Profile& profile, const std::vector<std::string>& rows) {
  Owners owners;
  for (const std::string& text : rows) {
    const auto row = row_id_of(text);
    if (!row)
      return fail(ErrorCode::bad_request, fmt::format("\"{}\" is no row of a timeline.", quotation(text)),
                  "Use the id of a row.");
    add_owner(profile, *row, owners);
  }
  return owners;
}

}  // namespace

Result<ScopeRequest> scope_of_rows(const Profile& profile,
                                   const std::optional<std::vector<std::string>>& rows) {
  ScopeRequest request;
  if (!rows) return request;
  auto found = owners_of(profile, *rows);
  if (!found) return tl::unexpected(found.error());
  Owners& owners = *found;
  std::set<int64_t> ordinals;
  for (const DeviceIx device : owners.devices) {
    ordinals.insert(profile.devices()[device].ordinal);
    owners.processes.insert(profile.devices()[device].process);
  }
  if (owners.of_all && owners.devices.empty() && owners.processes.empty()) return request;
  if (owners.devices.size() < profile.devices().size()) request.gpus.assign(ordinals.begin(), ordinals.end());
  if (owners.processes.size() == 1 && profile.processes().size() > 1)
    request.process = profile.pid_of(*owners.processes.begin());
  return request;
}

Result<std::vector<StreamIx>> streams_of_rows(const Profile& profile,
                                              const std::optional<std::vector<std::string>>& rows) {
  if (!rows) return std::vector<StreamIx>();
  const auto owners = owners_of(profile, *rows);
  if (!owners) return tl::unexpected(owners.error());
  if (owners->of_gpu) return std::vector<StreamIx>();
  return std::vector<StreamIx>(owners->streams.begin(), owners->streams.end());
}

std::string timeline_row(const Profile& profile, RowOf of, size_t at) {
  const Nvtx& nvtx = profile.nvtx();
  switch (of) {
    case RowOf::stream:
      return RowId{RowKind::stream, at}.text();
    case RowOf::call:
      return RowId{RowKind::call, profile.calls().thread[at]}.text();
    case RowOf::nvtx:
      if (nvtx.is_start_end(at))
        return RowId{RowKind::start_end, profile.threads()[ThreadIx(nvtx.thread[at])].process}.text();
      return RowId{RowKind::range, nvtx.thread[at]}.text();
    case RowOf::idle:
      return RowId{RowKind::gap, at}.text();
    case RowOf::steps:
      break;
  }
  return RowId{RowKind::iteration, at}.text();
}

}  // namespace nsys_ai
