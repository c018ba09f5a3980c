// Reads requests and writes the site's responses.
#include "http/connection.h"

#include <exception>
#include <utility>
#include <variant>

#include "base/guarded.h"

namespace nsys_ai {
namespace {

constexpr size_t kHeadBytes = size_t{16} * 1024;

// An exception is a defect of the server. It fails this request only, and not the server.
Response answer_of(Site& site, const Request& request) {
  try {
    return site.answer(request);
  } catch (const std::exception& defect) {
    return refuse(error_of(defect));
  }
}

Result<void> run_producer(const BodyProducer& produce, const BodySink& sink) {
  try {
    return produce(sink);
  } catch (const std::exception& defect) {
    return tl::unexpected(error_of(defect));
  }
}

}  // namespace

void Connection::interrupt() {
  stopping_ = true;
  wire_.interrupt();
}

void Connection::serve() {
  Next next = Next::another_request;
  while (next == Next::another_request && !stopping_) {
    // Closes the connection if serve_one throws, so that the client notices.
    next = Next::close;
    run_guarded("A client of the viewer", [&] { next = serve_one(); });
  }
  if (next == Next::close_gently) {
    wire_.close_gently();
  } else {
    std::error_code ignored;
    wire_.socket().close(ignored);
  }
  finished_ = true;
}

Connection::Next Connection::serve_one() {
  const auto head = read_head();
  if (!head && head.error().status == 0) return Next::close;
  auto request = head ? parse_request(*head) : tl::unexpected<Refusal>(head.error());
  if (request && request->has_body()) {
    request = tl::unexpected<Refusal>(Refusal{400, "This server takes no request bodies."});
  }
  if (!request) {
    // The beginning of the next request is unknown, so the connection closes.
    Request unread;
    unread.minor_version = 0;
    send(unread, refuse(request.error()));
    return Next::close_gently;
  }
  return send(*request, answer_of(site_, *request));
}

tl::expected<std::string, Refusal> Connection::read_head() {
  constexpr std::string_view kEnd = "\r\n\r\n";
  auto deadline = Wire::Clock::now() + (received_.empty() ? limits_.idle : limits_.head);
  while (true) {
    const auto end = received_.find(kEnd);
    if (end != std::string::npos && end + kEnd.size() <= kHeadBytes) {
      std::string head = received_.substr(0, end + kEnd.size());
      received_.erase(0, end + kEnd.size());
      return head;
    }
    if (end != std::string::npos || received_.size() >= kHeadBytes) {
      return tl::unexpected<Refusal>(Refusal{431, "The head of the request is longer than 16 KiB."});
    }
    const bool first = received_.empty();
    if (!wire_.read_some(received_, deadline)) return tl::unexpected<Refusal>(Refusal{0, ""});
    if (first) deadline = Wire::Clock::now() + limits_.head;
  }
}

Connection::Next Connection::send(const Request& request, const Response& response) {
  if (const auto* body = std::get_if<std::string>(&response.body)) return send_text(request, response, *body);
  return send_stream(request, response, std::get<BodyStream>(response.body));
}

Connection::Next Connection::send_text(const Request& request, const Response& response,
                                       const std::string& body) {
  const bool stays = request.keeps_alive();
  std::string out = response_head(response, {{"Content-Length", std::to_string(body.size())},
                                             {"Connection", stays ? "keep-alive" : "close"}});
  if (request.method != "HEAD") out += body;
  return wire_.write_all(out, limits_.stall) && stays ? Next::another_request : Next::close;
}

Connection::Next Connection::send_stream(const Request& request, const Response& response,
                                         const BodyStream& stream) {
  if (request.method == "HEAD") {
    const std::string head = response_head(response, BodyWriter::framing(stream, request.minor_version));
    return wire_.write_all(head, limits_.stall) && request.keeps_alive() ? Next::another_request
                                                                         : Next::close;
  }
  BodyWriter writer(response, stream, {wire_, limits_.stall, stopping_, request.minor_version});
  const Result<void> produced =
      run_producer(stream.produce, [&](std::string_view bytes) { return writer.write(bytes); });
  if (!produced && !writer.satisfied()) {
    if (writer.begun()) return Next::close;
    return send(request, refuse(produced.error()));
  }
  const bool whole = writer.finish();
  return whole && writer.delimited() && request.keeps_alive() ? Next::another_request : Next::close;
}

}  // namespace nsys_ai
