// The types of the Language Server Protocol that this server uses, with LSP's names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/wire.h"

namespace nsys_ai::lsp {

// Zero-based. `character` counts in the position encoding that `initialize` negotiates.
struct Position {
  uint32_t line = 0;
  uint32_t character = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};
template <class F>
void fields(Position& v, F& f) {
  f("line", v.line, "Zero-based line.");
  f("character", v.character, "Zero-based offset in the line, in the position encoding of the session.");
}

struct Range {
  Position start;
  Position end;
  friend auto operator<=>(const Range&, const Range&) = default;
};
template <class F>
void fields(Range& v, F& f) {
  f("start", v.start, "The first position inside.");
  f("end", v.end, "The first position outside.");
}

struct Location {
  std::string uri;
  Range range;
};
template <class F>
void fields(Location& v, F& f) {
  f("uri", v.uri, "The document.");
  f("range", v.range, "The place in it.");
}

struct TextDocumentIdentifier {
  std::string uri;
};
template <class F>
void fields(TextDocumentIdentifier& v, F& f) {
  f("uri", v.uri, "The document.");
}

struct VersionedTextDocumentIdentifier {
  std::string uri;
  int32_t version = 0;
};
template <class F>
void fields(VersionedTextDocumentIdentifier& v, F& f) {
  f("uri", v.uri, "The document.");
  f("version", v.version, "The version of its text; it grows with each change.");
}

struct TextDocumentItem {
  std::string uri;
  std::string languageId;
  int32_t version = 0;
  std::string text;
};
template <class F>
void fields(TextDocumentItem& v, F& f) {
  f("uri", v.uri, "The document.");
  f("languageId", v.languageId, "The language, as the editor calls it.");
  f("version", v.version, "The version of its text; it grows with each change.");
  f("text", v.text, "The whole text.");
}

struct DidOpenTextDocumentParams {
  TextDocumentItem textDocument;
};
template <class F>
void fields(DidOpenTextDocumentParams& v, F& f) {
  f("textDocument", v.textDocument, "The document that was opened.");
}

// Without a range, `text` replaces the entire text.
struct TextDocumentContentChangeEvent {
  std::optional<Range> range;
  std::string text;
};
template <class F>
void fields(TextDocumentContentChangeEvent& v, F& f) {
  f("range", v.range, "What is replaced; the whole document where it is left out.");
  f("text", v.text, "The text that takes its place.");
}

struct DidChangeTextDocumentParams {
  VersionedTextDocumentIdentifier textDocument;
  std::vector<TextDocumentContentChangeEvent> contentChanges;
};
template <class F>
void fields(DidChangeTextDocumentParams& v, F& f) {
  f("textDocument", v.textDocument, "The document, with its version after the changes.");
  f("contentChanges", v.contentChanges,
    "The changes, each of which starts from the text that the one before left.");
}

struct DidCloseTextDocumentParams {
  TextDocumentIdentifier textDocument;
};
template <class F>
void fields(DidCloseTextDocumentParams& v, F& f) {
  f("textDocument", v.textDocument, "The document that was closed.");
}

struct HoverParams {
  TextDocumentIdentifier textDocument;
  Position position;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(HoverParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("position", v.position, "The place in it.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

enum class MarkupKind { plaintext, markdown };
constexpr auto names_of(MarkupKind) {
  return std::array{EnumName<MarkupKind>{MarkupKind::plaintext, "plaintext"},
                    EnumName<MarkupKind>{MarkupKind::markdown, "markdown"}};
}

struct MarkupContent {
  MarkupKind kind = MarkupKind::markdown;
  std::string value;
};
template <class F>
void fields(MarkupContent& v, F& f) {
  f("kind", v.kind, "How the text is to be read.");
  f("value", v.value, "The text.");
}

struct Hover {
  MarkupContent contents;
  std::optional<Range> range;
};
template <class F>
void fields(Hover& v, F& f) {
  f("contents", v.contents, "What is said.");
  f("range", v.range, "What it is about.");
}

// LSP 3.18: the text of documents that the server makes.
struct TextDocumentContentParams {
  std::string uri;
};
template <class F>
void fields(TextDocumentContentParams& v, F& f) {
  f("uri", v.uri, "The document.");
}

struct TextDocumentContentResult {
  std::string text;
};
template <class F>
void fields(TextDocumentContentResult& v, F& f) {
  f("text", v.text, "The whole text.");
}

struct TextDocumentContentRefreshParams {
  std::string uri;
};
template <class F>
void fields(TextDocumentContentRefreshParams& v, F& f) {
  f("uri", v.uri, "The document whose text is to be asked for again.");
}

}  // namespace nsys_ai::lsp
