// The corpus of broken profiles: made from sketches, the same bytes every time, each with a name that says
// what is broken.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai::fuzz {

// What the loader has to make of a file.
enum class Must {
  load_or_refuse,
  load,                // some of it can be read
  report_the_same,       // it holds what the plain seed holds, in another layout
  report_the_same_rows,  // the same but for the numbers of the rows
};

struct Sample {
  std::string name;
  std::string bytes;
  Must must = Must::load_or_refuse;
};

using Take = std::function<void(Sample)>;

struct Group {
  std::string_view name;
  void (*make)(const Take&);
};

// In the order of their names.
const std::vector<Group>& groups();

void make_bits(const Take& take);
void make_btrees(const Take& take);
void make_cells(const Take& take);
void make_chains(const Take& take);
void make_children(const Take& take);
void make_crowds(const Take& take);
void make_headers(const Take& take);
void make_large_pages(const Take& take);
void make_layouts(const Take& take);
void make_overflows(const Take& take);
void make_pages(const Take& take);
void make_rows(const Take& take);
void make_schemas(const Take& take);
void make_truncations(const Take& take);
void make_values(const Take& take);

}  // namespace nsys_ai::fuzz
