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
#include "base/work.h"

namespace nsys_ai {

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

// Where a caller keeps keys, by origins such as "https://api.openai.com": the secret store of an editor.
struct KeyStore {
  std::function<bool(const std::string& origin)> has = {};  // null: it keeps none
  // Takes a key out for one request; called for what it has.
  std::function<Result<ModelKey>(const std::string& origin, const Work& work)> take = {};

  bool keeps(const std::string& origin) const { return has && has(origin); }
};

// The key for requests of this format to this address: of the store, else of the environment, else of the
// file. A variable belongs to one host: a format's to its own service, NSYS_AI_MODEL_KEY to the host that
// NSYS_AI_MODEL_URL names. Empty where the service can do without; fails where it cannot, and on a file of
// keys that others may read.
Result<ModelKey> find_key(const WireFormat& format, const ServiceAddress& address, const KeyStore& store,
                          const Work& work);
// A key from elsewhere, such as `source` names. Fails on what no header can hold.
Result<ModelKey> checked_key(std::string text, std::string source);

// keys.json in the user's configuration folder; empty where there is none.
std::filesystem::path key_file();

}  // namespace nsys_ai
