// Turns of phrase, by what they are about.
#pragma once

#include <span>
#include <string>
#include <utility>

namespace nsys_ai::inline agent {

struct Turn {
  const char*
      said;  // a regular expression, in either case; `.*` outside brackets passes over nothing that narrows
  const char* plain;  // with `$1` for what stands in the first brackets
};

// A pattern with its stand-ins, words in capitals, put out for the fragments that they name.
using Fragment = std::pair<const char*, const char*>;
std::string with_fragments(std::string pattern, std::span<const Fragment> fragments);

// In the order in which they are applied.
std::span<const Turn> sure_turns();              // whose words would be read as something else
std::span<const Turn> turns_of_shorthand();      // abbreviations, and what changes nothing
std::span<const Turn> turns_of_phrases();        // short ones of one meaning
std::span<const Turn> turns_of_talk();           // as one engineer asks another
std::span<const Turn> turns_of_launching();      // launches, queues and graphs
std::span<const Turn> turns_of_spans();          // from the first to the last operation
std::span<const Turn> turns_of_ranks();          // who does what how often, and what is ranked
std::span<const Turn> turns_of_amounts();        // speeds, amounts, sizes of launches, hardware
std::span<const Turn> turns_of_overlaps();       // what runs at once, and from one to the other
std::span<const Turn> turns_of_requests();       // what a task says by rote
std::span<const Turn> turns_of_asides();         // one sentence names, the next one asks
std::span<const Turn> turns_of_comparing();      // one figure against another
std::span<const Turn> turns_of_definitions();    // of what counts as work of a GPU, where all of it is listed
std::span<const Turn> turns_of_kernels_alone();  // the same, where there are no copies and memsets
std::span<const Turn> turns_of_remarks();        // said beside the question
std::span<const Turn> turns_of_points();
std::span<const Turn> turns_of_figures();
std::span<const Turn> turns_of_comparisons();
std::span<const Turn> turns_of_places();
std::span<const Turn> turns_of_wordings();

}  // namespace nsys_ai::inline agent
