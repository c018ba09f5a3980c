// The wire types of a card: what is said of one thing, before a client draws it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/wire.h"

namespace nsys_ai::nsys {

enum class SpanStyle { code, strong, emphasis };
constexpr auto names_of(SpanStyle) {
  return std::array{EnumName<SpanStyle>{SpanStyle::code, "code"},
                    EnumName<SpanStyle>{SpanStyle::strong, "strong"},
                    EnumName<SpanStyle>{SpanStyle::emphasis, "emphasis"}};
}

struct CardSpan {
  std::string text;
  std::optional<SpanStyle> style{};
  std::optional<std::string> target{};
};
template <class F>
void fields(CardSpan& v, F& f) {
  f("text", v.text, "The text, as it is to be read.");
  f("style", v.style, "Its style; absent for plain text.");
  f("target", v.target, "The target of the link, for nsys/explain; absent where it is no link.");
}

struct CardParagraph {
  static constexpr std::string_view kKind = "paragraph";
  std::vector<CardSpan> words;
};
template <class F>
void fields(CardParagraph& v, F& f) {
  f("words", v.words, "One behind the other.");
}

struct CardItem {
  static constexpr std::string_view kKind = "item";
  std::vector<CardSpan> words;
};
template <class F>
void fields(CardItem& v, F& f) {
  f("words", v.words, "One behind the other. Items that follow each other are one list.");
}

struct CardColumn {
  std::string title;
  std::optional<bool> number{};
};
template <class F>
void fields(CardColumn& v, F& f) {
  f("title", v.title, "What stands above it.");
  f("number", v.number, "Whether it is set to the right.");
}

struct CardTable {
  static constexpr std::string_view kKind = "table";
  std::vector<CardColumn> columns;
  std::vector<std::vector<std::vector<CardSpan>>> rows;
};
template <class F>
void fields(CardTable& v, F& f) {
  f("columns", v.columns, "From left to right.");
  f("rows", v.rows, "The words of one cell a column, by row.");
}

struct CardRule {
  static constexpr std::string_view kKind = "rule";
};
template <class F>
void fields(CardRule&, F&) {}

struct CardNote {
  static constexpr std::string_view kKind = "note";
  std::string text;
};
template <class F>
void fields(CardNote& v, F& f) {
  f("text", v.text, "What was not read, as a sentence.");
}

struct TimelineLink {
  static constexpr std::string_view kKind = "timeline";
  std::string text;
  std::string target;
};
template <class F>
void fields(TimelineLink& v, F& f) {
  f("text", v.text, "What leads there.");
  f("target", v.target, "What a timeline can show.");
}

using CardBlock = std::variant<CardParagraph, CardItem, CardTable, CardRule, CardNote, TimelineLink>;

struct ExplainParams {
  std::string profile;
  std::string target;
};
template <class F>
void fields(ExplainParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("target", v.target, "What to explain, as a cell's `target` or an event reference names it.");
}

struct ExplainResult {
  std::string target;
  std::string markdown;
  std::vector<CardBlock> blocks;
  std::optional<std::string> uri;
};
template <class F>
void fields(ExplainResult& v, F& f) {
  f("target", v.target, "What is explained.");
  f("markdown", v.markdown, "The card that a hover shows.");
  f("blocks", v.blocks, "The same card for a client that draws it itself, from top to bottom.");
  f("uri", v.uri, "The document that says more; left out where there is none.");
}

}  // namespace nsys_ai::nsys

template <>
inline constexpr std::string_view nsys_ai::kVariantName<nsys_ai::nsys::CardBlock> = "CardBlock";
