// Lists every process that any event of the capture names, including those without CUDA calls and ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/work.h"
#include "profile/families/family_host.h"
#include "profile/families/family_samples.h"
#include "profile/profile.h"

namespace nsys_ai {

struct CapturedProcess {
  ProcessIx process = ProcessIx::none();  // none() when no family read at open names it
  int64_t key = 0;                        // as in `Process`
  std::optional<int64_t> pid;             // empty where the capture names none
  std::string name;                       // empty where the file does not say
};

// Host events other than CUDA calls and ranges. They can show further processes, for example compilers that a
// program starts.
struct HostFamilies {
  const OsCalls* os_calls = nullptr;
  const SchedEvents* scheduling = nullptr;
  const CpuSamples* samples = nullptr;

  static Result<HostFamilies> read(const Profile& profile, const Work& work);
};

// Processes of the profile in its order, then those found only in these families, by pid.
std::vector<CapturedProcess> captured_processes(const Profile& profile, const HostFamilies& families);
// Processes that have a pid.
Result<std::vector<CapturedProcess>> named_processes(const Profile& profile, const Work& work);

// What a process did on the host, clipped to the scope.
struct ProcessOnHost {
  CapturedProcess process;
  int64_t calls = 0;  // of CUDA
  Sum api{};          // ns in CUDA calls, summed over threads
  int64_t ranges = 0;
  int64_t os_calls = 0;
  Sum os{};  // ns in calls of the operating system, summed over threads
  int64_t scheduling = 0;
  int64_t samples = 0;

  bool idle() const { return calls + ranges + os_calls + scheduling + samples == 0; }
};
// One element per process that the capture names and the scope includes, in the order of
// `captured_processes`.
std::vector<ProcessOnHost> processes_on_host(const Profile& profile, const Scope& scope,
                                             const HostFamilies& families);

}  // namespace nsys_ai
