// The texts that the editor has open, and places in them.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "protocol/lsp.h"

namespace nsys_ai::inline features {

// What the character of a position counts; `initialize` settles it.
enum class PositionEncoding { utf8, utf16, utf32 };
std::string_view name_of(PositionEncoding encoding);
std::optional<PositionEncoding> position_encoding_named(std::string_view name);

// One version of a text. Immutable, so that a handler keeps what it was asked about while the user types on.
class TextDocument {
 public:
  TextDocument(lsp::TextDocumentItem item, PositionEncoding encoding);

  const std::string& uri() const { return item_.uri; }
  const std::string& language() const { return item_.languageId; }
  int32_t version() const { return item_.version; }
  const std::string& text() const { return item_.text; }

  size_t line_count() const { return line_starts_.size(); }
  // Without its line break; empty after the last line.
  std::string_view line(size_t number) const;
  // Byte offset into the text. A position beyond the end of a line or of the text is clamped to it, and one
  // inside a character to its start.
  size_t offset(lsp::Position position) const;
  lsp::Position position(size_t offset) const;

  // The next version. Fails on a range that ends before it starts.
  Result<TextDocument> changed(int32_t version,
                               std::vector<lsp::TextDocumentContentChangeEvent> changes) const;

 private:
  lsp::TextDocumentItem item_;
  PositionEncoding encoding_;
  std::vector<size_t> line_starts_;
};

// Thread-safe. A handler that asks finds the version that its request was about, or a newer one.
class TextDocuments {
 public:
  // Holds for documents that are opened later.
  void set_encoding(PositionEncoding encoding) { encoding_ = encoding; }
  PositionEncoding encoding() const { return encoding_; }

  void open(lsp::TextDocumentItem item);
  // Fails when the document is not open or the change makes no sense; the text stays as it was.
  Result<void> change(lsp::DidChangeTextDocumentParams params);
  void close(const std::string& uri);
  // Null when it is not open.
  std::shared_ptr<const TextDocument> find(const std::string& uri) const;
  // By address.
  std::vector<std::shared_ptr<const TextDocument>> all() const;

 private:
  std::atomic<PositionEncoding> encoding_{PositionEncoding::utf16};
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const TextDocument>> documents_;
};

}  // namespace nsys_ai::inline features
