// What a person looks at, before any client draws it: a page of headings, facts, tables and findings.
//
// The editor's document, the terminal, the browser and the webview draw the same page. A client decides on
// fonts and colours and on nothing else: every text, number and order comes from here.
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

// What a piece of text is, for clients that colour words.
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

// A view of the profile with its parameters, by name (docs/PROTOCOL.md): where a page leads to.
using ViewParams = std::vector<std::pair<std::string, std::string>>;
struct ViewLink {
  std::string view;
  ViewParams params = {};
};
// The value of a parameter; empty where it was not given.
std::string param_of(const ViewParams& params, std::string_view name);
// The same parameters but for one, which is left out where its value is empty.
ViewParams with_param(ViewParams params, std::string_view name, std::string value);

// How the rows of a table are sorted by a column.
enum class Sorted : uint8_t { no, ascending, descending };

// A piece of text. `target` says what it names, so that a client can explain it: `kernel-name:12`,
// `nvtx-label:7`, `device:0`, `finding:idle`, `kernel:1234` (view/targets/target.h); empty when it names
// nothing.
struct Cell {
  std::string text;
  std::string target;
  std::optional<double> share;      // in [0, 1], drawn as a bar behind the text where a client can
  bool number = false;              // set to the right
  uint32_t indent = 0;              // how deep its row lies in a tree
  WordKind kind = WordKind::plain;  // where neither the target nor the share says it
  // How many characters are shown at most, 0 for all: the middle is left out, or in a table what is alike in
  // the names above and below.
  uint32_t most = 0;
  // What a client that draws views opens when it is clicked, and the view whose table has the rows below this
  // one, which is folded until then.
  std::optional<ViewLink> view = {};
  std::optional<ViewLink> children = {};
  Sorted sorted = Sorted::no;  // of a column's head
};

struct Heading {
  std::string text;
  std::string target = {};  // of the document that says more
};
struct Paragraph {
  std::string text;
  std::vector<Cell> refs = {};  // words that stand in it, and what they name
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
  std::string caption;                 // the denominator of its shares, and what was cut
  std::vector<size_t> sentences = {};  // columns too long to stand beside others: below their row in a text
};
// What can be done about a finding: another view is opened, or the finding is suppressed.
struct PageAction {
  std::string text;
  std::optional<ViewLink> view = {};
  std::string suppresses = {};  // the key of the finding
};
// Something wrong with the run, with what to do about it.
struct PageFinding {
  std::string severity;  // high, medium, low or information
  Cell title;
  std::string detail;
  std::string advice;
  std::vector<Cell> evidence;  // the events to look at, each a target
  std::vector<PageAction> actions = {};
};
// What can be asked for of a view: its parameters, with what they are now.
struct FormField {
  std::string name;  // of the parameter
  std::string label;
  std::string value;
  std::string doc = {};
  std::string placeholder = {};  // what holds where it is empty
};
struct Form {
  ViewLink to;  // with the parameters that have no field
  std::vector<FormField> fields;
  std::string button = {};  // without one, the view follows what is typed
};
// Ways to go on from a page, in a row; cells without a view are words between them.
struct Links {
  std::vector<Cell> cells;
};
// Views whose text is to be copied.
struct CopyMenu {
  std::string label;
  std::vector<std::pair<std::string, ViewLink>> of;  // each under its name
};
// A text as it is, for another program.
struct PlainText {
  std::string text;
};
// What is still to be found out: the blocks of that view take its place. Only on pages for clients that ask
// for it by themselves.
struct DeferredBlock {
  ViewLink view;
  std::string text;    // what is under way, as a sentence
  uint32_t lines = 0;  // of text, for which a place is kept; 0 where nothing stands below it
};
// Lines for those who ask for them.
struct Folded {
  std::string text;  // what they are
  std::vector<std::string> lines;
};
// The whole run, small: it leads to the timeline.
struct Picture {
  RunStrip run;
};
using Block = std::variant<Heading, Paragraph, Facts, PageTable, PageFinding, Form, Links, CopyMenu,
                           PlainText, DeferredBlock, Folded, Picture>;

struct Page {
  std::string title;
  std::vector<Block> blocks;
  std::string more = {};                // how to see what a text of this page has no room for, as a sentence
  std::vector<std::string> notes = {};  // what its reader must know, sentences below everything else
};

// The block with its names cut to what is shown of them; nothing where none is longer.
std::optional<Block> with_names_cut(const Block& block);

// All that is drawn, in its order: the blocks, with their names cut, then the notes below a heading of their
// own.
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

// Notes what was told of while the page was made.
void add_loss_notes(const LossNotes& losses, Page& page);

}  // namespace nsys_ai
