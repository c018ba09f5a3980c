// The served contents by token, and the proxies through which clients may reach them.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/content.h"

namespace nsys_ai {

// Thread-safe.
class ContentRegistry {
 public:
  std::string add(Content content);
  void remove(std::string_view token);
  // Null if no content has this token. The returned content outlives its removal.
  std::shared_ptr<const Content> find(std::string_view token) const;

  void allow_host(std::string_view host);
  std::vector<std::string> proxies() const;

 private:
  struct Entry {
    std::string token;
    std::shared_ptr<const Content> content;
  };
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
  std::vector<std::string> proxies_;  // in lower case
};

}  // namespace nsys_ai
