// What words say that a figure is of, where they name no single thing: communication, the idle time, the
// median.
#pragma once

#include <cstdint>
#include <string_view>

namespace nsys_ai {

// Sets of what is said, a bit each; empty where nothing is.
struct TopicBits {
  uint32_t things = 0;      // what takes time: communication, attention, copies
  uint32_t states = 0;      // of a GPU: idle, busy, waiting
  uint32_t directions = 0;  // of copies
  uint32_t statistics = 0;  // mean, median, maximum, ...
  uint32_t wholes = 0;      // what a share is of: the capture, kernel time, a span

  bool names_topic() const { return (things | states | directions) != 0; }
  TopicBits& operator|=(const TopicBits& more);
};

// Of text as it is handed out, where also parts of names tell: `ncclDevKernel_SendRecv` is communication.
TopicBits said_in(std::string_view text);
// Of text that claims something, in which some of these words mean something else: to pay attention.
TopicBits claimed_in(std::string_view text);
// Whether a state of a GPU can be what a figure is of that was given for these things alone.
bool can_be_of(uint32_t states, uint32_t things);
// The whole that stands right behind a share: `of the capture`.
uint32_t whole_behind(std::string_view text);

}  // namespace nsys_ai
