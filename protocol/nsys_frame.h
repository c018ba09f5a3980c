// The wire types of frames: what a terminal or a buffer shows, and what a person does there.
#pragma once

#include "protocol/nsys.h"

namespace nsys_ai::nsys {

struct FrameOpenParams {
  std::string profile;
  std::optional<std::string> view;
  int64_t columns = 0;
  int64_t lines = 0;
  std::optional<bool> ascii;
  std::optional<std::string> at;
};
template <class F>
void fields(FrameOpenParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("view", v.view, "`overview`, `timeline` or `tree` of NVTX ranges; `timeline` where it is left out.");
  f("columns", v.columns, "Of the screen, in cells of a terminal; frames have 40 to 1,000.");
  f("lines", v.lines, "The same: 10 to 500.");
  f("ascii", v.ascii, "True: without block characters. False where it is left out.");
  f("at", v.at, "The target to begin at, such as `kernel:1`; of `timeline` only.");
}

struct FrameInput {
  std::optional<std::string> action;
  std::optional<std::string> key;
  std::optional<std::string> text;
  std::optional<int64_t> line;
  std::optional<int64_t> column;
};
template <class F>
void fields(FrameInput& v, F& f) {
  f("action", v.action, "The name of an action, or `type`, `click`, `wheel-up`, `wheel-down`.");
  f("key", v.key, "Instead: a character, or a name such as `Shift+Left`, `Tab`, `Enter`, `Ctrl+d`.");
  f("text", v.text, "Of `type`: what was typed or pasted.");
  f("line", v.line, "Of a click or the wheel, from 0.");
  f("column", v.column, "The same, in cells.");
}

struct FrameInputParams {
  std::string frame;
  std::vector<FrameInput> inputs;
  int64_t columns = 0;
  int64_t lines = 0;
  std::optional<bool> complete;
};
template <class F>
void fields(FrameInputParams& v, F& f) {
  f("frame", v.frame, "The handle of `nsys/frameOpen`.");
  f("inputs", v.inputs, "What the person did since, in order; none asks for the frame again.");
  f("columns", v.columns, "Of the screen now.");
  f("lines", v.lines, "Of the screen now.");
  f("complete", v.complete, "False: what is ready at once. True where it is left out.");
}

struct FrameHighlight {
  int64_t line = 0;
  int64_t begin = 0;
  int64_t end = 0;
  std::string role;
  std::optional<bool> inverse;
  std::optional<bool> strong;
};
template <class F>
void fields(FrameHighlight& v, F& f) {
  f("line", v.line, "From 0.");
  f("begin", v.begin, "In bytes of the line.");
  f("end", v.end, "Behind it.");
  f("role", v.role, "What it means: `heading`, `compute_1`, `copy`, ...");
  f("inverse", v.inverse, "True: the role's colour is that of the background.");
  f("strong", v.strong, "True: bold.");
}

struct FrameCursor {
  int64_t line = 0;
  int64_t column = 0;
};
template <class F>
void fields(FrameCursor& v, F& f) {
  f("line", v.line, "From 0.");
  f("column", v.column, "In cells.");
}

struct FrameResult {
  std::string frame;
  std::vector<std::string> lines;
  std::vector<FrameHighlight> highlights;
  std::optional<FrameCursor> cursor;
  std::string mode;
  bool pending = false;
  bool ended = false;
};
template <class F>
void fields(FrameResult& v, F& f) {
  f("frame", v.frame, "The handle, for `nsys/frameInput`.");
  f("lines", v.lines, "The screen from top to bottom, each line as wide as it.");
  f("highlights", v.highlights, "By line and beginning; what is in none is plain.");
  f("cursor", v.cursor, "Where the person types; left out where nothing is typed.");
  f("mode", v.mode,
    "`prompt` where characters are typed, else `overview`, `timeline`, `tree`, `panel`, `list` or `config`.");
  f("pending", v.pending, "Whether more will be known soon: ask again with `complete`.");
  f("ended", v.ended, "Whether the person quit; the handle is no longer valid.");
}

}  // namespace nsys_ai::nsys
