// Access rules that keep other web pages, other hosts and other users away from the loopback server.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"

namespace nsys_ai {

// Host must be 127.0.0.1, localhost or [::1] at any port, or exactly one of `proxies`. This stops a page that
// points its own domain name at this address (DNS rebinding). Origin, if the client sends it, must be that of
// the requested host or of one of `proxies`.
std::optional<Refusal> refusal_of_sender(const Request& request, const std::vector<std::string>& proxies);

// Checks the browser's statements about the origin of a request (Sec-Fetch-*). Other sites may navigate to a
// page of this server, as a link in an editor or a chat does; they can neither read nor frame that page. They
// may not fetch or embed anything.
enum class FetchKind { page, resource };
std::optional<Refusal> refusal_of_context(const Request& request, FetchKind asked);

// The host of a Host header without its port; `[::1]` keeps its brackets. Returns nullopt if it is malformed.
std::optional<std::string_view> host_name(std::string_view host);

}  // namespace nsys_ai
