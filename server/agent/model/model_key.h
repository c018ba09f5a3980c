// Keys of services: where one comes from, which host may have it, and how it leaves no trace.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "agent/model/service_address.h"
#include "agent/model/wire_format.h"
#include "base/result.h"

namespace nsys_ai::inline agent {

// Overwrites a text, so that no memory keeps it.
void wipe(std::string& text);

// A key for as long as a request lasts. It is wiped when it goes, and cannot be copied.
class ModelKey {
 public:
  ModelKey() = default;
  // `source` says where it was found: "ANTHROPIC_API_KEY", the path of a file.
  ModelKey(std::string text, std::string source) : text_(std::move(text)), source_(std::move(source)) {}
  ModelKey(ModelKey&& other) noexcept;
  ModelKey& operator=(ModelKey&& other) noexcept;
  ~ModelKey() { wipe(text_); }

  // Empty: the service wants none.
  const std::string& text() const { return text_; }
  const std::string& source() const { return source_; }
  // `said`, in which nothing of the key stands any more: a service may repeat it, also in part.
  std::string masked(std::string_view said) const;

 private:
  std::string text_;
  std::string source_;
};

// What a caller keeps for an origin such as "https://api.openai.com" (the secret store of an editor); nothing
// where it keeps none.
using KeyStore = std::function<std::optional<ModelKey>(const std::string& origin)>;

// The key for requests of this format to this address: of the store, else of the environment, else of the
// file. A variable belongs to one host: a format's to its own service, NSYS_AI_MODEL_KEY to the host that
// NSYS_AI_MODEL_URL names. Empty where the service can do without; fails where it cannot, and on a file of
// keys that others may read.
Result<ModelKey> find_key(const WireFormat& format, const ServiceAddress& address, const KeyStore& store);

// keys.json in the user's configuration folder; empty where there is none.
std::filesystem::path key_file();

}  // namespace nsys_ai::inline agent
