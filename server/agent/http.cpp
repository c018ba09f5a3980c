// Loads libcurl once, by the names its packages have.
#include "agent/http.h"

#include <curl/curl.h>
#include <dlfcn.h>

namespace nsys_ai::inline agent {
namespace {

void* library() {
  static void* const handle = [] {
    for (const char* name : {"libcurl.so.4", "libcurl-gnutls.so.4"})
      if (void* found = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return found;
    return static_cast<void*>(nullptr);
  }();
  return handle;
}

}  // namespace

Result<std::string> curl_version() {
  const auto absent = [] {
    return fail(ErrorCode::cannot_do, "libcurl is not on this machine: remote models cannot be asked.",
                "Install it (Debian: apt-get install libcurl4). Everything else works without.");
  };
  if (library() == nullptr) return absent();
  const auto version_info =
      reinterpret_cast<decltype(&curl_version_info)>(dlsym(library(), "curl_version_info"));
  if (version_info == nullptr) return absent();
  return std::string(version_info(CURLVERSION_NOW)->version);
}

}  // namespace nsys_ai::inline agent
