// Finds a key for each request. Wipes all buffers that were read on the way.
#include "agent/model/model_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/descriptor.h"
#include "base/quotation.h"
#include "base/secret_variables.h"
#include "base/user_folders.h"
#include "protocol/json.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostFileBytes = 64 * 1024;

void wipe_values(Json& json) {
  if (const std::string* text = json.if_string()) wipe(const_cast<std::string&>(*text));
  if (auto* object = json.if_object())
    for (auto& member : *object) wipe_values(member.value);
  if (auto* array = json.if_array())
    for (Json& item : *array) wipe_values(item);
}

std::string variable(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  return value ? value : "";
}

tl::unexpected<Error> bad_file(const fs::path& path, std::string_view what, std::string hint) {
  return fail(ErrorCode::cannot_do,
              fmt::format("{} {}, so no key is read from it.", quotation(path.string()), what),
              std::move(hint));
}

Result<void> check_file(const fs::path& path, const Descriptor& file) {
  struct stat of {};
  if (::fstat(file.number(), &of) != 0 || !S_ISREG(of.st_mode))
    return bad_file(path, "is no regular file", "Write the keys into a file of your own there.");
  if (of.st_uid != ::geteuid())
    return bad_file(path, "belongs to somebody else", "Write a file of your own there.");
  if ((of.st_mode & 077) != 0)
    return bad_file(path, "may be read by others",
                    fmt::format("`chmod 600 {}` mends that.", quotation(path.string())));
  if (of.st_size > static_cast<off_t>(kMostFileBytes))
    return bad_file(path, "is larger than 64 KiB", "It holds one line for each service.");
  return {};
}

// Returns nullopt if there is no file.
Result<std::optional<std::string>> text_of_file(const fs::path& path) {
  // Excludes links, and pipes, which would block.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    return bad_file(path, errno == ELOOP ? "is a link" : "cannot be opened",
                    "Write a file of your own there.");
  }
  if (auto checked = check_file(path, file); !checked) return tl::unexpected(checked.error());
  std::string text(kMostFileBytes, '\0');
  const ssize_t count = ::read(file.number(), text.data(), text.size());
  if (count < 0) return bad_file(path, fmt::format("cannot be read ({})", std::strerror(errno)), "");
  text.resize(static_cast<size_t>(count));
  return text;
}

// The key for the first of these names in the file. Empty if the file has none of them.
Result<ModelKey> key_of_file(const std::vector<std::string>& names) {
  const fs::path path = key_file();
  if (path.empty()) return ModelKey();
  auto text = text_of_file(path);
  if (!text) return tl::unexpected(text.error());
  if (!*text) return ModelKey();
  auto json = Json::parse(**text);
  wipe(**text);
  // The parser's message could quote the key.
  if (!json || !json->is_object())
    return bad_file(path, "is no JSON object", R"(It reads {"anthropic": "KEY", "https://HOST": "KEY"}.)");
  std::string found;
  for (const std::string& name : names) {
    const Json* value = json->find(name);
    if (value && value->if_string() && found.empty()) found = *value->if_string();
  }
  wipe_values(*json);
  if (found.empty()) return ModelKey();
  return checked_key(std::move(found), path.string());
}

// The variables that may hold the key for this address; the first one that is set counts.
std::vector<std::string> variables_for(const WireFormat& format, const ServiceAddress& address) {
  std::vector<std::string> names;
  const auto named = parse_service_address(variable(kModelAddressVariable));
  if (named && named->origin == address.origin) names.emplace_back(kModelKeyVariable);
  if (address.origin == format.own_service && !format.key_variable.empty())
    names.emplace_back(format.key_variable);
  return names;
}

}  // namespace

// Prevents the compiler from removing the write as unused.
void wipe(std::string& text) {
  ::explicit_bzero(text.data(), text.capacity());
  text.clear();
}

// A short string is stored inside the object, and a move does not clear it.
ModelKey::ModelKey(ModelKey&& other) noexcept : text_(other.text_), source_(std::move(other.source_)) {
  wipe(other.text_);
}

ModelKey& ModelKey::operator=(ModelKey&& other) noexcept {
  if (this == &other) return *this;
  wipe(text_);
  text_ = other.text_;
  source_ = std::move(other.source_);
  wipe(other.text_);
  return *this;
}

std::string ModelKey::masked(std::string_view said) const {
  constexpr size_t kRevealing = 8;  // a shorter piece does not reveal a key
  const size_t least = std::min(kRevealing, text_.size());
  std::string out;
  for (size_t at = 0; at < said.size();) {
    size_t length = 0;
    while (least > 0 && at + std::max(length + 1, least) <= said.size() &&
           text_.find(said.substr(at, std::max(length + 1, least))) != std::string::npos)
      length = std::max(length + 1, least);
    if (length > 0)
      out += "[key]";
    else
      out += said[at];
    at += std::max<size_t>(length, 1);
  }
  return out;
}

// Control bytes would end the header.
Result<ModelKey> checked_key(std::string text, std::string source) {
  ModelKey key(std::move(text), std::move(source));
  const bool visible =
      std::all_of(key.text().begin(), key.text().end(), [](char c) { return c > ' ' && c < '\x7f'; });
  if (visible) return key;
  return fail(ErrorCode::bad_request,
              fmt::format("The key of {} is no key: it has blanks or other characters that none has.",
                          quotation(key.source())),
              "Copy it again, without a line break.");
}

fs::path key_file() {
  const fs::path folder = user_config_folder();
  return folder.empty() ? folder : folder / "keys.json";
}

Result<ModelKey> find_key(const WireFormat& format, const ServiceAddress& address, const KeyStore& store,
                          const Work& work) {
  if (store.keeps(address.origin)) return store.take(address.origin, work);
  for (const std::string& name : variables_for(format, address))
    if (std::string value = variable(name); !value.empty()) return checked_key(std::move(value), name);
  const bool own_service = address.origin == format.own_service;
  std::vector<std::string> names = {address.origin};
  if (own_service) names.insert(names.begin(), std::string(format.name));
  auto key = key_of_file(names);
  if (!key || !key->text().empty() || !own_service || format.key_variable.empty()) return key;
  return fail(ErrorCode::cannot_do, fmt::format("There is no key for {}.", address.host),
              fmt::format("Set {}, or write it into {} (mode 0600) as {{\"{}\": \"KEY\"}}.",
                          format.key_variable, quotation(key_file().string()), format.name));
}

}  // namespace nsys_ai
