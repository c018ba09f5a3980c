// The tables of an experiment, each by its name: what agents and engines ask for alone.
#pragma once

#include <span>
#include <string_view>

#include "base/value.h"
#include "ranks/rank_report.h"

namespace nsys_ai {

struct RankTableKind {
  std::string_view name;
  std::string_view doc;
  Table (*make)(const MatchedExperiment& matched, const nsys::RankReport& report);
};

// Sorted by name.
std::span<const RankTableKind> rank_tables();
// Null if there is none of that name.
const RankTableKind* rank_table_named(std::string_view name);

}  // namespace nsys_ai
