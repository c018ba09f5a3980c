// Maps each request to its response.
//
//   /open/TOKEN                          the launcher page of a trace
//   /open/TOKEN/trace[?start=&end=[&pixel=]]    its bytes, or those of parts of its strip
//   /open/TOKEN/shows[?start=&end=[&most=]]     a description of that trace in words
//   /open/TOKEN/strip.json               the drawing of the entire run
//   /ui/VERSION/FILE                     a Perfetto UI from the user's disk, which is no secret
//   /view/TOKEN                          a page of a profile
//   /view/TOKEN/page.json[?view=&...], /view/TOKEN/explain.json?target=
//   /view/TOKEN/ask_complete.json?question=&most=
//   /view/TOKEN/timeline                 the timeline of the same profile
//   /view/TOKEN/timeline.json[?start=&end=&columns=][&rows=ID,ID]
//   /view/TOKEN/timelines?against=       the timelines of two profiles, one above the other
//   /view/TOKEN/aligned.json?against=    where the same steps are in both
//   /view/TOKEN/timelines?ranks=         the timelines of chosen ranks, one below the other
//   /view/TOKEN/stacked.json?ranks=      their captures, and where the same times are in each
//   /view/TOKEN/other?profile=&page=     redirects to a page of the other profile
//   /view/TOKEN/timeline_rows.json       the rows that a request may name
//   /view/TOKEN/round.json?command=&round=            by POST
//   /view/TOKEN/suppression.json?finding=&reason=     by POST
//   /view/TOKEN/model_status.json, /view/TOKEN/model_sent.json
//   /view/TOKEN/model_consent.json?given=             by POST
//   /view/TOKEN/words.json?question=&target=&after=&teach=&kept=     by POST
//   /view/TOKEN/perfetto?start=&end=     redirects to a launcher page of that part
//   /files/VERSION/FILE                  scripts and styles of these pages, which are no secret
#pragma once

#include <string>
#include <utility>

#include "http/message.h"
#include "http/registry.h"
#include "http/response.h"
#include "http/shell.h"
#include "http/ui_folder.h"

namespace nsys_ai {

// Thread-safe.
class Site {
 public:
  explicit Site(PerfettoUi perfetto) : perfetto_(std::move(perfetto)), ui_(perfetto_.folder) {}

  ContentRegistry& registry() { return registry_; }
  // Never throws on a bad request. Exceptions of a content's functions propagate.
  Response answer(const Request& request);

 private:
  // A request for content that passed the guards.
  struct Call {
    const Request& request;
    std::string name;  // the path after the token's slash; "" is the page itself
    PageLinks links;
  };
  Response answer_ui(const Request& request, std::string_view version, std::string_view name);
  Response answer_trace(const TraceHandle& trace, const Call& call) const;
  Response answer_view(const ViewHandle& view, const Call& call) const;

  PerfettoUi perfetto_;
  UiFolder ui_;
  ContentRegistry registry_;
};

}  // namespace nsys_ai
