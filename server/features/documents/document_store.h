// A cache of virtual documents; with it, a hover in a document costs microseconds.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <vector>

#include "features/documents/virtual_document.h"

namespace nsys_ai {

// Thread-safe. Evicts the least recently used document first.
class DocumentStore {
 public:
  static constexpr size_t kMaxDocuments = 64;
  static constexpr size_t kMaxBytes = size_t{32} << 20;  // of texts and marks; keeps at least one document

  // Null if the cache has no document of this load of the profile. `version` distinguishes documents of one
  // address, for example by the text of a user's skill.
  DocumentPtr find(const std::string& uri, const std::string& version, const Profile& profile);
  void keep(DocumentPtr document, std::string version);
  // Drops the documents of a profile and returns their addresses.
  std::vector<std::string> forget(const Profile& profile);

 private:
  struct Kept {
    DocumentPtr document;
    std::string version;
    size_t bytes = 0;
  };
  std::mutex lock_;
  std::list<Kept> kept_;  // most recently used first
  size_t bytes_ = 0;
};

}  // namespace nsys_ai
