// Loads libcurl once, under the file names that packages use.
#include "agent/model/libcurl.h"

#include <dlfcn.h>

#include "agent/model/libcurl_functions.h"

namespace nsys_ai {
namespace {

void* curl_library() {
  for (const char* name : {"libcurl.so.4", "libcurl-gnutls.so.4"})
    if (void* found = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return found;
  return nullptr;
}

Result<LibcurlFunctions> loaded_functions() {
  void* const library = curl_library();
  if (!library)
    return fail(ErrorCode::cannot_do, "libcurl is not on this machine: remote models cannot be asked.",
                "Install it (Debian: apt-get install libcurl4). Everything else works without.");
  LibcurlFunctions found{};
  bool whole = true;
  const auto look_up = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
    whole = whole && function != nullptr;
  };
  look_up(found.easy_cleanup, "curl_easy_cleanup");
  look_up(found.easy_getinfo, "curl_easy_getinfo");
  look_up(found.easy_init, "curl_easy_init");
  look_up(found.easy_setopt, "curl_easy_setopt");
  look_up(found.easy_strerror, "curl_easy_strerror");
  look_up(found.getdate, "curl_getdate");
  look_up(found.global_init, "curl_global_init");
  look_up(found.multi_add_handle, "curl_multi_add_handle");
  look_up(found.multi_cleanup, "curl_multi_cleanup");
  look_up(found.multi_info_read, "curl_multi_info_read");
  look_up(found.multi_init, "curl_multi_init");
  look_up(found.multi_perform, "curl_multi_perform");
  look_up(found.multi_poll, "curl_multi_poll");
  look_up(found.multi_remove_handle, "curl_multi_remove_handle");
  look_up(found.slist_append, "curl_slist_append");
  look_up(found.slist_free_all, "curl_slist_free_all");
  look_up(found.version_info, "curl_version_info");
  if (!whole || found.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    return fail(ErrorCode::cannot_do,
                "This machine's libcurl is older than 7.66: remote models cannot be asked.",
                "Install a later one. Everything else works without.");
  return found;
}

}  // namespace

Result<const LibcurlFunctions*> libcurl_functions() {
  static const Result<LibcurlFunctions> functions = loaded_functions();
  if (!functions) return tl::unexpected(functions.error());
  return &*functions;
}

Result<std::string> curl_version() {
  return libcurl_functions().map(
      [](const LibcurlFunctions* curl) { return std::string(curl->version_info(CURLVERSION_NOW)->version); });
}

}  // namespace nsys_ai
