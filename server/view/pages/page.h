// What a person looks at, before any client draws it: a page of headings, facts, tables and findings.
//
// The editor's document, the terminal, the browser and the webview draw the same page. A client decides on
// fonts and colours and on nothing else: every text, number and order comes from here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/shortfall.h"

namespace nsys_ai::inline view {

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
};

struct Heading {
  std::string text;
  std::string target = {};  // of the document that says more
};
struct Paragraph {
  std::string text;
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
// Something wrong with the run, with what to do about it.
struct PageFinding {
  std::string severity;  // high, medium, low or information
  Cell title;
  std::string detail;
  std::string advice;
  std::vector<Cell> evidence;  // the events to look at, each a target
};
// What is still to be found out: the blocks of that view take its place. Only on pages for clients that ask
// for it by themselves.
struct Later {
  std::string view;
  std::string text;  // what is under way, as a sentence
};
using Block = std::variant<Heading, Paragraph, Facts, PageTable, PageFinding, Later>;

struct Page {
  std::string title;
  std::vector<Block> blocks;
  std::string more = {};                // how to see what a text of this page has no room for, as a sentence
  std::vector<std::string> notes = {};  // what its reader must know, sentences below everything else
};

// All that is drawn, in its order: the blocks, then the notes below a heading of their own.
template <class Visit>
void each_block(const Page& page, Visit visit) {
  for (const Block& block : page.blocks) visit(block);
  if (page.notes.empty()) return;
  visit(Block(Heading{"Notes"}));
  for (const std::string& note : page.notes) visit(Block(Paragraph{note}));
}

// Notes what was told of while the page was made.
void settle(const Shortfalls& told, Page& page);

}  // namespace nsys_ai::inline view
