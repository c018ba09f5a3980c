// A page for a person, independent of the client that draws it: headings, facts, tables and findings.
//
// The editor's document, the terminal, the browser and the webview draw the same page. A client decides only
// on fonts and colours: every text, number and order comes from here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/loss_notes.h"
#include "view/run_strip.h"

namespace nsys_ai {

// The kind of a text, for clients that colour words.
enum class WordKind : uint8_t {
  plain,
  device,
  duration,
  family,
  heading,
  kernel,
  range,
  reference,
  severity,
  share
};

// A link to a view of the profile: its name with its parameters (docs/PROTOCOL.md).
using ViewParams = std::vector<std::pair<std::string, std::string>>;
struct ViewLink {
  std::string view;
  ViewParams params = {};
};
// The value of a parameter; empty if it is not set.
std::string param_of(const ViewParams& params, std::string_view name);
// Replaces one parameter; removes it if the value is empty.
ViewParams with_param(ViewParams params, std::string_view name, std::string value);

// How a column sorts the rows of a table.
enum class Sorted : uint8_t { no, ascending, descending };

// A piece of text. `target` identifies the thing that it names, so that a client can explain it:
// `kernel-name:12`, `nvtx-label:7`, `device:0`, `finding:idle`, `kernel:1234` (view/targets/target.h). Empty
// if it names nothing.
struct Cell {
  std::string text;
  std::string target;
  std::optional<double> share;      // in [0, 1], drawn as a bar behind the text if the client can
  bool number = false;              // aligned to the right
  uint32_t indent = 0;              // depth of its row in a tree
  WordKind kind = WordKind::plain;  // set if neither the target nor the share implies it
  // The maximum number of characters to show, 0 for all. Longer texts lose their middle, or in a table the
  // part that they share with the names above and below.
  uint32_t most = 0;
  // `view` opens when the person clicks the cell. `children` is the view with the rows below this one, which
  // are folded until it is opened.
  std::optional<ViewLink> view = {};
  std::optional<ViewLink> children = {};
  Sorted sorted = Sorted::no;  // set in a column's header
};

struct Heading {
  std::string text;
  std::string target = {};  // of the document with details
};
struct Paragraph {
  std::string text;
  std::vector<Cell> refs = {};  // words in the text, with their targets
};
struct Fact {
  std::string label;
  Cell value;
};
struct Facts {
  std::vector<Fact> facts;
};
struct PageTable {
  std::vector<Cell> header;
  std::vector<std::vector<Cell>> rows;
  std::string caption;                 // the denominator of its shares, and the number of omitted rows
  std::vector<size_t> sentences = {};  // wide columns, which a text shows below their row
};
// An action on a finding: opens another view, suppresses the finding, or runs a command of the server.
struct PageAction {
  std::string text;
  std::optional<ViewLink> view = {};
  std::string suppresses = {};  // the key of the finding
  std::string command = {};
  std::string round = {};  // its argument: the folder of a round of the annotation loop
};
// A problem of the run, with advice.
struct PageFinding {
  std::string severity;  // high, medium, low or information
  Cell title;
  std::string detail;
  std::string advice;
  std::vector<Cell> evidence;  // the events to look at; each has a target
  std::vector<PageAction> actions = {};
};
// A form for the parameters of a view, with their current values.
struct FormField {
  std::string name;  // the name of the parameter
  std::string label;
  std::string value;
  std::string doc = {};
  std::string placeholder = {};  // the value that an empty field means
};
struct Form {
  ViewLink to;  // with the parameters that have no field
  std::vector<FormField> fields;
  std::string button = {};  // without a button, the view updates while the person types
};
// Links from a page in a row; cells without a view are plain words between them.
struct Links {
  std::vector<Cell> cells;
};
// A menu of views whose text a person can copy.
struct CopyMenu {
  std::string label;
  std::vector<std::pair<std::string, ViewLink>> of;  // the name and the view of each entry
};
// A verbatim text for another program.
struct PlainText {
  std::string text;
};
// A placeholder for blocks that take time: the blocks of `view` replace it. Used only for clients that
// request them separately.
struct DeferredBlock {
  ViewLink view;
  std::string text;    // a sentence about the running work
  uint32_t lines = 0;  // lines of text to reserve; 0 if nothing follows below
};
// Lines that are hidden until a person opens them.
struct Folded {
  std::string text;  // a description of the lines
  std::vector<std::string> lines;
};
// A small picture of the entire run, which links to the timeline.
struct Picture {
  RunStrip run;
};
// A frame of a flame graph: a bar below that of its parent, as wide as its value.
struct FlameBar {
  uint32_t node = 0;    // its number, the parameter `root` of the view that begins with it
  uint32_t parent = 0;  // index in `bars`; its own for the first
  std::string name;
  int64_t value = 0;
  std::string words;     // its figures
  std::string kind;      // for its colour
  std::string target;    // what has a card; may be empty
  std::string place;     // the parameter of the timeline
  std::string source;    // a target; may be empty
  bool matches = false;  // what a person looks for
};
struct Flame {
  std::string label;           // what the widths are
  ViewLink to;                 // the view of the whole graph
  uint32_t root = 0;           // index in `bars`: the bar that takes the whole width
  std::vector<FlameBar> bars;  // parents before children
};
using Block = std::variant<Heading, Paragraph, Facts, PageTable, PageFinding, Form, Links, CopyMenu,
                           PlainText, DeferredBlock, Folded, Picture, Flame>;

struct Page {
  std::string title;
  std::vector<Block> blocks;
  std::string more = {};                // a sentence on how to see the texts that this page shortens
  std::vector<std::string> notes = {};  // important remarks for the reader; one sentence each, at the end
};

// The block with shortened names; nullopt if no name is too long.
std::optional<Block> with_names_cut(const Block& block);

// Visits everything to draw, in order: the blocks with shortened names, then the notes below their own
// heading.
template <class Visit>
void each_block(const Page& page, Visit visit) {
  for (const Block& block : page.blocks)
    if (const auto cut = with_names_cut(block))
      visit(*cut);
    else
      visit(block);
  if (page.notes.empty()) return;
  visit(Block(Heading{"Notes"}));
  for (const std::string& note : page.notes) visit(Block(Paragraph{note}));
}

// Adds notes about the data loss that was reported while the page was made.
void add_loss_notes(const LossNotes& losses, Page& page);

}  // namespace nsys_ai
