// The HTML pages around the scripts: templates of extensions/web with what one answer needs put in.
#pragma once

#include <string>
#include <string_view>

#include "http/content.h"
#include "http/response.h"

namespace nsys_ai {

// What a page is told about its own address: the path, relative to the page, under which its files lie.
// It is the token for /open/TOKEN and "." for /open/TOKEN/, so that a page also works behind a path prefix.
struct PageBase {
  std::string files;
};

// The page that hands a trace to the Perfetto UI at `perfetto_url`, and may frame that UI's origin only.
Response launcher_page(const TraceHandle& trace, const PageBase& base, const std::string& perfetto_url);
Response view_page(const ViewHandle& view, const PageBase& base);

// "https://ui.perfetto.dev" of "https://ui.perfetto.dev/v50/". Empty when it is not an http or https address
// in characters that can stand in a content policy.
std::string origin_of_url(std::string_view url);

}  // namespace nsys_ai
