// Searches a short list from the front, because an editor shows few documents at a time.
#include "features/documents/document_store.h"

#include <algorithm>

namespace nsys_ai {
namespace {

size_t bytes_of(const VirtualDocument& document) {
  size_t bytes = 2 * document.page.text.size();
  for (const Mark& mark : document.page.marks) bytes += sizeof(Mark) + mark.target.capacity();
  for (const Section& section : document.page.sections)
    bytes +=
        sizeof(Section) + section.title.capacity() + section.detail.capacity() + section.target.capacity();
  return bytes;
}

}  // namespace

DocumentPtr DocumentStore::find(const std::string& uri, const std::string& version, const Profile& profile) {
  const std::lock_guard lock(lock_);
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& of) {
    return of.document->profile.get() == &profile && of.document->uri == uri && of.version == version;
  });
  if (found == kept_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, found);
  return found->document;
}

void DocumentStore::keep(DocumentPtr document, std::string version) {
  const size_t bytes = bytes_of(*document);
  const std::lock_guard lock(lock_);
  const auto same = std::find_if(kept_.begin(), kept_.end(),
                                 [&](const Kept& of) { return of.document->uri == document->uri; });
  if (same != kept_.end()) {
    bytes_ -= same->bytes;
    kept_.erase(same);
  }
  kept_.push_front({std::move(document), std::move(version), bytes});
  bytes_ += bytes;
  while (kept_.size() > 1 && (kept_.size() > kMaxDocuments || bytes_ > kMaxBytes)) {
    bytes_ -= kept_.back().bytes;
    kept_.pop_back();
  }
}

std::vector<std::string> DocumentStore::forget(const Profile& profile) {
  const std::lock_guard lock(lock_);
  std::vector<std::string> uris;
  for (auto at = kept_.begin(); at != kept_.end();) {
    if (at->document->profile.get() != &profile) {
      ++at;
      continue;
    }
    uris.push_back(at->document->uri);
    bytes_ -= at->bytes;
    at = kept_.erase(at);
  }
  return uris;
}

}  // namespace nsys_ai
