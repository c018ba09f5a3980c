// The first page of a profile: what it is, what is wrong with the run, where the time went.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// What a page waits for.
enum class WaitFor {
  everything,
  what_is_quick  // the rest is put off: parts of the view have it (`DeferredBlock`)
};

// Without the findings that are suppressed, which it counts.
Page overview(const Profile& profile, std::span<const Suppression> suppressions = {},
              WaitFor wait = WaitFor::everything);

// For a client that asks for what is put off by itself: with the name of a part, its blocks alone. Fails
// where there is no such part.
Result<Page> overview_view(const Profile& profile, std::span<const Suppression> suppressions,
                           std::string_view part);

// What was captured, by whom, and on which GPUs.
Facts capture_facts(const Profile& profile);

// From when to when that was, which is what findings take shares of, and of what events; where no program was
// traced, of what was recorded of the machine. Empty where nothing was. Fails where the file cannot be read.
Result<std::string> capture_text(const Profile& profile, const Work& work);

// "GPU 0 (NVIDIA H100 80GB HBM3) of process 144": a device as its process sees it.
std::string device_name(const Profile& profile, DeviceIx device);

// How many of all devices a question is about, in words.
std::string gpus_in_scope(const Profile& profile, size_t count);

}  // namespace nsys_ai
