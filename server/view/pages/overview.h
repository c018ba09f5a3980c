// The first page of a profile: the capture, the findings, and how the run spent its time.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/work.h"
#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// The analyses that a page waits for.
enum class WaitFor {
  everything,
  quick_analyses  // defers the others to parts of the view (`DeferredBlock`)
};

// Omits suppressed findings and states their number.
Page overview(const Profile& profile, std::span<const Suppression> suppressions = {},
              WaitFor wait = WaitFor::everything);

// The same of a part of the run: what was captured, what stands out in the scope, and how its time was spent.
// Fails on an invalid scope, on cancellation, and if the file cannot be read.
Result<Page> overview_of(const Profile& profile, const ScopeRequest& asked,
                         std::span<const Suppression> suppressions, const Work& work);

// For clients that request deferred blocks separately: with the name of a part, only its blocks. Fails if
// there is no such part.
Result<Page> overview_view(const Profile& profile, std::span<const Suppression> suppressions,
                           std::string_view part);

// For example "GPU 0 (NVIDIA H100 80GB HBM3) of process 144": the device as its process sees it.
std::string device_name(const Profile& profile, DeviceIx device);

// How many of all devices are in scope, in words.
std::string gpus_in_scope(const Profile& profile, const std::vector<DeviceIx>& devices);

}  // namespace nsys_ai
