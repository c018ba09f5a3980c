// Narrows a scope to a GPU or a process.
#include "sql/tables/function_table.h"

#include <fmt/format.h>

#include <vector>

namespace nsys_ai {

const SqlParam kOnlyDevice = {"only_device", "INTEGER", "",
                              "Only GPUs with this CUDA ordinal; NULL: all of the scope."};
const SqlParam kOnlyPid = {"only_pid", "INTEGER", "", "Only this process; NULL: all of the scope."};

const SqlParam kLabel = {
    "label", "STRING", "",
    "The text of the range, or its label without what distinguishes instances, as in nvtx_stats."};
const SqlParam kMatch = {"match",
                         "STRING",
                         "whole",
                         "Whether the label is the whole text of the range or a part of it, in which * stands for any text.",
                         {"whole", "part"}};

namespace {

bool has_pid(SqlView& view, int64_t pid) {
  for (size_t at = 0; at < view.profile().processes().size(); ++at)
    if (view.has(ProcessIx(at)) && view.profile().pid_of(ProcessIx(at)) == pid) return true;
  return false;
}

// Whether the scope shows one of several processes, so that it may be narrowed to that process.
bool shows_one_process(SqlView& view) {
  size_t shown = 0;
  for (size_t at = 0; at < view.profile().processes().size(); ++at) shown += view.has(ProcessIx(at)) ? 1 : 0;
  return shown == 1 && view.profile().processes().size() > 1;
}

}  // namespace

Result<Scope> narrowed_scope(SqlView& view, const SqlArguments& arguments) {
  const auto* device = std::get_if<int64_t>(&arguments[arguments.size() - 2]);
  const auto* pid = std::get_if<int64_t>(&arguments[arguments.size() - 1]);
  const Scope& scope = view.scope();
  if (!device && !pid) return scope;
  const Profile& profile = view.profile();
  if (pid && !has_pid(view, *pid))
    return fail(ErrorCode::bad_request, fmt::format("No process of this scope is {}.", *pid),
                "The table process lists those that are.");
  const auto process_of = [&](DeviceIx of) { return profile.devices()[of].process; };
  std::vector<DeviceIx> wanted;
  for (const DeviceIx of : scope.devices())
    if ((!device || profile.devices()[of].ordinal == *device) &&
        (!pid || profile.pid_of(process_of(of)) == *pid))
      wanted.push_back(of);
  // A scope is a set of ordinals, of all processes or of one; a narrowed scope must have the same form.
  const bool every_device = !device && scope.has_all_devices(profile);
  if (wanted.empty() && !every_device)
    return fail(
        ErrorCode::bad_request,
        fmt::format("{} of this scope uses {}.",
                    pid ? fmt::format("The process {}", *pid) : std::string("No process"),
                    device ? fmt::format("{} GPU {}", pid ? "no" : "a", *device) : std::string("no GPU")),
        "The table gpu lists those that are used.");
  ScopeRequest request;
  if (!every_device)
    for (const DeviceIx of : wanted) request.gpus.push_back(profile.devices()[of].ordinal);
  if (scope.has_window()) request.window = scope.window();
  if (pid)
    request.process = *pid;
  else if (shows_one_process(view))
    request.process = profile.pid_of(process_of(wanted.front()));
  return Scope::make(profile, request);
}

}  // namespace nsys_ai
