// A profile as one HTML file to share: its pages, cards and timeline, without a server and without a network.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/interval_set.h"
#include "features/viewer/viewer_server.h"

namespace nsys_ai {

struct HtmlFileRequest {
  // A part of the run that the timeline holds in more detail than the rest. The file begins there.
  std::optional<Interval> window = {};
  // Begins at this event or finding instead, in its surroundings.
  std::string target = {};
};

struct HtmlFile {
  std::string text;
  size_t pages = 0;
  size_t cards = 0;
  int64_t pixel_ns = 0;  // what is shorter is merged on the timeline of the whole run; 0: nothing is
};

// Holds the views that a person reaches with one or two clicks, at most `kMostFileViews`, the cards of what they
// name, at most `kMostFileCards`, with their places, and the timeline as finely as `kMostFileTimelineBytes` of JSON
// allow, which take a quarter of that in the file. Fails on cancellation and if the file of the profile
// cannot be read.
inline constexpr size_t kMostFileViews = 300;
inline constexpr size_t kMostFileCards = 600;
inline constexpr size_t kMostFileTimelineBytes = 12 << 20;
Result<HtmlFile> html_file(const ViewerServer::Subject& subject, const HtmlFileRequest& request,
                           const Work& work);

}  // namespace nsys_ai
