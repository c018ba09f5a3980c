// The meaning of words that describe a figure without naming a single thing: communication, the idle time,
// the median.
#pragma once

#include <cstdint>
#include <string_view>

namespace nsys_ai {

// Sets of meanings, one bit each; empty if the words have none.
struct TopicBits {
  uint32_t things = 0;      // things that take time: communication, attention, copies
  uint32_t states = 0;      // states of a GPU: idle, busy, waiting
  uint32_t directions = 0;  // directions of copies
  uint32_t statistics = 0;  // mean, median, maximum, ...
  uint32_t wholes = 0;      // denominators of a share: the capture, kernel time, a span

  bool names_topic() const { return (things | states | directions) != 0; }
  TopicBits& operator|=(const TopicBits& more);
};

// For given text, in which parts of names count too: `ncclDevKernel_SendRecv` is communication.
TopicBits said_in(std::string_view text);
// For claiming text, in which some of these words have another meaning: to pay attention.
TopicBits claimed_in(std::string_view text);
// Whether a GPU state may describe a figure that was given only for these things.
bool can_be_of(uint32_t states, uint32_t things);
// The denominator directly after a share: `of the capture`.
uint32_t whole_behind(std::string_view text);

}  // namespace nsys_ai
