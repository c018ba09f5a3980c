// A strict parser of addresses: libcurl's is lenient, and this one decides what is loopback.
#include "agent/model/service_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/quotation.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

tl::unexpected<Error> no_address(std::string_view text) {
  return fail(
      ErrorCode::bad_request, fmt::format("{} is no address of a model's service.", quotation(text)),
      "Write it as https://HOST or https://HOST/PATH; http://localhost:PORT is fine for one on this machine.");
}

bool all_of(std::string_view text, std::string_view marks) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_word(c) || marks.find(c) != std::string_view::npos; });
}

bool is_numeric_v6(std::string_view text) {
  return text.find(':') != std::string_view::npos &&
         text.find_first_not_of("0123456789abcdef:.") == std::string_view::npos;
}

bool is_name_or_v4(std::string_view text) { return !text.empty() && all_of(text, ".-"); }

// Four numbers of which the first is 127; a name like 127.0.0.1.example.org does not match.
bool is_loopback_number(std::string_view host) {
  if (!host.starts_with("127.") || std::count(host.begin(), host.end(), '.') != 3) return false;
  return std::all_of(host.begin(), host.end(), [](char c) { return is_digit(c) || c == '.'; });
}

struct Authority {
  std::string host;
  int port = 0;  // 0: not given
};

// `text` is in lower case.
std::optional<Authority> authority_of(std::string_view text) {
  Authority found;
  const size_t bracket = text.starts_with("[") ? text.find(']') : 0;
  if (bracket == std::string_view::npos) return std::nullopt;
  const size_t colon = text.find(':', bracket);
  found.host = text.substr(0, colon);
  const bool valid = bracket == 0
                         ? is_name_or_v4(found.host)
                         : found.host.size() == bracket + 1 && is_numeric_v6(text.substr(1, bracket - 1));
  if (!valid) return std::nullopt;
  if (colon == std::string_view::npos) return found;
  const std::string_view port = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), found.port);
  if (error != std::errc() || end != port.data() + port.size() || found.port < 1 || found.port > 65535)
    return std::nullopt;
  return found;
}

}  // namespace

Result<ServiceAddress> parse_service_address(std::string_view text) {
  const size_t scheme_end = text.find("://");
  if (scheme_end == std::string_view::npos) return no_address(text);
  const auto lower = [](std::string_view part) {
    std::string out(part);
    for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
  };
  const std::string scheme = lower(text.substr(0, scheme_end));
  const std::string_view rest = text.substr(scheme_end + 3);
  const size_t slash = std::min(rest.find('/'), rest.size());
  const auto authority = authority_of(lower(rest.substr(0, slash)));
  if ((scheme != "https" && scheme != "http") || !authority) return no_address(text);

  ServiceAddress address;
  address.path = rest.substr(slash);
  while (address.path.ends_with('/')) address.path.pop_back();
  if (!all_of(address.path, "/-.~%") || address.path.find("..") != std::string::npos) return no_address(text);
  address.loopback =
      authority->host == "localhost" || authority->host == "[::1]" || is_loopback_number(authority->host);
  if (scheme == "http" && !address.loopback)
    return fail(ErrorCode::bad_request,
                fmt::format("{} would be asked without encryption.", quotation(rest.substr(0, slash))),
                "Use https; plain http is for services on this machine alone.");
  const bool usual_port = authority->port == 0 || authority->port == (scheme == "https" ? 443 : 80);
  address.host = usual_port ? authority->host : fmt::format("{}:{}", authority->host, authority->port);
  address.origin = scheme + "://" + address.host;
  return address;
}

}  // namespace nsys_ai
