// The sorted list of what is broken.
#include "tests/fuzz/corpus.h"

namespace nsys_ai::fuzz {

const std::vector<Group>& groups() {
  static const std::vector<Group> groups = {
      {"bits", make_bits},         {"btrees", make_btrees},
      {"cells", make_cells},       {"chains", make_chains},
      {"children", make_children}, {"crowds", make_crowds},
      {"headers", make_headers},   {"large_pages", make_large_pages},
      {"layouts", make_layouts},   {"overflows", make_overflows},
      {"pages", make_pages},       {"rows", make_rows},
      {"schemas", make_schemas},   {"truncations", make_truncations},
      {"values", make_values},
  };
  return groups;
}

}  // namespace nsys_ai::fuzz
