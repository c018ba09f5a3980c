// Hands traces and pages to the loopback server under fresh tokens.
#include "features/browser.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "features/wire.h"
#include "protocol/write.h"
#include "trace/trace.h"
#include "view/card.h"
#include "view/overview.h"

namespace nsys_ai {
namespace {

std::string host_name_of_machine() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "HOST";
}

std::string user_name() {
  const char* user = std::getenv("USER");
  return user != nullptr && *user != '\0' ? user : "USER";
}

// The scope that is sent: all, or the window alone where all would have to be merged.
Result<Scope> sent_scope(const Profile& profile, const ShownTrace& what) {
  const Scope whole = Scope::whole(profile);
  if (!what.window || pixel_for(profile, whole, {}, what.detail) == 0) return whole;
  return Scope::make(profile, {{}, what.window});
}

TraceHandle trace_of(const ProfilePtr& profile, const ShownTrace& what) {
  TraceHandle handle;
  handle.title = profile->info().path.filename().string();
  handle.file_name = Browser::trace_file_name(*profile);
  handle.produce = [profile, what](const Sink& sink) -> Result<void> {
    const auto scope = sent_scope(*profile, what);
    if (!scope) return tl::unexpected(scope.error());
    TraceOptions options;
    options.pixel = pixel_for(*profile, *scope, options, what.detail);
    auto written = write_trace(*profile, *scope, options, sink);
    if (!written) return tl::unexpected(written.error());
    return {};
  };
  const int64_t shift = trace_shift(*profile);
  if (what.window) handle.window = TraceWindow{what.window->start + shift, what.window->end + shift};
  return handle;
}

ViewHandle overview_of(const ProfilePtr& profile, const std::string& trace_token,
                       std::vector<Suppression> suppressions) {
  ViewHandle handle;
  handle.title = profile->info().path.filename().string();
  handle.page_json = [profile, suppressions = std::move(suppressions)]() -> Result<std::string> {
    return write_json(wire_page(overview(*profile, suppressions))).compact();
  };
  handle.explain_markdown = [profile](const std::string& target) -> Result<std::string> {
    if (auto markdown = card(*profile, target)) return std::move(*markdown);
    return fail(ErrorCode::bad_request, fmt::format("{} names nothing in this profile.", target));
  };
  handle.trace_token = trace_token;
  return handle;
}

}  // namespace

std::string Browser::trace_file_name(const Profile& profile) {
  return profile.info().path.stem().string() + ".pftrace";
}

Result<LoopbackServer*> Browser::server() {
  if (!server_) {
    auto started = LoopbackServer::start(options_);
    if (!started) return tl::unexpected(started.error());
    server_ = std::move(*started);
  }
  return server_.get();
}

BrowserAddress Browser::address(const std::string& path) const {
  const uint16_t port = server_->port();
  return {fmt::format("http://127.0.0.1:{}{}", port, path), port, path,
          fmt::format("ssh -N -L {0}:127.0.0.1:{0} {1}@{2}", port, user_name(), host_name_of_machine())};
}

Result<std::string> Browser::trace_token(const std::string& handle, const ProfilePtr& profile,
                                         const ShownTrace& what) {
  for (const Shown& shown : shown_)
    if (!shown.overview && shown.handle == handle && shown.profile == profile.get() && shown.trace == what)
      return shown.token;
  auto started = server();
  if (!started) return tl::unexpected(started.error());
  const std::string token = (*started)->add(trace_of(profile, what));
  shown_.push_back({handle, profile.get(), what, false, token});
  return token;
}

Result<BrowserAddress> Browser::show_trace(const std::string& handle, const ProfilePtr& profile,
                                           const ShownTrace& what) {
  const std::lock_guard lock(lock_);
  auto token = trace_token(handle, profile, what);
  if (!token) return tl::unexpected(token.error());
  return address(LoopbackServer::open_path(*token));
}

Result<BrowserAddress> Browser::show_overview(const std::string& handle, const ProfilePtr& profile,
                                              std::vector<Suppression> suppressions) {
  const std::lock_guard lock(lock_);
  auto trace = trace_token(handle, profile, {});
  if (!trace) return tl::unexpected(trace.error());
  for (const Shown& shown : shown_)
    if (shown.overview && shown.handle == handle && shown.profile == profile.get())
      return address(LoopbackServer::view_path(shown.token));
  const std::string token = server_->add(overview_of(profile, *trace, std::move(suppressions)));
  shown_.push_back({handle, profile.get(), {}, true, token});
  return address(LoopbackServer::view_path(token));
}

void Browser::forget(const std::string& handle) {
  const std::lock_guard lock(lock_);
  std::erase_if(shown_, [&](const Shown& shown) {
    if (shown.handle != handle) return false;
    server_->remove(shown.token);
    return true;
  });
}

}  // namespace nsys_ai
