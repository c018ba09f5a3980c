// The HTML pages that load the scripts, made from templates of extensions/web.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "http/content.h"
#include "http/response.h"

namespace nsys_ai {

// Addresses in a page, all relative, so that the page also works behind a path prefix.
struct PageLinks {
  // From the page to its files: the token for /open/TOKEN, and "." for /open/TOKEN/.
  std::string files;
  // From those files to the other page of the same profile; empty if there is none.
  std::string other_page;
};

// The Perfetto UI that a launcher page frames.
struct PerfettoUi {
  std::string url;               // http or https
  std::filesystem::path folder;  // a UI on this machine that is served instead; empty: `url`
  std::string version = {};      // of the folder's files
};

// A page of the same origin may frame any of these pages; other pages may not.

// The page that passes a trace to Perfetto. It may frame the origin of its UI only.
Response launcher_page(const TraceHandle& trace, const PageLinks& links, const PerfettoUi& perfetto);
// The facts about a trace as JSON, in the form in which the page contains them for its first trace.
std::string trace_facts(const TraceHandle& trace);
Response view_page(const ViewHandle& view, const PageLinks& links);
// The timelines of two profiles, one above the other, each of which is a page in a frame.
Response timelines_page(const ViewHandle& view, const PageLinks& links);
// The timeline page of the same profile.
Response timeline_page(const ViewHandle& view, const PageLinks& links);

// "https://ui.perfetto.dev" of "https://ui.perfetto.dev/v50/". Empty if it is not an http or https address,
// or has characters that cannot stand in a content policy.
std::string origin_of_url(std::string_view url);

}  // namespace nsys_ai
