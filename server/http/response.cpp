// Writes refusals and the heads of responses.
#include "http/response.h"

#include <algorithm>
#include <array>

#include "base/gzip.h"

namespace nsys_ai {
namespace {

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 206:
      return "Partial Content";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 416:
      return "Range Not Satisfiable";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::bad_request:
      return 400;
    case ErrorCode::cannot_do:
    case ErrorCode::skipped:
    case ErrorCode::outdated:
      return 409;
    case ErrorCode::cancelled:
      return 503;
    case ErrorCode::internal_error:
      return 500;
  }
  return 500;
}

void append(std::string& head, const Header& header) {
  head.append(header.name).append(": ").append(header.value).append("\r\n");
}

}  // namespace

Response text_response(std::string_view content_type, std::string body) {
  Response response;
  response.headers.push_back({"Content-Type", std::string(content_type)});
  response.body = std::move(body);
  return response;
}

Response refuse(const Refusal& refusal) {
  Response response = text_response("text/plain; charset=utf-8", refusal.sentence + "\n");
  response.status = refusal.status;
  if (refusal.status == 405) response.headers.push_back({"Allow", "GET, HEAD"});
  return response;
}

Response refuse(const Error& error) {
  return refuse(
      Refusal{status_of(error.code), error.hint.empty() ? error.message : error.message + " " + error.hint});
}

void set_compressed_body(Response& response, const BodyProducer& produce, const Request& request) {
  response.headers.push_back({"Vary", "Accept-Encoding"});
  response.body = BodyStream{produce, std::nullopt, {}};
  if (!request.accepts_gzip()) return;
  response.headers.push_back({"Content-Encoding", "gzip"});
  response.body = BodyStream{[produce](const BodySink& sink) -> Result<void> {
                               Gzip gzip(sink);
                               auto made =
                                   produce([&gzip](std::string_view piece) { return gzip.write(piece); });
                               if (made) gzip.finish();
                               return made;
                             },
                             std::nullopt,
                             {}};
}

void set_precompressed_body(Response& response, std::shared_ptr<const std::string> zipped) {
  response.headers.push_back({"Content-Encoding", "gzip"});
  const uint64_t size = zipped->size();
  response.body = BodyStream{[zipped = std::move(zipped)](const BodySink& sink) -> Result<void> {
                               sink(*zipped);
                               return {};
                             },
                             size,
                             {0, size}};
}

void cache_forever(Response& response) {
  response.headers.push_back({"Vary", "Accept-Encoding"});
  response.headers.push_back({"Cache-Control", "private, max-age=31536000, immutable"});
}

std::string response_head(const Response& response, const std::vector<Header>& framing) {
  static const std::array<Header, 6> kUsual = {{
      {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
      {"Cache-Control", "no-store"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"X-Frame-Options", "DENY"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
  }};
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head.append(reason_of(response.status)).append("\r\n");
  for (const Header& header : response.headers) append(head, header);
  for (const Header& header : framing) append(head, header);
  for (const Header& usual : kUsual) {
    const bool own = std::any_of(response.headers.begin(), response.headers.end(),
                                 [&](const Header& header) { return header.name == usual.name; });
    if (!own) append(head, usual);
  }
  return head + "\r\n";
}

Response text_or_error(std::string_view content_type, Result<std::string> text) {
  return text ? text_response(content_type, std::move(*text)) : refuse(text.error());
}

}  // namespace nsys_ai
