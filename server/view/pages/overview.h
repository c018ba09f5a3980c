// The first page of a profile: what it is, what is wrong with the run, where the time went.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai::inline view {

// What a page waits for.
enum class WaitFor {
  everything,
  what_is_quick  // the rest is put off: views of their own have it (`Later`)
};

// Without the findings that are suppressed, which it counts.
Page overview(const Profile& profile, std::span<const Suppression> suppressions = {},
              WaitFor wait = WaitFor::everything);

// What was put off of it, by the names of these views.
inline constexpr std::string_view kOverviewFindings = "overview-findings";
inline constexpr std::string_view kOverviewRanges = "overview-ranges";
Page overview_findings(const Profile& profile, std::span<const Suppression> suppressions = {});
Page overview_ranges(const Profile& profile);

// Of one of the three, for who asks for the rest by himself; nothing where there is no such view.
std::optional<Page> view_of(const Profile& profile, std::string_view view,
                            std::span<const Suppression> suppressions);

// What was captured, by whom, and on which GPUs.
Facts capture_facts(const Profile& profile);

// From when to when that was, which is what findings take shares of, and of what events; where no program was
// traced, of what was recorded of the machine. Empty where nothing was. Fails where the file cannot be read.
Result<std::string> capture_text(const Profile& profile, const Work& work);

// "GPU 0 (NVIDIA H100 80GB HBM3) of process 144": a device as its process sees it.
std::string device_name(const Profile& profile, DeviceIx device);

}  // namespace nsys_ai::inline view
