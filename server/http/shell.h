// The HTML pages around the scripts: templates of extensions/web with what one answer needs put in.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "http/content.h"
#include "http/response.h"

namespace nsys_ai {

// Addresses that a page is given: all relative, so that it also works behind a path prefix.
struct PageLinks {
  // From the page to what is served for it: the token for /open/TOKEN, and "." for /open/TOKEN/.
  std::string files;
  // From those files to the other page of the same profile; empty when there is none.
  std::string other_face;
};

// The Perfetto UI that a launcher page frames.
struct PerfettoUi {
  std::string url;               // http or https
  std::filesystem::path folder;  // a UI on this machine, served instead; empty: `url`
  std::string version = {};      // of the folder's files
};

// All pages may be framed by a page of their own origin, and by no other.

// The page that hands a trace to Perfetto, and may frame the origin of its UI only.
Response launcher_page(const TraceHandle& trace, const PageLinks& links, const PerfettoUi& perfetto);
// The same facts about a trace as the page is given about its first one, as JSON.
std::string trace_facts(const TraceHandle& trace);
Response view_page(const ViewHandle& view, const PageLinks& links);
// The timeline beside that page.
Response timeline_page(const ViewHandle& view, const PageLinks& links);

// "https://ui.perfetto.dev" of "https://ui.perfetto.dev/v50/". Empty when it is not an http or https address
// in characters that can stand in a content policy.
std::string origin_of_url(std::string_view url);

}  // namespace nsys_ai
