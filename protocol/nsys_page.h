// The wire types of a page: what a person looks at, before a client draws it.
#pragma once

#include <variant>

#include "protocol/nsys.h"

namespace nsys_ai::inline protocol::nsys {

struct Cell {
  std::string text;
  std::optional<std::string> target{};
  std::optional<double> share;
  std::optional<bool> number;
  std::optional<uint32_t> indent{};
};
template <class F>
void fields(Cell& v, F& f) {
  f("text", v.text, "The text.");
  f("target", v.target, "What it names; can be given to nsys/explain.");
  f("share", v.share, "In [0, 1], drawn as a bar.");
  f("number", v.number, "Whether it is set to the right.");
  f("indent", v.indent, "How deep its row lies in a tree; 0 where it is left out.");
}

struct Heading {
  static constexpr std::string_view kKind = "heading";
  std::string text;
  std::optional<std::string> target{};
};
template <class F>
void fields(Heading& v, F& f) {
  f("text", v.text, "The text.");
  f("target", v.target, "The document that says more; can be given to nsys/explain.");
}

struct Paragraph {
  static constexpr std::string_view kKind = "paragraph";
  std::string text;
};
template <class F>
void fields(Paragraph& v, F& f) {
  f("text", v.text, "The text.");
}

struct Fact {
  std::string label;
  Cell value;
};
template <class F>
void fields(Fact& v, F& f) {
  f("label", v.label, "What it is.");
  f("value", v.value, "How much it is.");
}

struct Facts {
  static constexpr std::string_view kKind = "facts";
  std::vector<Fact> facts;
};
template <class F>
void fields(Facts& v, F& f) {
  f("facts", v.facts, "Labels with their values.");
}

struct PageTable {
  static constexpr std::string_view kKind = "table";
  std::vector<Cell> header;
  std::vector<std::vector<Cell>> rows;
  std::string caption;
};
template <class F>
void fields(PageTable& v, F& f) {
  f("header", v.header, "One cell a column.");
  f("rows", v.rows, "One list of cells a row.");
  f("caption", v.caption, "What shares are of, and what was left out.");
}

enum class Severity { high, medium, low, information };
constexpr auto names_of(Severity) {
  return std::array{EnumName<Severity>{Severity::high, "high"},
                    EnumName<Severity>{Severity::medium, "medium"}, EnumName<Severity>{Severity::low, "low"},
                    EnumName<Severity>{Severity::information, "information"}};
}

struct PageFinding {
  static constexpr std::string_view kKind = "finding";
  Severity severity = Severity::information;
  Cell title;
  std::string detail;
  std::string advice;
  std::vector<Cell> evidence;
};
template <class F>
void fields(PageFinding& v, F& f) {
  f("severity", v.severity, "How much it matters.");
  f("title", v.title, "What is wrong.");
  f("detail", v.detail, "The numbers behind it.");
  f("advice", v.advice, "What to do about it.");
  f("evidence", v.evidence, "The events to look at, each a target.");
}

struct Later {
  static constexpr std::string_view kKind = "later";
  std::string view;
  std::string text;
};
template <class F>
void fields(Later& v, F& f) {
  f("view", v.view, "The view whose blocks take its place, once they are known; for nsys/viewOpen.");
  f("text", v.text, "What is under way.");
}

using Block = std::variant<Heading, Paragraph, Facts, PageTable, PageFinding, Later>;

struct Page {
  std::string title;
  std::vector<Block> blocks;
};
template <class F>
void fields(Page& v, F& f) {
  f("title", v.title, "What the page is about.");
  f("blocks", v.blocks, "From top to bottom.");
}

struct ViewOpenParams {
  std::string profile;
  std::string view;
};
template <class F>
void fields(ViewOpenParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("view", v.view, "Which view: overview, or that of a `later` block.");
}

struct ViewOpenResult {
  std::string uri;
  Page page;
};
template <class F>
void fields(ViewOpenResult& v, F& f) {
  f("uri", v.uri, "The document that says the same in text.");
  f("page", v.page, "What to draw.");
}

}  // namespace nsys_ai::inline protocol::nsys

template <>
inline constexpr std::string_view nsys_ai::kVariantName<nsys_ai::nsys::Block> = "Block";
