// Models behind a service: chosen by a word, asked over HTTP.
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
  std::string model;     // FORMAT:NAME, such as "anthropic:claude-opus-4-5" or "ollama:llama3.2"
  std::string base_url;  // where a service speaks that format; empty: the format's own
  // Called with each body before it goes out; what it refuses is not sent.
  BodyObserver before_sending = {};
};

struct ModelPatience {
  std::chrono::milliseconds connect = std::chrono::seconds(10);
  // With nothing coming for so long, the service is given up; one on this machine may have to load its model.
  std::chrono::seconds idle = std::chrono::seconds(60);
  std::chrono::seconds idle_on_this_machine = std::chrono::minutes(5);
  std::chrono::milliseconds before_retry = std::chrono::milliseconds(500);  // then twice as long, and so on
};

// Who would get what is sent, as ChatModel::host; needs no key. Fails on a choice that names no model.
Result<std::string> host_of(const ModelChoice& choice);

// Reads no key and loads nothing: both happen with each request. Fails on a choice that names no model, and
// where a key is wanted and there is none.
Result<std::unique_ptr<ChatModel>> make_chat_model(const ModelChoice& choice, KeyStore keys = {},
                                                   ModelPatience patience = {});

}  // namespace nsys_ai
