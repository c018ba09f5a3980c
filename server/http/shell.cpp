// Fills the templates, and escapes every value for its place in the page.
#include "http/shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "http/assets.h"
#include "http/scripts.h"
#include "http/template_text.h"
#include "http/token.h"

namespace nsys_ai {
namespace {

// `frames` is the origin that the page may frame; empty: none. A page of its own origin may frame it in turn:
// an editor in the browser reaches the page through its own address and shows it in a tab.
std::string policy(const std::string& nonce, const std::string& frames) {
  std::string text = "default-src 'none'; script-src 'nonce-" + nonce + "'; style-src 'nonce-" + nonce + "'";
  text += "; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
  return frames.empty() ? text : text + "; frame-src " + frames;
}

Response page(std::string_view name, TemplateSlots slots, const std::string& frames = "") {
  const std::string nonce = fresh_token();
  slots.emplace_back("nonce", nonce);
  Response response = text_response("text/html; charset=utf-8", filled_template(asset(name)->bytes, slots));
  response.headers.push_back({"Content-Security-Policy", policy(nonce, frames)});
  response.headers.push_back({"X-Frame-Options", "SAMEORIGIN"});
  return response;
}

std::string json_list(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    if (list.size() > 1) list += ',';
    list += json_string(text);
  }
  return list + "]";
}

// The path from a page to its scripts and styles.
std::string scripts_from(const PageLinks& links) { return links.files + "/../../files/" + scripts_version(); }

TemplateSlots view_slots(const ViewHandle& view, const PageLinks& links) {
  return {
      {"title", html_text(view.title)},
      {"scripts", scripts_from(links)},
      {"config", "{\"files\":" + json_string(links.files) + ",\"perfetto\":" + json_string(links.other_page) +
                     ",\"hasTimeline\":" + (view.timeline ? "true" : "false") + "}"}};
}

}  // namespace

std::string trace_facts(const TraceHandle& trace) {
  std::string facts = "{\"title\":" + json_string(trace.title) +
                      ",\"fileName\":" + json_string(trace.file_name) +
                      ",\"words\":" + json_string(trace.words);
  if (trace.full_bytes > 0) facts += fmt::format(",\"fullBytes\":{}", trace.full_bytes);
  if (!trace.unfolded.empty()) facts += ",\"unfolded\":" + json_list(trace.unfolded);
  if (trace.pinned) facts += ",\"pinned\":" + json_list(trace.pinned());
  // Times are strings, because JavaScript's integers end at 2^53.
  if (trace.pixel_ns > 0) facts += fmt::format(",\"pixelNs\":\"{}\"", trace.pixel_ns);
  if (trace.window) {
    facts += ",\"window\":{\"startNs\":\"" + std::to_string(trace.window->start_ns) + "\",\"endNs\":\"" +
             std::to_string(trace.window->end_ns) + "\"}";
  }
  return facts + "}";
}

Response launcher_page(const TraceHandle& trace, const PageLinks& links, const PerfettoUi& perfetto) {
  const bool own = !perfetto.folder.empty();
  const std::string origin = own ? "'self'" : origin_of_url(perfetto.url);
  const std::string name =
      own ? "Perfetto in " + perfetto.folder.string() : origin.substr(origin.find("//") + 2);
  const std::string config =
      "{\"files\":" + json_string(links.files) + ",\"trace\":" + trace_facts(trace) +
      ",\"perfettoUrl\":" + json_string(own ? "../../ui/" + perfetto.version + "/" : perfetto.url) +
      ",\"perfettoName\":" + json_string(name) + ",\"view\":" + json_string(links.other_page) +
      ",\"hasStrip\":" + (trace.strip ? "true" : "false") + "}";
  return page("launcher.html",
              {{"title", html_text(trace.title)}, {"scripts", scripts_from(links)}, {"config", config}},
              origin);
}

Response view_page(const ViewHandle& view, const PageLinks& links) {
  return page("index.html", view_slots(view, links));
}

Response timelines_page(const ViewHandle& view, const PageLinks& links) {
  return page("timelines.html", view_slots(view, links), "'self'");
}

Response timeline_page(const ViewHandle& view, const PageLinks& links) {
  return page("timeline.html", view_slots(view, links));
}

std::string origin_of_url(std::string_view url) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/[]%";
  const bool web = url.substr(0, 8) == "https://" || url.substr(0, 7) == "http://";
  if (!web || url.find_first_not_of(kAllowed) != std::string_view::npos) return "";
  const auto authority = url.find("//") + 2;
  const auto end = url.find('/', authority);
  if (end == authority || authority == url.size()) return "";
  return std::string(url.substr(0, end));
}

}  // namespace nsys_ai
