// The texts that the editor has open, and positions in them.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "features/documents/editable_text.h"
#include "features/documents/position_encoding.h"
#include "protocol/lsp.h"

namespace nsys_ai {

// One version of a text. Immutable and thread-safe, so that a handler keeps the version of its request while
// the user types on. Versions share their unchanged blocks.
class TextDocument {
 public:
  TextDocument(lsp::TextDocumentItem item, PositionEncoding encoding);

  const std::string& uri() const { return uri_; }
  const std::string& language() const { return language_; }
  int32_t version() const { return version_; }
  // Assembles the text at the first call.
  const std::string& text() const;

  size_t line_count() const { return blocks_.line_count(); }
  // The line without its line break; empty after the last line.
  std::string_view line(size_t number) const;
  size_t offset(lsp::Position position) const { return blocks_.offset(position); }
  lsp::Position position(size_t offset) const { return blocks_.position(offset); }

  // The next version. Fails on a range that ends before it starts.
  Result<TextDocument> changed(int32_t version,
                               const std::vector<lsp::TextDocumentContentChangeEvent>& changes) const;

 private:
  struct Joined {
    std::once_flag once;
    std::string text;
  };

  std::string uri_;
  std::string language_;
  int32_t version_;
  PositionEncoding encoding_;
  EditableText blocks_;
  std::shared_ptr<Joined> joined_ = std::make_shared<Joined>();
};

// Thread-safe. A handler finds the version that its request was about, or a newer one.
class TextDocuments {
 public:
  // Applies to documents that are opened later.
  void set_encoding(PositionEncoding encoding) { encoding_ = encoding; }
  PositionEncoding encoding() const { return encoding_; }

  void open(lsp::TextDocumentItem item);
  // Fails if the document is not open or the change is invalid; the text then stays unchanged.
  Result<void> change(const lsp::DidChangeTextDocumentParams& params);
  void close(const std::string& uri);
  // Null if the document is not open.
  std::shared_ptr<const TextDocument> find(const std::string& uri) const;
  // Sorted by address.
  std::vector<std::shared_ptr<const TextDocument>> all() const;

 private:
  std::atomic<PositionEncoding> encoding_{PositionEncoding::utf16};
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const TextDocument>> documents_;
};

}  // namespace nsys_ai
