// Positions to bytes and back, and edits.
#include "features/documents/text_document.h"

#include <algorithm>
#include <array>

namespace nsys_ai::inline features {
namespace {

constexpr std::array<std::string_view, 3> kNames = {"utf-8", "utf-16", "utf-32"};

// Bytes of the character that starts with `first`; stray bytes count as one.
size_t character_bytes(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xF0) return 4;
  if (byte >= 0xE0) return 3;
  if (byte >= 0xC0) return 2;
  return 1;
}

size_t units(size_t bytes, PositionEncoding encoding) {
  switch (encoding) {
    case PositionEncoding::utf8:
      return bytes;
    case PositionEncoding::utf16:
      return bytes == 4 ? 2 : 1;
    case PositionEncoding::utf32:
      break;
  }
  return 1;
}

std::vector<size_t> find_line_starts(std::string_view text) {
  std::vector<size_t> starts = {0};
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\n' && text[at] != '\r') continue;
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') ++at;
    starts.push_back(at + 1);
  }
  return starts;
}

}  // namespace

std::string_view name_of(PositionEncoding encoding) { return kNames[static_cast<size_t>(encoding)]; }

std::optional<PositionEncoding> position_encoding_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<PositionEncoding>(found - kNames.begin());
}

TextDocument::TextDocument(lsp::TextDocumentItem item, PositionEncoding encoding)
    : item_(std::move(item)), encoding_(encoding), line_starts_(find_line_starts(item_.text)) {}

std::string_view TextDocument::line(size_t number) const {
  if (number >= line_starts_.size()) return {};
  const size_t start = line_starts_[number];
  const size_t end = number + 1 < line_starts_.size() ? line_starts_[number + 1] : item_.text.size();
  std::string_view line = std::string_view(item_.text).substr(start, end - start);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

size_t TextDocument::offset(lsp::Position position) const {
  if (position.line >= line_starts_.size()) return item_.text.size();
  const std::string_view text = line(position.line);
  size_t at = 0;
  for (size_t left = position.character; at < text.size();) {
    const size_t bytes = std::min(character_bytes(text[at]), text.size() - at);
    const size_t width = units(bytes, encoding_);
    if (width > left) break;
    left -= width;
    at += bytes;
  }
  return line_starts_[position.line] + at;
}

lsp::Position TextDocument::position(size_t offset) const {
  offset = std::min(offset, item_.text.size());
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto number = static_cast<size_t>(after - line_starts_.begin()) - 1;
  const std::string_view text = line(number);
  const size_t end = std::min(offset - line_starts_[number], text.size());
  size_t character = 0;
  for (size_t at = 0; at < end;) {
    const size_t bytes = std::min(character_bytes(text[at]), text.size() - at);
    if (at + bytes > end) break;
    character += units(bytes, encoding_);
    at += bytes;
  }
  return {static_cast<uint32_t>(number), static_cast<uint32_t>(character)};
}

Result<TextDocument> TextDocument::changed(int32_t version,
                                           std::vector<lsp::TextDocumentContentChangeEvent> changes) const {
  TextDocument next = *this;
  next.item_.version = version;
  for (auto& change : changes) {
    if (!change.range) {
      next.item_.text = std::move(change.text);
    } else {
      const size_t start = next.offset(change.range->start);
      const size_t end = next.offset(change.range->end);
      if (end < start)
        return fail(ErrorCode::bad_request, "A change of " + uri() + " ends before it starts.");
      next.item_.text.replace(start, end - start, change.text);
    }
    next.line_starts_ = find_line_starts(next.item_.text);
  }
  return next;
}

void TextDocuments::open(lsp::TextDocumentItem item) {
  auto document = std::make_shared<const TextDocument>(std::move(item), encoding_);
  const std::lock_guard lock(mutex_);
  documents_[document->uri()] = document;
}

Result<void> TextDocuments::change(lsp::DidChangeTextDocumentParams params) {
  const auto document = find(params.textDocument.uri);
  if (!document)
    return fail(ErrorCode::bad_request, params.textDocument.uri + " was changed, but it is not open.");
  auto next = document->changed(params.textDocument.version, std::move(params.contentChanges));
  if (!next) return tl::unexpected(next.error());
  auto kept = std::make_shared<const TextDocument>(std::move(*next));
  const std::lock_guard lock(mutex_);
  documents_[kept->uri()] = kept;
  return {};
}

void TextDocuments::close(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  documents_.erase(uri);
}

std::shared_ptr<const TextDocument> TextDocuments::find(const std::string& uri) const {
  const std::lock_guard lock(mutex_);
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<const TextDocument>> TextDocuments::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<const TextDocument>> open;
  for (const auto& [uri, document] : documents_) open.push_back(document);
  return open;
}

}  // namespace nsys_ai::inline features
