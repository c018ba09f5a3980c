// What was handed out, as the check looks at it.
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

// A line that was handed out, or a row of a table: names and numbers of the things that it is about.
struct GroundingRow {
  std::vector<uint32_t> names;          // in `Contents::names`
  std::vector<std::string> identities;  // `gpu 1`
};

struct GroundingFigure {
  Figure figure;
  std::string written;
  std::string column = {};  // as its heading says; empty outside of tables
  bool is_clock = false;    // a time on the capture's clock, no duration
  uint32_t row = 0;
  TopicBits said = {};          // by its column and its row, or by its sentence
  uint32_t near_things = 0;  // of what its paragraph and the head of the text say, where `said` has no thing
};

struct GroundingFacts::Contents {
  std::vector<GroundingFigure> figures;
  std::vector<GroundingRow> rows;
  std::vector<std::string> names;  // each once
  std::unordered_map<std::string, uint32_t> name_numbers;
  std::set<std::string> columns;  // headings: they name no row
  std::set<std::string> skills;   // likewise
  std::set<std::string> references;
};

}  // namespace nsys_ai
