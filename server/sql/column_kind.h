// The words for a column's type and unit in SQL files and declared columns: INTEGER, COUNT, DURATION, ...
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "base/value.h"

namespace nsys_ai {

struct ColumnKind {
  std::string_view word;
  ValueType type;
  Unit unit;
  std::string_view declared;  // the type that a virtual table declares; SQLite derives the column's affinity
                              // from it
};

inline constexpr std::array kColumnKinds = {
    ColumnKind{"INTEGER", ValueType::integer, Unit::none, "INTEGER"},
    ColumnKind{"COUNT", ValueType::integer, Unit::count, "INTEGER COUNT"},
    ColumnKind{"DURATION", ValueType::integer, Unit::ns, "INTEGER DURATION"},
    ColumnKind{"TIME", ValueType::integer, Unit::clock_ns, "INTEGER TIME"},
    ColumnKind{"BYTES", ValueType::integer, Unit::bytes, "INTEGER BYTES"},
    ColumnKind{"SHARE", ValueType::real, Unit::share, "REAL SHARE"},
    ColumnKind{"GBPS", ValueType::real, Unit::gb_per_s, "REAL GBPS"},
    ColumnKind{"STRING", ValueType::text, Unit::none, "TEXT"},
    ColumnKind{"REF", ValueType::text, Unit::ref, "TEXT REF"},
    ColumnKind{"REAL", ValueType::real, Unit::none, "REAL"},
};

inline const ColumnKind* column_kind(std::string_view word) {
  for (const ColumnKind& kind : kColumnKinds)
    if (kind.word == word) return &kind;
  return nullptr;
}

inline const ColumnKind* declared_kind(std::string_view declared) {
  for (const ColumnKind& kind : kColumnKinds)
    if (kind.declared == declared) return &kind;
  return nullptr;
}

}  // namespace nsys_ai
