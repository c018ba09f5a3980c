// Access rules: they keep other web pages, other hosts and other users away from the loopback server.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"

namespace nsys_ai {

// Host: 127.0.0.1, localhost or [::1] at any port, or exactly one of `proxies`. It stops a page that points
// its own domain name at our address. Origin, where it is sent: that of the host asked, or of one of
// `proxies`.
std::optional<Refusal> refusal_of_sender(const Request& request, const std::vector<std::string>& proxies);

// What the browser says about the origin of a request (Sec-Fetch-*). Other sites may lead a person to one of
// our pages, as a link in an editor or a chat does: a whole page, which they can neither read nor frame. They
// may fetch nothing and embed nothing.
enum class FetchKind { page, resource };
std::optional<Refusal> refusal_of_context(const Request& request, FetchKind asked);

// The host of a Host header without its port; `[::1]` keeps its brackets. Nothing when it is malformed.
std::optional<std::string_view> host_name(std::string_view host);

}  // namespace nsys_ai
