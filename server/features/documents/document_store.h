// A cache of virtual documents: a hover in one costs microseconds.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <vector>

#include "features/documents/virtual_document.h"

namespace nsys_ai {

// Thread-safe. The least recently used document is evicted first.
class DocumentStore {
 public:
  static constexpr size_t kMaxDocuments = 64;
  static constexpr size_t kMaxBytes = size_t{32} << 20;  // of texts and marks; one document is always kept

  // Null when it is not kept, or of another reading of the profile. `version` distinguishes what the address
  // does not: the text of a user's own skill.
  DocumentPtr find(const std::string& uri, const std::string& version, const Profile& profile);
  void keep(DocumentPtr document, std::string version);
  // Drops the documents of a profile; gives their addresses.
  std::vector<std::string> forget(const Profile& profile);

 private:
  struct Kept {
    DocumentPtr document;
    std::string version;
    size_t bytes = 0;
  };
  std::mutex lock_;
  std::list<Kept> kept_;  // the most recently used first
  size_t bytes_ = 0;
};

}  // namespace nsys_ai
