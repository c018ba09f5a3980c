// What a generated profile says about itself: tables, machine, processes, and the strings that events name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/bench/workload.h"
#include "tests/support/sketch_sqlite.h"

namespace nsys_ai::bench {

// Rows of StringIds, by what refers to them.
struct StringIds {
  struct Kernel {
    int64_t demangled, short_name, mangled;
  };
  std::vector<Kernel> kernels;  // kernel_names(), then collective_names()
  std::vector<int64_t> apis;
  std::vector<std::vector<int64_t>> labels;  // as range_labels()
  std::vector<int64_t> os_calls;
  // What is to be written page by page, in the order of the ids from 1 on; else it is in the file already.
  std::vector<std::string> unwritten;
};

// The tables that are filled page by page, each with the page that is its root; StringIds where labels are
// registered.
using Roots = std::map<std::string, uint32_t>;
extern const std::vector<std::string> kBulkTables;

// Into an empty database.
Roots write_tables(sketch::Database& database);
StringIds write_metadata(sketch::Database& database, const WorkloadOptions& options);
// What is known only at the end.
void write_recording(sketch::Database& database, int64_t end_ns);
void write_samples(sketch::Database& database, const WorkloadOptions& options, int64_t end_ns,
                   int64_t samples);

}  // namespace nsys_ai::bench
