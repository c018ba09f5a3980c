// The given data, in the form that the check uses.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "agent/grounding/figures.h"
#include "agent/grounding/grounding_facts.h"
#include "agent/grounding/topic_words.h"

namespace nsys_ai {

// A given line or table row: names and numbers of the things that it is about.
struct GroundingRow {
  std::vector<uint32_t> names;          // indexes into `Contents::names`
  std::vector<std::string> identities;  // `gpu 1`
};

struct GroundingFigure {
  Figure figure;
  std::string written;
  std::string column = {};  // the heading of its column; empty outside of tables
  bool is_clock = false;    // a time on the capture's clock, not a duration
  uint32_t row = 0;
  TopicBits said = {};          // from its column and row, or from its sentence
  uint32_t near_things = 0;  // from its paragraph and the text's first lines, if `said` has no thing
};

struct GroundingFacts::Contents {
  std::vector<GroundingFigure> figures;
  std::vector<GroundingRow> rows;
  std::vector<std::string> names;  // each once
  std::unordered_map<std::string, uint32_t> name_numbers;
  std::set<std::string> columns;  // headings, which name no row
  std::set<std::string> skills;   // likewise
  std::set<std::string> references;
};

}  // namespace nsys_ai
