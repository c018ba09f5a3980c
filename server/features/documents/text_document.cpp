// Versions of texts, and the table of open texts.
#include "features/documents/text_document.h"

#include "base/quotation.h"

namespace nsys_ai {

TextDocument::TextDocument(lsp::TextDocumentItem item, PositionEncoding encoding)
    : uri_(std::move(item.uri)),
      language_(std::move(item.languageId)),
      version_(item.version),
      encoding_(encoding),
      blocks_(item.text, encoding) {}

const std::string& TextDocument::text() const {
  std::call_once(joined_->once, [&] { joined_->text = blocks_.text(); });
  return joined_->text;
}

std::string_view TextDocument::line(size_t number) const {
  if (number >= line_count()) return {};
  const EditableText::Span span = blocks_.line(number);
  return std::string_view(text()).substr(span.begin, span.end - span.begin);
}

Result<TextDocument> TextDocument::changed(
    int32_t version, const std::vector<lsp::TextDocumentContentChangeEvent>& changes) const {
  TextDocument next = *this;
  next.version_ = version;
  next.joined_ = std::make_shared<Joined>();
  for (const auto& change : changes) {
    if (!change.range) {
      next.blocks_ = EditableText(change.text, encoding_);
      continue;
    }
    const size_t start = next.offset(change.range->start);
    const size_t end = next.offset(change.range->end);
    if (end < start)
      return fail(ErrorCode::bad_request, "A change of " + quotation(uri_) + " ends before it starts.");
    next.blocks_.replace(start, end, change.text);
  }
  return next;
}

void TextDocuments::open(lsp::TextDocumentItem item) {
  auto document = std::make_shared<const TextDocument>(std::move(item), encoding_);
  const std::lock_guard lock(mutex_);
  documents_[document->uri()] = document;
}

Result<void> TextDocuments::change(const lsp::DidChangeTextDocumentParams& params) {
  const auto document = find(params.textDocument.uri);
  if (!document)
    return fail(ErrorCode::bad_request,
                quotation(params.textDocument.uri) + " was changed, but it is not open.");
  auto next = document->changed(params.textDocument.version, params.contentChanges);
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

}  // namespace nsys_ai
