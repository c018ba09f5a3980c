// The functions of libcurl that requests use. Including its header is slow, so only these files do.
#pragma once

#include <curl/curl.h>

#include "base/result.h"

namespace nsys_ai {

// Never unloaded.
struct LibcurlFunctions {
  decltype(&curl_easy_cleanup) easy_cleanup;
  decltype(&curl_easy_getinfo) easy_getinfo;
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_setopt) easy_setopt;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_getdate) getdate;
  decltype(&curl_global_init) global_init;
  decltype(&curl_multi_add_handle) multi_add_handle;
  decltype(&curl_multi_cleanup) multi_cleanup;
  decltype(&curl_multi_info_read) multi_info_read;
  decltype(&curl_multi_init) multi_init;
  decltype(&curl_multi_perform) multi_perform;
  decltype(&curl_multi_poll) multi_poll;
  decltype(&curl_multi_remove_handle) multi_remove_handle;
  decltype(&curl_slist_append) slist_append;
  decltype(&curl_slist_free_all) slist_free_all;
  decltype(&curl_version_info) version_info;
};

// Loads and initialises libcurl once. Thread-safe.
Result<const LibcurlFunctions*> libcurl_functions();

}  // namespace nsys_ai
