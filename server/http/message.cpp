// Parses the head of a request: request line, header lines, query, range.
#include "http/message.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace nsys_ai {
namespace {

// RFC 9110: the characters of methods and header names.
bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

bool is_field_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= ' ' && byte != 0x7f);
  });
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Removes the next line from the front; returns it without its CRLF.
std::string_view take_line(std::string_view& text) {
  const auto end = text.find("\r\n");
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  return line;
}

tl::unexpected<Refusal> malformed() {
  return tl::unexpected<Refusal>(Refusal{400, "This is not a request that this server understands."});
}

bool parse_request_line(std::string_view line, Request& request) {
  const auto first = line.find(' ');
  const auto last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return false;
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  request.method = line.substr(0, first);
  if (!is_token(request.method) || target.empty() || target[0] != '/' || !is_visible(target)) return false;
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return false;
  request.minor_version = version.back() - '0';
  const auto question = target.find('?');
  request.path = target.substr(0, question);
  if (question != std::string_view::npos) request.query = target.substr(question + 1);
  return true;
}

bool parse_header_line(std::string_view line, Request& request) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (!is_token(line.substr(0, colon)) || !is_field_value(value)) return false;
  request.headers.push_back({lower_case(line.substr(0, colon)), std::string(value)});
  return true;
}

// Refuses repeated headers if a decision depends on them.
bool is_ambiguous(const Request& request) {
  constexpr std::array<std::string_view, 6> kOnce = {"host",           "origin", "sec-fetch-site",
                                                     "content-length", "range",  "transfer-encoding"};
  return std::any_of(kOnce.begin(), kOnce.end(), [&](std::string_view name) {
    return std::count_if(request.headers.begin(), request.headers.end(),
                         [&](const Header& header) { return header.name == name; }) > 1;
  });
}

std::optional<uint64_t> number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    if (low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::optional<std::string_view> Request::header(std::string_view name) const {
  for (const Header& each : headers) {
    if (each.name == name) return each.value;
  }
  return std::nullopt;
}

bool Request::has_body() const {
  const auto length = header("content-length");
  return header("transfer-encoding") || (length && *length != "0");
}

bool Request::keeps_alive() const {
  const std::string connection = lower_case(header("connection").value_or(""));
  return minor_version == 1 && connection.find("close") == std::string::npos;
}

bool Request::accepts_gzip() const {
  const std::string list = lower_case(header("accept-encoding").value_or(""));
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find(',', at), list.size());
    const std::string_view one = std::string_view(list).substr(at, end - at);
    const size_t name = one.find_first_not_of(" \t");
    const size_t quality = one.find("q=0");
    const bool refused = quality != std::string_view::npos &&
                         one.find_first_not_of("0.", quality + 2) == std::string_view::npos;
    if (name != std::string_view::npos && one.substr(name).starts_with("gzip")) return !refused;
    at = end + 1;
  }
  return false;
}

tl::expected<Request, Refusal> parse_request(std::string_view head) {
  Request request;
  if (!parse_request_line(take_line(head), request)) return malformed();
  while (true) {
    const std::string_view line = take_line(head);
    if (line.empty()) break;
    if (!parse_header_line(line, request)) return malformed();
  }
  if (!head.empty() || is_ambiguous(request)) return malformed();
  return request;
}

std::vector<std::pair<std::string, std::string>> query_values(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> values;
  while (!query.empty()) {
    const auto end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
    const auto equals = std::min(pair.find('='), pair.size());
    if (equals > 0)
      values.emplace_back(decoded(pair.substr(0, equals)),
                          decoded(pair.substr(std::min(equals + 1, pair.size()))));
  }
  return values;
}

std::optional<std::string> query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const auto end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
    const auto equals = pair.find('=');
    if (pair.substr(0, equals) != name) continue;
    return equals == std::string_view::npos ? std::string() : decoded(pair.substr(equals + 1));
  }
  return std::nullopt;
}

RangeChoice choose_range(const Request& request, uint64_t size) {
  constexpr std::string_view kUnit = "bytes=";
  const std::string_view text = request.header("range").value_or("");
  // If-Range asks for the entire body if it has changed; without a validator, the entire body is always
  // correct.
  if (text.substr(0, kUnit.size()) != kUnit || request.header("if-range")) return {};
  const std::string_view spec = text.substr(kUnit.size());
  const auto dash = spec.find('-');
  if (dash == std::string_view::npos) return {};
  const auto first = number(spec.substr(0, dash));
  const auto last = number(spec.substr(dash + 1));
  if (dash == 0) {
    if (!last) return {};
    const uint64_t length = std::min(*last, size);
    if (length == 0) return {RangeKind::unsatisfiable, {}};
    return {RangeKind::part, {size - length, length}};
  }
  const bool open_ended = dash + 1 == spec.size();
  if (!first || (!last && !open_ended) || (last && *last < *first)) return {};
  if (*first >= size) return {RangeKind::unsatisfiable, {}};
  const uint64_t end = last ? std::min(*last, size - 1) : size - 1;
  return {RangeKind::part, {*first, end - *first + 1}};
}

}  // namespace nsys_ai
