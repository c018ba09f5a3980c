// Judges a request by its headers about its sender.
#include "http/guard.h"

#include <algorithm>

namespace nsys_ai {
namespace {

bool is_port(std::string_view text) {
  return text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_proxy(std::string_view host, const std::vector<std::string>& proxies) {
  return std::find(proxies.begin(), proxies.end(), host) != proxies.end();
}

bool is_loopback(std::string_view host) {
  const auto name = host_name(host);
  return name && (*name == "127.0.0.1" || *name == "localhost" || *name == "[::1]");
}

// The authority of an http or https origin; nullopt for others, for example "null".
std::optional<std::string> authority_of(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.substr(0, scheme.size()) == scheme) return lower_case(origin.substr(scheme.size()));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> host_name(std::string_view host) {
  const bool bracketed = !host.empty() && host[0] == '[';
  const auto colon = bracketed ? host.find(':', host.find(']')) : host.find(':');
  if (colon == std::string_view::npos) return host;
  if (!is_port(host.substr(colon + 1))) return std::nullopt;
  return host.substr(0, colon);
}

std::optional<Refusal> refusal_of_sender(const Request& request, const std::vector<std::string>& proxies) {
  const auto sent = request.header("host");
  if (!sent) return Refusal{400, "The request names no host."};
  const std::string host = lower_case(*sent);
  if (!is_loopback(host) && !is_proxy(host, proxies)) {
    return Refusal{
        403, "This server answers only under a loopback name, or under the name of the editor's proxy."};
  }
  const auto origin = request.header("origin");
  if (!origin) return std::nullopt;
  const auto authority = authority_of(*origin);
  if (authority && (*authority == host || is_proxy(*authority, proxies))) return std::nullopt;
  return Refusal{403, "Pages of other origins may not ask this server."};
}

std::optional<Refusal> refusal_of_context(const Request& request, FetchKind asked) {
  const auto site = request.header("sec-fetch-site");
  // Old browsers and other programs send no such header; for them the token decides.
  if (!site || *site == "same-origin" || *site == "none") return std::nullopt;
  const bool whole_page =
      request.header("sec-fetch-mode") == "navigate" && request.header("sec-fetch-dest") == "document";
  if (asked == FetchKind::page && whole_page) return std::nullopt;
  return Refusal{403, "Pages of other origins may not ask this server."};
}

}  // namespace nsys_ai
