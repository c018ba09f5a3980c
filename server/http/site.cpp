// Judges a request, finds its content by token and asks it.
#include "http/site.h"

#include <memory>
#include <string_view>

#include "base/gzip.h"
#include "http/assets.h"
#include "http/guard.h"

namespace nsys_ai {
namespace {

// "/open/TOKEN/trace" in its parts. `name` is what follows the token's slash; "" is the page itself.
struct Route {
  std::string face;
  std::string token;
  std::string name;
  bool slash = false;  // whether a slash follows the token
};

Route route_of(std::string_view path) {
  Route route;
  path.remove_prefix(1);
  const auto first = path.find('/');
  if (first == std::string_view::npos) return route;
  route.face = path.substr(0, first);
  path.remove_prefix(first + 1);
  const auto second = path.find('/');
  route.token = path.substr(0, second);
  if (second == std::string_view::npos) return route;
  route.slash = true;
  route.name = path.substr(second + 1);
  return route;
}

// Only what can stand between quotes in a header; the full name follows in UTF-8.
std::string disposition(const std::string& file_name) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string ascii;
  std::string encoded;
  for (const char c : file_name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = kPlain.find(c) != std::string_view::npos;
    ascii += plain ? c : '_';
    if (plain) {
      encoded += c;
    } else {
      encoded.append({'%', kDigits[byte >> 4], kDigits[byte & 15]});
    }
  }
  return "attachment; filename=\"" + ascii + "\"; filename*=UTF-8''" + encoded;
}

Response asset_response(const std::string& name) {
  const std::optional<Asset> file = asset(name);
  // The templates are no pages by themselves.
  if (!file || name.ends_with(".html")) return refuse(Refusal{404, "There is no such file under this link."});
  return text_response(file->content_type, std::string(file->bytes));
}

// A trace shrinks to a quarter and less, which counts where it travels through a forwarded port.
Produce gzipped(const Produce& produce) {
  return [produce](const Sink& sink) -> Result<void> {
    Gzip gzip(sink);
    auto made = produce([&gzip](std::string_view piece) { return gzip.write(piece); });
    if (made) gzip.finish();
    return made;
  };
}

Response trace_bytes(const TraceHandle& trace, const Request& request) {
  Response response;
  response.headers.push_back({"Content-Type", "application/octet-stream"});
  response.headers.push_back({"Content-Disposition", disposition(trace.file_name)});
  if (!trace.size) {
    const bool zipped = request.accepts_gzip();
    response.headers.push_back({"Vary", "Accept-Encoding"});
    if (zipped) response.headers.push_back({"Content-Encoding", "gzip"});
    response.body = BodyStream{zipped ? gzipped(trace.produce) : trace.produce, std::nullopt, {}};
    return response;
  }
  response.headers.push_back({"Accept-Ranges", "bytes"});
  const std::string size = std::to_string(*trace.size);
  const RangeChoice choice = choose_range(request, *trace.size);
  if (choice.kind == RangeKind::unsatisfiable) {
    Response refusal = refuse(Refusal{416, "The trace has " + size + " bytes."});
    refusal.headers.push_back({"Content-Range", "bytes */" + size});
    return refusal;
  }
  ByteRange range{0, *trace.size};
  if (choice.kind == RangeKind::part) {
    range = choice.range;
    response.status = 206;
    response.headers.push_back({"Content-Range", "bytes " + std::to_string(range.first) + "-" +
                                                     std::to_string(range.first + range.length - 1) + "/" +
                                                     size});
  }
  response.body = BodyStream{trace.produce, trace.size, range};
  return response;
}

Response text_or_error(std::string_view content_type, Result<std::string> text) {
  return text ? text_response(content_type, std::move(*text)) : refuse(text.error());
}

}  // namespace

Response Site::answer(const Request& request) const {
  if (const auto refusal = refusal_of_sender(request, registry_.proxies())) return refuse(*refusal);
  if (request.method != "GET" && request.method != "HEAD") {
    return refuse(Refusal{405, "This server answers GET and HEAD only."});
  }
  const Route route = route_of(request.path);
  const std::shared_ptr<const Content> content = registry_.find(route.token);
  const auto* trace = content && route.face == "open" ? std::get_if<TraceHandle>(content.get()) : nullptr;
  const auto* view = content && route.face == "view" ? std::get_if<ViewHandle>(content.get()) : nullptr;
  if (!trace && !view) {
    return refuse(Refusal{403, "This link is not valid here, or the profile behind it has been closed."});
  }
  const Asked asked = route.name.empty() ? Asked::page : Asked::resource;
  if (const auto refusal = refusal_of_context(request, asked)) return refuse(*refusal);
  const PageBase base{route.slash ? "." : route.token};
  return trace ? answer_trace(*trace, request, route.name, base)
               : answer_view(*view, request, route.name, base);
}

Response Site::answer_trace(const TraceHandle& trace, const Request& request, const std::string& name,
                            const PageBase& base) const {
  if (name.empty()) return launcher_page(trace, base, perfetto_url_);
  if (name == "trace") return trace_bytes(trace, request);
  return asset_response(name);
}

Response Site::answer_view(const ViewHandle& view, const Request& request, const std::string& name,
                           const PageBase& base) const {
  if (name.empty()) return view_page(view, base);
  if (name == "page.json") return text_or_error("application/json", view.page_json());
  if (name == "explain") {
    const auto target = query_value(request.query, "target");
    if (!target) return refuse(Refusal{400, "The request names no target to explain."});
    return text_or_error("text/markdown; charset=utf-8", view.explain_markdown(*target));
  }
  return asset_response(name);
}

}  // namespace nsys_ai
