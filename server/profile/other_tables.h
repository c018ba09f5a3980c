// Tables of events that no question needs at open and that share one reader: MPI, OpenACC, OpenMP, video
// engines, page faults, network cards, and any table of a later release that says when something happened.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// `FileTable::read_as` of the tables that only this reader reads.
constexpr std::string_view kOtherEvents = "other_event";

// How events of a table are called. A table that no line describes is a kind of its own.
struct OtherTable {
  std::string_view begins;  // its name, or the beginning of those of several tables
  std::string_view kind;
  std::string_view unnamed = {};  // the name of events for which the file has none
  // The list that names events by one or two numbers: its table and keys, and the columns with the numbers.
  std::string_view list = {};
  std::array<std::string_view, 2> list_keys = {};
  std::string_view list_name = {};  // ends in ? where ordinary versions lack the column
  std::array<std::string_view, 2> numbers = {};
  // Samples of a value: they are drawn as counters, each name of each unit on a row of its own.
  bool is_counter = false;
  // Events in which a thread of the program works or waits, and which can explain why a GPU is idle.
  bool is_program = false;
};

struct FoundTable {
  const FileTable* table = nullptr;
  OtherTable words;
};
// In the order of the file's catalog.
std::vector<FoundTable> other_tables(const std::vector<FileTable>& tables);

// What the columns of such tables mean. The first of a meaning that a table has is read.
enum class OtherColumn : uint8_t {
  start,
  end,
  thread,
  process,
  device,
  gpu,
  stream,
  unit,  // an engine, a card, a core
  port,
  name,
  detail,
  file,
  line,
  value
};
constexpr size_t kOtherColumns = 14;
// Empty where the table has none.
std::string_view column_for(const FileTable& table, OtherColumn meaning);

// The rows of each kind, by kind: an upper bound where only row ids are known.
struct KindRows {
  std::string_view kind;
  int64_t rows = 0;
};
std::vector<KindRows> rows_by_kind(const std::vector<FileTable>& tables);

}  // namespace nsys_ai
