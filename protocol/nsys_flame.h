// Flame graphs.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "protocol/nsys_skill.h"

namespace nsys_ai::nsys {

enum class FlameOf { samples, nvtx, backtraces };
constexpr auto names_of(FlameOf) {
  return std::array{EnumName<FlameOf>{FlameOf::samples, "samples"}, EnumName<FlameOf>{FlameOf::nvtx, "nvtx"},
                    EnumName<FlameOf>{FlameOf::backtraces, "backtraces"}};
}
enum class FlameFormat { rows, text, folded, speedscope };
constexpr auto names_of(FlameFormat) {
  return std::array{EnumName<FlameFormat>{FlameFormat::rows, "rows"},
                    EnumName<FlameFormat>{FlameFormat::text, "text"},
                    EnumName<FlameFormat>{FlameFormat::folded, "folded"},
                    EnumName<FlameFormat>{FlameFormat::speedscope, "speedscope"}};
}

struct FlameParams {
  std::string profile;
  std::optional<FlameOf> of;
  std::optional<std::string> at;
  std::optional<int64_t> thread;
  std::optional<bool> inverted;
  std::optional<uint32_t> root;
  std::optional<int64_t> limit;
  std::optional<FlameFormat> format;
  std::optional<std::vector<int64_t>> gpus;
  std::optional<TimeWindow> trim;
  std::optional<int64_t> process;
  std::optional<int64_t> iteration;
  std::optional<std::string> phase;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(FlameParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("of", v.of,
    "CPU samples, or the time of kernels below the NVTX ranges or the call chain of their launch; the first of these "
    "that the profile has where it is left out.");
  f("at", v.at, "A target, such as a gap: the window is its time.");
  f("thread", v.thread, "A tid; all threads where it is left out.");
  f("inverted", v.inverted, "Whether the innermost frames stand first, each around what called it.");
  f("root", v.root, "The node that the rows begin with, behind those around it; 0 for all.");
  f("limit", v.limit, "How many frames at most, the largest; 1,000 where it is left out, at most 10,000.");
  f("format", v.format,
    "rows, or also a text: an indented table, folded stacks, or a file of speedscope, with all frames.");
  f("gpus", v.gpus, "CUDA ordinals; all devices where it is empty or left out.");
  f("trim", v.trim, "The part of the capture to look at; all where it is left out.");
  f("process", v.process, "A pid; all processes where it is left out.");
  f("iteration", v.iteration, "A step of the program, from 0: its window and its process.");
  f("phase", v.phase, "A phase such as decode: the window of its longest stretch, and its process.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct FlameResult {
  Answer answer;
  std::optional<std::string> text;
};
template <class F>
void fields(FlameResult& v, F& f) {
  f("answer", v.answer,
    "A row for each frame, parents before children; without rows where a text is asked for.");
  f("text", v.text, "The text in the format that was asked for.");
}

}  // namespace nsys_ai::nsys
