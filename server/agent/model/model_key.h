// Keys of services: where a key comes from, which host may receive it, and how memory is cleared of it.
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

// Overwrites a text, so that memory does not retain it.
void wipe(std::string& text);

// A key for the duration of a request. The destructor wipes it, and it cannot be copied.
class ModelKey {
 public:
  ModelKey() = default;
  // `source` names where it was found: "ANTHROPIC_API_KEY", or the path of a file.
  ModelKey(std::string text, std::string source) : text_(std::move(text)), source_(std::move(source)) {}
  ModelKey(ModelKey&& other) noexcept;
  ModelKey& operator=(ModelKey&& other) noexcept;
  ~ModelKey() { wipe(text_); }

  // Empty if the service needs no key.
  const std::string& text() const { return text_; }
  const std::string& source() const { return source_; }
  // `said` with all traces of the key masked: a service may repeat it, or parts of it.
  std::string masked(std::string_view said) const;

 private:
  std::string text_;
  std::string source_;
};

// A caller's storage of keys by origin, for example "https://api.openai.com": an editor's secret store.
struct KeyStore {
  std::function<bool(const std::string& origin)> has = {};  // null if it stores none
  // Gets a key for one request; called only if `has` returned true.
  std::function<Result<ModelKey>(const std::string& origin, const Work& work)> take = {};

  bool keeps(const std::string& origin) const { return has && has(origin); }
};

// The key for requests of this format to this address: from the store, else from the environment, else from
// the file. A variable belongs to one host: a format's variable to its own service, NSYS_AI_MODEL_KEY to the
// host in NSYS_AI_MODEL_URL. Empty if the service needs no key; fails if it needs one that is missing, and on
// a key file that others may read.
Result<ModelKey> find_key(const WireFormat& format, const ServiceAddress& address, const KeyStore& store,
                          const Work& work);
// A key from the given source. Fails on characters that an HTTP header cannot contain.
Result<ModelKey> checked_key(std::string text, std::string source);

// keys.json in the user's configuration folder; empty if there is none.
std::filesystem::path key_file();

}  // namespace nsys_ai
