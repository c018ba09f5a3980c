// Which request gets which answer.
//
//   /open/TOKEN                    the launcher page of a trace      /open/TOKEN/trace   its bytes
//   /view/TOKEN                    a page of a profile               /view/TOKEN/page.json,
//   /view/TOKEN/explain?target= /open/TOKEN/FILE, /view/TOKEN/FILE                               scripts and
//   styles of these pages
#pragma once

#include <string>
#include <utility>

#include "http/message.h"
#include "http/registry.h"
#include "http/response.h"
#include "http/shell.h"

namespace nsys_ai {

// Thread-safe.
class Site {
 public:
  explicit Site(std::string perfetto_url) : perfetto_url_(std::move(perfetto_url)) {}

  ContentRegistry& registry() { return registry_; }
  // Never throws for a bad request. What a content's functions throw passes through.
  Response answer(const Request& request) const;

 private:
  Response answer_trace(const TraceHandle& trace, const Request& request, const std::string& name,
                        const PageBase& base) const;
  Response answer_view(const ViewHandle& view, const Request& request, const std::string& name,
                       const PageBase& base) const;

  std::string perfetto_url_;
  ContentRegistry registry_;
};

}  // namespace nsys_ai
