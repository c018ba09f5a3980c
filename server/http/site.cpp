// Checks a request, finds its content by token and calls it.
#include "http/site.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include "base/quantity.h"
#include "http/guard.h"
#include "http/model_response.h"
#include "http/scripts.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kTimeline = "timeline";
constexpr std::string_view kTimelines = "timelines";
constexpr std::string_view kOther = "other";
constexpr std::string_view kPerfetto = "perfetto";
// Requests that write require POST.
constexpr std::string_view kBookmark = "timeline_bookmark.json";
constexpr std::string_view kRound = "round.json";
constexpr std::string_view kSuppression = "suppression.json";

// The parts of "/open/TOKEN/trace". `name` is the path after the token's slash; "" is the page itself.
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

// Replaces characters that cannot stand between quotes in a header; the full name follows in UTF-8.
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

Response no_such_file() { return refuse(Refusal{404, "There is no such file under this link."}); }

Response script_response(const Request& request, std::string_view version, const std::string& name) {
  const auto file = version == scripts_version() ? script(name) : nullptr;
  if (!file) return no_such_file();
  Response response = text_response(file->content_type, file->text);
  if (request.accepts_gzip()) set_precompressed_body(response, {file, &file->zipped});
  cache_forever(response);
  return response;
}

Response trace_bytes(const TraceHandle& trace, const Request& request) {
  Response response;
  response.headers.push_back({"Content-Type", "application/octet-stream"});
  response.headers.push_back({"Content-Disposition", disposition(trace.file_name)});
  if (!trace.size) {
    set_compressed_body(response, trace.produce, request);
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

// The range that a request asks for; nullopt if it names none.
Result<std::optional<StripRange>> range_of(const Request& request) {
  const auto start = query_value(request.query, "start");
  const auto end = query_value(request.query, "end");
  if (!start && !end) return std::optional<StripRange>();
  const auto first = parse_integer(start.value_or(""));
  const auto last = parse_integer(end.value_or(""));
  if (!first || !last) return fail(ErrorCode::bad_request, "start and end are to be whole numbers.");
  return std::optional<StripRange>(StripRange{*first, *last});
}

// The comma-separated words of a request's parameter; nullopt if it has no parameter of that name.
std::optional<std::vector<std::string>> words_of(const Request& request, std::string_view name) {
  const auto listed = query_value(request.query, name);
  if (!listed) return std::nullopt;
  std::vector<std::string> words;
  for (size_t from = 0; from < listed->size();) {
    const size_t to = std::min(listed->find(',', from), listed->size());
    if (to > from) words.emplace_back(listed->substr(from, to - from));
    from = to + 1;
  }
  return words;
}

// Parses a request for the timeline.
Result<TimelineRequest> timeline_asked(const Request& request) {
  TimelineRequest asked;
  const auto range = range_of(request);
  if (!range) return tl::unexpected(range.error());
  if (*range) asked.part = TimelinePart{(*range)->start, (*range)->end};
  if (const auto columns = query_value(request.query, "columns")) {
    asked.columns = parse_integer(*columns);
    if (!asked.columns) return fail(ErrorCode::bad_request, "columns is to be a whole number.");
  }
  asked.rows = words_of(request, "rows");
  asked.as_all = query_value(request.query, "asAll") == "true";
  asked.findings = query_value(request.query, "findings") != "false";
  asked.preview = query_value(request.query, "preview") == "true";
  return asked;
}

Result<TimelineSearchRequest> timeline_search_asked(const Request& request) {
  TimelineSearchRequest asked;
  asked.text = query_value(request.query, "text").value_or("");
  asked.kinds = words_of(request, "kinds").value_or(std::vector<std::string>());
  asked.rows = words_of(request, "rows");
  for (const auto& [name, number] : {std::pair("least", &asked.least_ns),
                                     {"from", &asked.from},
                                     {"limit", &asked.limit},
                                     {"columns", &asked.columns}})
    if (const auto text = query_value(request.query, name)) {
      const auto value = parse_integer(*text);
      if (!value || *value < 0)
        return fail(ErrorCode::bad_request, std::string(name) + " is to be a whole number.");
      *number = *value;
    }
  const auto range = range_of(request);
  if (!range) return tl::unexpected(range.error());
  if (*range) asked.part = TimelinePart{(*range)->start, (*range)->end};
  return asked;
}

Result<TimelinePart> part_of(const Request& request) {
  const auto range = range_of(request);
  if (!range) return tl::unexpected(range.error());
  if (!*range) return fail(ErrorCode::bad_request, "The request names no start and end.");
  return TimelinePart{(*range)->start, (*range)->end};
}

// Redirects to Perfetto with the requested part.
Response perfetto_response(const ViewHandle& view, const Request& request) {
  const auto part = part_of(request);
  if (!part) return refuse(part.error());
  const auto token = view.perfetto(*part);
  if (!token) return refuse(token.error());
  Response response = text_response("text/plain; charset=utf-8", "");
  response.status = 302;
  response.headers.push_back({"Location", "../../open/" + *token});
  return response;
}

// Redirects to a page of the other profile; the browser keeps the fragment.
Response other_response(const ViewHandle& view, const Request& request) {
  const auto token = view.other(query_value(request.query, "profile").value_or(""));
  if (!token) return refuse(token.error());
  const bool timeline = query_value(request.query, "page") == kTimeline;
  const auto framed = query_value(request.query, "framed");
  const std::string parts = framed == "top" || framed == "lanes" ? *framed : "";
  Response response = text_response("text/plain; charset=utf-8", "");
  response.status = 302;
  response.headers.push_back(
      {"Location", "../" + *token + (timeline ? "/timeline" : "") + (framed ? "?framed=" + parts : "")});
  return response;
}

Response page_response(const ViewHandle& view, const Request& request) {
  auto params = query_values(request.query);
  std::erase_if(params, [](const auto& of) { return of.first == "view"; });
  return text_or_error("application/json",
                       view.page_json(query_value(request.query, "view").value_or("overview"), params));
}

Response completions_response(const ViewHandle& view, const Request& request) {
  std::optional<int64_t> most;
  if (const auto text = query_value(request.query, "most")) {
    most = parse_integer(*text);
    if (!most) return refuse(Refusal{400, "most is to be a whole number."});
  }
  const std::string typed = query_value(request.query, "question").value_or("");
  return text_or_error("application/json", view.ask_completions(typed, most));
}

Response json_response(const BodyProducer& produce, const Request& request) {
  Response response;
  response.headers.push_back({"Content-Type", "application/json"});
  set_compressed_body(response, produce, request);
  return response;
}

Response timeline_response(const ViewHandle& view, const Request& request) {
  const auto asked = timeline_asked(request);
  if (!asked) return refuse(asked.error());
  const auto produce = view.timeline(*asked);
  return produce ? json_response(*produce, request) : refuse(produce.error());
}

Response timeline_search_response(const ViewHandle& view, const Request& request) {
  const auto asked = timeline_search_asked(request);
  if (!asked) return refuse(asked.error());
  const auto produce = view.timeline_search(*asked);
  return produce ? json_response(*produce, request) : refuse(produce.error());
}

Response timeline_window_response(const ViewHandle& view, const Request& request) {
  const auto part = part_of(request);
  if (!part) return refuse(part.error());
  const auto produce =
      view.timeline_window({*part, words_of(request, "rows"), query_value(request.query, "part").value_or(""),
                            query_value(request.query, "skill").value_or("")});
  return produce ? json_response(*produce, request) : refuse(produce.error());
}

Response timeline_related_response(const ViewHandle& view, const Request& request) {
  const auto target = query_value(request.query, "target");
  if (!target) return refuse(Refusal{400, "The request names no target."});
  const auto produce = view.timeline_related(*target);
  return produce ? json_response(*produce, request) : refuse(produce.error());
}

Response timeline_bookmark_response(const ViewHandle& view, const Request& request) {
  if (request.method != "POST") return refuse(Refusal{405, "A bookmark is set by POST."});
  const auto part = part_of(request);
  if (!part) return refuse(part.error());
  const auto name = query_value(request.query, "name");
  if (!name || name->empty()) return refuse(Refusal{400, "The request names no name."});
  return text_or_error(
      "application/json",
      view.timeline_bookmark({*part, *name, query_value(request.query, "note").value_or("")}));
}

Response round_response(const ViewHandle& view, const Request& request) {
  if (request.method != "POST") return refuse(Refusal{405, "Something is done with a round by POST."});
  const auto command = query_value(request.query, "command");
  const auto round = query_value(request.query, "round");
  if (!command || !round) return refuse(Refusal{400, "The request names no command and round."});
  return text_or_error("application/json", view.run_on_round(*command, *round));
}

Response suppression_response(const ViewHandle& view, const Request& request) {
  if (request.method != "POST") return refuse(Refusal{405, "A finding is suppressed by POST."});
  const auto finding = query_value(request.query, "finding");
  const auto reason = query_value(request.query, "reason");
  if (!finding || !reason) return refuse(Refusal{400, "The request names no finding and reason."});
  return text_or_error("application/json", view.suppress(*finding, *reason));
}

// The trace of a link, or that of the requested parts of its strip.
Result<TraceHandle> requested_trace(const TraceHandle& trace, const Request& request) {
  const auto range = range_of(request);
  if (!range) return tl::unexpected(range.error());
  if (!*range) return trace;
  if (!trace.strip) return fail(ErrorCode::bad_request, "This trace has no parts.");
  StripRequest asked{**range};
  for (const auto& [name, number] : {std::pair("most", &asked.most_bytes), {"pixel", &asked.pixel_ns}})
    if (const auto text = query_value(request.query, name)) {
      *number = parse_integer(*text);
      if (!*number || **number < 0)
        return fail(ErrorCode::bad_request, std::string(name) + " is to be a whole number.");
    }
  return trace.strip->trace(asked);
}

}  // namespace

Response Site::answer_ui(const Request& request, std::string_view version, std::string_view name) {
  if (const auto refusal = refusal_of_context(request, FetchKind::resource)) return refuse(*refusal);
  return ui_.file(version, name, request);
}

Response Site::answer(const Request& request) {
  if (const auto refusal = refusal_of_sender(request, registry_.proxies())) return refuse(*refusal);
  const Route route = route_of(request.path);
  const bool writes = request.method == "POST" && route.face == "view" &&
                      (route.name == kBookmark || route.name == kRound || route.name == kSuppression ||
                       is_posted_to_model(route.name));
  if (request.method != "GET" && request.method != "HEAD" && !writes)
    return refuse(Refusal{405, "This server answers GET and HEAD only."});
  if (route.face == "files") {
    if (const auto refusal = refusal_of_context(request, FetchKind::resource)) return refuse(*refusal);
    return script_response(request, route.token, route.name);
  }
  if (route.face == "ui" && !perfetto_.folder.empty()) return answer_ui(request, route.token, route.name);
  const std::shared_ptr<const Content> content = registry_.find(route.token);
  const bool opens = content && route.face == "open" && content->trace;
  const bool views = content && route.face == "view" && content->view;
  if (!opens && !views) {
    return refuse(Refusal{403, "This link is not valid here, or the profile behind it has been closed."});
  }
  const bool page = route.name.empty() || (views && (route.name == kTimeline || route.name == kTimelines || route.name == kOther ||
                               route.name == kPerfetto));
  const FetchKind asked = page ? FetchKind::page : FetchKind::resource;
  if (const auto refusal = refusal_of_context(request, asked)) return refuse(*refusal);
  const bool both = content->trace && content->view;
  const std::string other = both ? (opens ? "../../view/" : "../../open/") + route.token : "";
  const Call call{request, route.name, {route.slash ? "." : route.token, other}};
  return opens ? answer_trace(*content->trace, call) : answer_view(*content->view, call);
}

Response Site::answer_trace(const TraceHandle& trace, const Call& call) const {
  if (call.name.empty()) {
    const std::string version = perfetto_.folder.empty() ? "" : ui_.version();
    return launcher_page(trace, call.links, {perfetto_.url, perfetto_.folder, version});
  }
  if (call.name == "trace" || call.name == "shows") {
    const auto asked = requested_trace(trace, call.request);
    if (!asked) return refuse(asked.error());
    return call.name == "trace" ? trace_bytes(*asked, call.request)
                                : text_response("application/json", trace_facts(*asked));
  }
  if (call.name == "strip.json" && trace.strip) return text_or_error("application/json", trace.strip->json());
  return no_such_file();
}

Response Site::answer_view(const ViewHandle& view, const Call& call) const {
  if (call.name.empty()) return view_page(view, call.links);
  if (view.timeline && call.name == kTimeline) return timeline_page(view, call.links);
  if (view.perfetto && call.name == kPerfetto) return perfetto_response(view, call.request);
  if (view.other && call.name == kTimelines) return timelines_page(view, call.links);
  if (view.other && call.name == kOther) return other_response(view, call.request);
  if (view.aligned_json && call.name == "aligned.json")
    return text_or_error("application/json",
                         view.aligned_json(query_value(call.request.query, "against").value_or("")));
  if (view.stacked_json && call.name == "stacked.json")
    return text_or_error("application/json",
                         view.stacked_json(query_value(call.request.query, "ranks").value_or("")));
  if (view.timeline && call.name == "timeline.json") return timeline_response(view, call.request);
  if (view.timeline_search && call.name == "timeline_search.json")
    return timeline_search_response(view, call.request);
  if (view.timeline_window && call.name == "timeline_window.json")
    return timeline_window_response(view, call.request);
  if (view.timeline_related && call.name == "timeline_related.json")
    return timeline_related_response(view, call.request);
  if (view.timeline_bookmark && call.name == kBookmark) return timeline_bookmark_response(view, call.request);
  if (view.run_on_round && call.name == kRound) return round_response(view, call.request);
  if (view.suppress && call.name == kSuppression) return suppression_response(view, call.request);
  if (view.timeline_rows && call.name == "timeline_rows.json")
    return json_response(view.timeline_rows(), call.request);
  if (view.model)
    if (auto of_model = model_response(*view.model, call.name, call.request)) return std::move(*of_model);
  if (call.name == "page.json") return page_response(view, call.request);
  if (view.ask_completions && call.name == "ask_complete.json")
    return completions_response(view, call.request);
  if (call.name == "explain.json") {
    const auto target = query_value(call.request.query, "target");
    if (!target) return refuse(Refusal{400, "The request names no target to explain."});
    return text_or_error("application/json", view.card_json(*target));
  }
  return no_such_file();
}

}  // namespace nsys_ai
