// A question without what it names: its words, and slots for names, numbers and places.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "agent/ask/query.h"
#include "agent/ask/tokens.h"

namespace nsys_ai::inline agent {

// Words of a question that are a name of the profile.
struct NamedSpan {
  size_t at = 0;  // its first token
  size_t tokens = 1;
  Subject kind = Subject::none;
  std::string text;  // as a condition names it
};

// What a slot stands for: its kind, and what is said of it in a query.
//   x kernel, r NVTX range, c CUDA call, y OS call, n another name,
//   g GPU, p process, s stream, t thread, w window, o place in an order, a mean or percentile,
//   f family, b library, d direction, m memory, v duration, z size, k plain number
struct Slot {
  char kind = 'k';
  std::string text;  // `GPU 0`, `process 144`, `between 1.5 s and 2 s`, `2nd`, `"forward"`, `100 us`
  bool operator==(const Slot&) const = default;
};

// A word without the ending that English puts behind it.
std::string stem(std::string word);

struct Frame {
  std::vector<std::string> words;  // stems, and slots as `<g0>`, numbered by kind in the order of the text
  std::map<std::string, Slot> slots;
  std::map<char, Slot> scopes;  // g, p, s, w that the question names once: they are no words

  // The kinds of slots that the words have: questions of other ones are never alike.
  std::string signature() const;
};

// The frame of a question. Names of the profile are given, since it takes a profile to know them; `{kernel}`,
// `{range}`, `{call}`, `{oscall}`, `{name}` and `{kernel2}` in the text stand for names themselves.
Frame frame_of(const std::vector<WordToken>& tokens, const std::vector<NamedSpan>& names);

}  // namespace nsys_ai::inline agent
