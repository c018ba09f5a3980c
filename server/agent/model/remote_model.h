// Models of remote services: chosen by a name, called over HTTP.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "agent/model/chat.h"
#include "agent/model/model_key.h"
#include "base/result.h"

namespace nsys_ai {

using BodyObserver =
    std::function<Result<void>(std::string_view host, std::string_view model, std::string_view body)>;

struct ModelChoice {
  std::string model;     // FORMAT:NAME, for example "anthropic:claude-opus-4-5" or "ollama:llama3.2"
  std::string base_url;  // the address of a service with that format; empty: the format's own
  // Called with each body before it is sent; an error prevents sending.
  BodyObserver before_sending = {};
};

struct RetryTimes {
  std::chrono::milliseconds connect = std::chrono::seconds(10);
  // The request fails when no data arrives for this time, which allows a local service to load its model.
  std::chrono::seconds idle = std::chrono::seconds(60);
  std::chrono::seconds idle_on_this_machine = std::chrono::minutes(5);
  std::chrono::milliseconds before_retry = std::chrono::milliseconds(500);  // the delay before the first
                                                                            // retry; it doubles each time
};

// The recipient of requests, like ChatModel::host; needs no key. Fails on a choice that names no model.
Result<std::string> host_of(const ModelChoice& choice);

// Reads no key and loads nothing; each request does both. Fails on a choice that names no model, and if a
// required key is missing.
Result<std::unique_ptr<ChatModel>> make_chat_model(const ModelChoice& choice, KeyStore keys = {},
                                                   RetryTimes patience = {});

}  // namespace nsys_ai
