// The wire types of a page, which each client draws in its own way.
#pragma once

#include <variant>

#include "protocol/nsys.h"

namespace nsys_ai::nsys {

struct ViewLink {
  std::string view;
  OrderedMap<std::string> params;
};
template <class F>
void fields(ViewLink& v, F& f) {
  f("view", v.view, "Which view, for nsys/viewOpen.");
  f("params", v.params, "With which parameters.");
}

enum class Sorted { ascending, descending };
constexpr auto names_of(Sorted) {
  return std::array{EnumName<Sorted>{Sorted::ascending, "ascending"},
                    EnumName<Sorted>{Sorted::descending, "descending"}};
}

struct Cell {
  std::string text;
  std::optional<std::string> target{};
  std::optional<double> share;
  std::optional<bool> number;
  std::optional<uint32_t> indent{};
  std::optional<ViewLink> view{};
  std::optional<ViewLink> children{};
  std::optional<Sorted> sorted{};
};
template <class F>
void fields(Cell& v, F& f) {
  f("text", v.text, "The text.");
  f("target", v.target, "What it names; can be given to nsys/explain.");
  f("share", v.share, "In [0, 1], drawn as a bar.");
  f("number", v.number, "Whether it is set to the right.");
  f("indent", v.indent, "How deep its row lies in a tree; 0 where it is left out.");
  f("view", v.view, "What it leads to.");
  f("children", v.children, "The view whose table has the rows below this one.");
  f("sorted", v.sorted, "Of a column's head: how the rows are sorted by it.");
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
  std::optional<std::vector<Cell>> refs{};
};
template <class F>
void fields(Paragraph& v, F& f) {
  f("text", v.text, "The text.");
  f("refs", v.refs, "Words that stand in the text, and what they name.");
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

struct PageCommand {
  std::string command;
  std::string round;
};
template <class F>
void fields(PageCommand& v, F& f) {
  f("command", v.command, "A command of workspace/executeCommand.");
  f("round", v.round, "Its argument: the folder of a round of nsys-ai annotate loop.");
}

struct PageAction {
  std::string text;
  std::optional<ViewLink> view{};
  std::optional<std::string> suppresses{};
  std::optional<PageCommand> run{};
};
template <class F>
void fields(PageAction& v, F& f) {
  f("text", v.text, "What it does.");
  f("view", v.view, "The view that it opens.");
  f("suppresses", v.suppresses,
    "The finding that it suppresses, by nsys-ai.suppressFinding and with a reason.");
  f("run", v.run, "The command that it runs.");
}

struct PageFinding {
  static constexpr std::string_view kKind = "finding";
  Severity severity = Severity::information;
  Cell title;
  std::string detail;
  std::string advice;
  std::vector<Cell> evidence;
  std::optional<std::vector<PageAction>> actions{};
};
template <class F>
void fields(PageFinding& v, F& f) {
  f("severity", v.severity, "How much it matters.");
  f("title", v.title, "What is wrong.");
  f("detail", v.detail, "The numbers behind it.");
  f("advice", v.advice, "What to do about it.");
  f("evidence", v.evidence, "The events to look at, each a target.");
  f("actions", v.actions, "What can be done about it.");
}

struct FormField {
  std::string name;
  std::string label;
  std::string value;
  std::optional<std::string> doc{};
  std::optional<std::string> placeholder{};
};
template <class F>
void fields(FormField& v, F& f) {
  f("name", v.name, "The parameter of the view.");
  f("label", v.label, "What it is called.");
  f("value", v.value, "What it is now.");
  f("doc", v.doc, "What it means.");
  f("placeholder", v.placeholder, "What holds where it is empty.");
}

struct Form {
  static constexpr std::string_view kKind = "form";
  ViewLink to;
  std::vector<FormField> fields;
  std::optional<std::string> button{};
};
template <class F>
void fields(Form& v, F& f) {
  f("to", v.to, "The view that it asks for, with the parameters that have no field.");
  f("fields", v.fields, "The others.");
  f("button", v.button, "What asks for it; where it is left out, the view follows what is typed.");
}

struct Links {
  static constexpr std::string_view kKind = "links";
  std::vector<Cell> cells;
};
template <class F>
void fields(Links& v, F& f) {
  f("cells", v.cells, "Ways to go on, and words between them.");
}

struct CopiedView {
  std::string name;
  ViewLink view;
};
template <class F>
void fields(CopiedView& v, F& f) {
  f("name", v.name, "The format.");
  f("view", v.view, "The view whose text is copied.");
}

struct CopyMenu {
  static constexpr std::string_view kKind = "copies";
  std::string label;
  std::vector<CopiedView> views;
};
template <class F>
void fields(CopyMenu& v, F& f) {
  f("label", v.label, "What they are.");
  f("views", v.views, "What can be copied.");
}

struct PlainText {
  static constexpr std::string_view kKind = "text";
  std::string text;
};
template <class F>
void fields(PlainText& v, F& f) {
  f("text", v.text, "A text as it is, for another program.");
}

struct DeferredBlock {
  static constexpr std::string_view kKind = "later";
  ViewLink view;
  std::string text;
  uint32_t lines = 0;
};
template <class F>
void fields(DeferredBlock& v, F& f) {
  f("view", v.view, "The view whose blocks take its place; it answers once they are known.");
  f("text", v.text, "What is under way.");
  f("lines", v.lines, "For how many lines of text a place is kept, so that what stands below does not move.");
}

struct Folded {
  static constexpr std::string_view kKind = "folded";
  std::string text;
  std::vector<std::string> lines;
};
template <class F>
void fields(Folded& v, F& f) {
  f("text", v.text, "What they are.");
  f("lines", v.lines, "Lines that are shown when somebody asks for them.");
}

struct PictureGpu {
  std::string name;
  std::string words;
  std::vector<int64_t> busy;
};
template <class F>
void fields(PictureGpu& v, F& f) {
  f("name", v.name, "Short, for the margin.");
  f("words", v.words, "The GPU, and which share of the whole run it was busy.");
  f("busy", v.busy, "By part, in thousandths of its length.");
}

struct PictureTick {
  double at = 0;
  std::string text;
};
template <class F>
void fields(PictureTick& v, F& f) {
  f("at", v.at, "Where it stands, as a share of the run.");
  f("text", v.text, "The time there, on the capture's clock.");
}

struct Picture {
  static constexpr std::string_view kKind = "picture";
  int64_t parts = 0;
  std::vector<PictureTick> ticks;
  std::vector<PictureGpu> gpus;
};
template <class F>
void fields(Picture& v, F& f) {
  f("parts", v.parts, "In how many equal parts the run is drawn.");
  f("ticks", v.ticks, "Some round times.");
  f("gpus", v.gpus, "Those that are drawn.");
}

struct FlameBar {
  uint32_t node = 0;
  uint32_t parent = 0;
  std::string name;
  int64_t value = 0;
  std::string words;
  std::string kind;
  std::string place;
  std::optional<std::string> target{};
  std::optional<std::string> source{};
  std::optional<bool> matches{};
};
template <class F>
void fields(FlameBar& v, F& f) {
  f("node", v.node, "The parameter root of the view that begins with it.");
  f("parent", v.parent, "The place in bars of the frame around it; its own for the first.");
  f("name", v.name, "What the frame is.");
  f("value", v.value, "Its width, on the scale of all bars.");
  f("words", v.words, "Its figures.");
  f("kind", v.kind, "all, thread, function, module, range, kernel, no_range, no_chain or no_launch.");
  f("place", v.place, "The parameter place of the view timeline: its longest kernel, or its first sample.");
  f("target", v.target, "What has a card.");
  f("source", v.source, "Where its code is: a target.");
  f("matches", v.matches, "Whether it is what the filter asks for.");
}

struct Flame {
  static constexpr std::string_view kKind = "flame";
  std::string label;
  ViewLink to;
  uint32_t root = 0;
  std::vector<FlameBar> bars;
};
template <class F>
void fields(Flame& v, F& f) {
  f("label", v.label, "What the widths are.");
  f("to", v.to, "The view of the whole graph; with the parameter root it begins with another frame.");
  f("root", v.root, "The place in bars of the one that takes the whole width; those around it stand above.");
  f("bars", v.bars,
    "Parents before children, siblings by value in descending order. Children may take less than all.");
}

using Block = std::variant<Heading, Paragraph, Facts, PageTable, PageFinding, Form, Links, CopyMenu,
                           PlainText, DeferredBlock, Folded, Picture, Flame>;

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
  std::optional<OrderedMap<std::string>> params;
};
template <class F>
void fields(ViewOpenParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("view", v.view, "Which view: overview, findings, kernels, skills, skill or tree.");
  f("params", v.params, "What of it, as the links and forms of pages have it.");
}

struct ViewOpenResult {
  std::optional<std::string> uri;
  Page page;
};
template <class F>
void fields(ViewOpenResult& v, F& f) {
  f("uri", v.uri, "The document that says the same in text; left out where there is none.");
  f("page", v.page, "What to draw.");
}

}  // namespace nsys_ai::nsys

template <>
inline constexpr std::string_view nsys_ai::kVariantName<nsys_ai::nsys::Block> = "Block";
