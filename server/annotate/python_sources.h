// Lists where ranges could go in sources, puts them in, and takes them back. Scripts do it in the Python of
// the user, which never imports the sources: Python is read by its own parser (python/nsys_ai_annotate.py),
// CUDA and C++ by tree-sitter (python/nsys_ai_cpp.py).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/work.h"
#include "protocol/annotate_file.h"

namespace nsys_ai {

// A function, a statement or, in Python, a call that a range could be around.
struct SourceRegion {
  std::string label;  // `path:line:function`, of a call with the callee in brackets: the text of its range
  std::string kind;   // function, statement or call
  std::string file;   // below the folder
  std::string function;
  int64_t first_line = 0;
  int64_t last_line = 0;
  std::string parent;              // the label of the region around it; empty for functions
  std::string refused;             // why it gets no range; empty if it can
  std::vector<std::string> calls;  // labels of the functions that it may call, as far as names show
};
template <class F>
void fields(SourceRegion& r, F& f) {
  f("label", r.label, "The text of its range.");
  f("kind", r.kind, "function, statement or call.");
  f("file", r.file, "The source, below the folder.");
  f("function", r.function, "The function, or the one around it.");
  f("first_line", r.first_line, "Its first line.");
  f("last_line", r.last_line, "Its last line.");
  f("parent", r.parent, "The label of the region around it; empty for functions.");
  f("refused", r.refused, "Why it gets no range; empty if it can.");
  f("calls", r.calls, "The functions that it may call.");
}

struct SourceRegions {
  std::vector<SourceRegion> regions;
  std::vector<AnnotateSource> sources;
  std::vector<std::string> notes;  // what is left alone, and what the sources do not show
};
template <class F>
void fields(SourceRegions& r, F& f) {
  f("regions", r.regions, "All regions.");
  f("sources", r.sources, "The sources, without the ranges that they have.");
  f("notes", r.notes, "What is left alone, and what the sources do not show.");
}

struct RangeEdits {
  std::vector<std::string> labels;  // that have a range now
  int64_t files = 0;                // that changed
  std::string patch;
  std::vector<std::string> notes;  // what was refused, with the reason
};
template <class F>
void fields(RangeEdits& r, F& f) {
  f("labels", r.labels, "The ranges that were put in.");
  f("files", r.files, "How many files changed.");
  f("patch", r.patch, "The change as a unified diff.");
  f("notes", r.notes, "What was refused, with the reason.");
}

// What an operator inside of the function worked on: the sizes of its first input, as the profile has them.
struct ShapeHint {
  std::string operation;
  std::vector<int64_t> sizes;
  std::string range;  // the text of the range around it
};
template <class F>
void fields(ShapeHint& r, F& f) {
  f("operator", r.operation, "The operator.");
  f("sizes", r.sizes, "The sizes of its first input.");
  f("range", r.range, "The range of the function.");
}

// A script that runs one function alone, and where its inputs come from.
struct LoneScript {
  std::string function;  // as the source has it: Class.method
  std::string script;
  std::vector<std::string> known;
  std::vector<std::string> made_up;
  std::vector<std::string> unknown;  // None is passed
  std::string refused;               // why there is no script; empty if there is
};
template <class F>
void fields(LoneScript& r, F& f) {
  f("function", r.function, "The function.");
  f("script", r.script, "The script.");
  f("known", r.known, "What the profile says of its inputs.");
  f("made_up", r.made_up, "What is made up from what the source says.");
  f("unknown", r.unknown, "What nothing says.");
  f("refused", r.refused, "Why there is no script; empty if there is.");
}

enum class EditMode : uint8_t { show, write };

// All regions of a folder, or of one source, as the sources are without ranges.
Result<SourceRegions> source_regions(const std::filesystem::path& root, const Work& work);
Result<SourceRegions> python_regions(const std::filesystem::path& root, const Work& work);
// Ranges that are there already and have none of these labels are taken back.
Result<RangeEdits> put_source_ranges(const std::filesystem::path& root,
                                     const std::vector<std::string>& labels, EditMode mode, const Work& work);
Result<RangeEdits> take_source_ranges(const std::filesystem::path& root, const Work& work);

// `function` is its name, with the class where several have it. The source is read and never imported.
Result<LoneScript> lone_script(const std::filesystem::path& source, const std::string& function,
                               const std::vector<ShapeHint>& shapes, const Work& work);

// Lines [first_line, end_line), from 0, that a text takes the place of.
struct LineEdit {
  int64_t first_line = 0;
  int64_t end_line = 0;
  std::string text;
};
template <class F>
void fields(LineEdit& e, F& f) {
  f("first_line", e.first_line, "The first line, from 0.");
  f("end_line", e.end_line, "The line behind the last one.");
  f("text", e.text, "What takes their place.");
}
struct PlaceInText {
  std::string path;    // below the folder of the sources, as in labels; those that the text has go before it
  int64_t line = 0;    // from 1
  int64_t column = 0;  // bytes
};
// What changes in a text that may not be saved yet, where a range is put around the function, statement or
// call at a place, beside those that it has; or where all are taken back, for `nothing`. Fails with the
// reason where that cannot be.
Result<std::vector<LineEdit>> edit_python_text(const PlaceInText& place, const std::string& text,
                                               const std::string& around, const Work& work);

// Writes a folder that, in PYTHONPATH, has the sources imported with these ranges; no source changes.
Result<void> write_python_hook(const std::filesystem::path& folder, const std::filesystem::path& root,
                               const std::vector<std::string>& labels);

}  // namespace nsys_ai
