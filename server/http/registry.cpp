// Keeps contents under their tokens.
#include "http/registry.h"

#include <algorithm>
#include <iterator>

#include "http/message.h"
#include "http/token.h"

namespace nsys_ai {

std::string ContentRegistry::add(Content content) {
  std::string token = fresh_token();
  auto kept = std::make_shared<const Content>(std::move(content));
  const std::lock_guard lock(mutex_);
  entries_.push_back({token, std::move(kept)});
  return token;
}

void ContentRegistry::remove(std::string_view token) {
  std::vector<Entry> removed;  // destroyed outside the lock, because a content may own an entire profile
  const std::lock_guard lock(mutex_);
  const auto gone = std::stable_partition(
      entries_.begin(), entries_.end(), [&](const Entry& entry) { return !same_token(entry.token, token); });
  std::move(gone, entries_.end(), std::back_inserter(removed));
  entries_.erase(gone, entries_.end());
}

std::shared_ptr<const Content> ContentRegistry::find(std::string_view token) const {
  std::shared_ptr<const Content> found;
  const std::lock_guard lock(mutex_);
  // Does not stop early, so that the time reveals nothing about tokens.
  for (const Entry& entry : entries_) {
    if (same_token(entry.token, token)) found = entry.content;
  }
  return found;
}

void ContentRegistry::allow_host(std::string_view host) {
  const std::lock_guard lock(mutex_);
  std::string exact = lower_case(host);
  if (std::find(proxies_.begin(), proxies_.end(), exact) == proxies_.end())
    proxies_.push_back(std::move(exact));
}

std::vector<std::string> ContentRegistry::proxies() const {
  const std::lock_guard lock(mutex_);
  return proxies_;
}

}  // namespace nsys_ai
