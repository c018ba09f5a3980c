// Passes requests and replies as files, since the output of a child is kept only in part.
#include "annotate/python_sources.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/child_process.h"
#include "base/embedded.h"
#include "base/program_file.h"
#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_python();

namespace {

namespace fs = std::filesystem;

struct AnnotatorRequest {
  std::string what;
  std::string root;
  std::vector<std::string> labels;
  bool write = false;
  bool cpp = false;
  std::string path = {};
  std::string text = {};
  int64_t line = 0;
  int64_t column = 0;
  std::string around = {};
};
template <class F>
void fields(AnnotatorRequest& r, F& f) {
  f("do", r.what, "regions, apply, revert or edit.");
  f("root", r.root, "The folder of the sources, or one source.");
  f("labels", r.labels, "The ranges to put in.");
  f("write", r.write, "Whether the files change.");
  f("cpp", r.cpp, "Whether CUDA and C++ sources are read too.");
  f("path", r.path, "What labels of an edit begin with.");
  f("text", r.text, "What an edit changes.");
  f("line", r.line, "The line of an edit, from 1.");
  f("column", r.column, "The byte in that line, from 0.");
  f("around", r.around, "function, statement, call, or nothing.");
}

struct TextEdits {
  std::vector<LineEdit> edits;
  std::string refused;
};
template <class F>
void fields(TextEdits& r, F& f) {
  f("edits", r.edits, "What changes.");
  f("refused", r.refused, "Why nothing does.");
}

struct ExtractRequest {
  std::string root;
  std::string function;
  std::vector<ShapeHint> shapes;
};
template <class F>
void fields(ExtractRequest& r, F& f) {
  f("root", r.root, "The source.");
  f("function", r.function, "The function.");
  f("shapes", r.shapes, "What the profile says.");
}

void write_scripts(const fs::path& folder) {
  for (const EmbeddedFile& file : embedded_python())
    std::ofstream(folder / fs::path(file.name).filename(), std::ios::binary) << file.content;
}

Result<fs::path> python_program() {
  if (const char* given = std::getenv("NSYS_AI_PYTHON"); given != nullptr && *given != '\0') {
    if (const std::string why = reason_not_executable(given); !why.empty())
      return fail(ErrorCode::cannot_do, fmt::format("{}, which NSYS_AI_PYTHON names, {}.", given, why),
                  "Set it to the Python that runs the program.");
    return fs::absolute(given);
  }
  if (const auto found = program_on_path("python3")) return *found;
  return fail(ErrorCode::cannot_do, "There is no python3 on PATH, which reads the sources.",
              "Set NSYS_AI_PYTHON to the Python that runs the program.");
}

// A folder of its own, removed at the end.
class ExchangeFolder {
 public:
  ExchangeFolder() {
    std::string name = (fs::temp_directory_path() / "nsys-ai-annotate-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ExchangeFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  ExchangeFolder(const ExchangeFolder&) = delete;
  ExchangeFolder& operator=(const ExchangeFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string last_line(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  const size_t begin = text.rfind('\n');
  return std::string(begin == std::string_view::npos ? text : text.substr(begin + 1));
}

template <class Reply, class Request>
Result<Reply> ask_python(std::string_view name, const Request& request, const Work& work) {
  std::error_code error;
  if (!request.root.empty() && !fs::exists(request.root, error))
    return fail(ErrorCode::bad_request, fmt::format("There is no {}.", request.root),
                "Name the folder of the sources, or one source.");
  const auto python = python_program();
  if (!python) return tl::unexpected(python.error());
  const ExchangeFolder folder;
  if (folder.path().empty())
    return fail(ErrorCode::cannot_do, "No folder for temporary files can be made.", "Set TMPDIR to one.");
  const fs::path asked = folder.path() / "request.json", answered = folder.path() / "reply.json";
  std::ofstream(asked, std::ios::binary) << write_json(request).compact();
  write_scripts(folder.path());
  const auto end = run_child({{python->string(), "-I", "-B", (folder.path() / name).string(),
                               asked.string(), answered.string()},
                              work.cancel,
                              {},
                              {}});
  if (!end) return tl::unexpected(end.error());
  std::ifstream file(answered, std::ios::binary);
  if (end->exit_code != 0 || !file)
    return fail(ErrorCode::cannot_do,
                fmt::format("{} could not read the sources: {}", python->string(), last_line(end->printed)),
                "It has to be Python 3.8 or later.");
  std::ostringstream text;
  text << file.rdbuf();
  const auto json = Json::parse(text.str());
  if (!json) return tl::unexpected(json.error());
  return read_json<Reply>(*json, "reply");
}

template <class Reply>
Result<Reply> ask_annotator(const AnnotatorRequest& request, const Work& work) {
  return ask_python<Reply>("nsys_ai_annotate.py", request, work);
}

Result<SourceRegions> regions_of(const fs::path& root, bool cpp, const Work& work) {
  auto found = ask_annotator<SourceRegions>({"regions", fs::absolute(root).string(), {}, false, cpp}, work);
  if (found && found->regions.empty())
    return fail(
        ErrorCode::cannot_do,
        fmt::format("{} has no {}source in which a range could go.", root.string(), cpp ? "" : "Python "),
        !found->notes.empty() ? found->notes.front() + "."
        : cpp
            ? "Name the folder of the sources, or one source."
            : "CUDA and C++ get their ranges by `nsys-ai annotate apply`, and are built and captured by hand.");
  return found;
}

}  // namespace

Result<SourceRegions> python_regions(const fs::path& root, const Work& work) {
  return regions_of(root, false, work);
}
Result<SourceRegions> source_regions(const fs::path& root, const Work& work) {
  return regions_of(root, true, work);
}

Result<RangeEdits> put_source_ranges(const fs::path& root, const std::vector<std::string>& labels,
                                     EditMode mode, const Work& work) {
  return ask_annotator<RangeEdits>({"apply", fs::absolute(root).string(), labels, mode == EditMode::write, true},
                                work);
}

Result<RangeEdits> take_source_ranges(const fs::path& root, const Work& work) {
  return ask_annotator<RangeEdits>({"revert", fs::absolute(root).string(), {}, true, true}, work);
}

Result<LoneScript> lone_script(const fs::path& source, const std::string& function,
                               const std::vector<ShapeHint>& shapes, const Work& work) {
  auto made = ask_python<LoneScript>(
      "nsys_ai_extract.py",
      ExtractRequest{fs::absolute(source).lexically_normal().string(), function, shapes}, work);
  if (made && !made->refused.empty())
    return fail(ErrorCode::cannot_do, fmt::format("{} gives no script: {}.", source.string(), made->refused),
                "`nsys-ai annotate regions` lists its functions.");
  return made;
}

Result<std::vector<LineEdit>> edit_python_text(const PlaceInText& place, const std::string& text, const std::string& around,
                                               const Work& work) {
  auto found = ask_annotator<TextEdits>(
      {"edit", "", {}, false, false, place.path, text, place.line, place.column, around}, work);
  if (!found) return tl::unexpected(found.error());
  if (!found->refused.empty())
    return fail(ErrorCode::cannot_do, fmt::format("No range can go here: {}.", found->refused),
                "`nsys-ai annotate regions` lists where ranges could go.");
  return std::move(found->edits);
}

Result<void> write_python_hook(const fs::path& folder, const fs::path& root,
                               const std::vector<std::string>& labels) {
  std::error_code error;
  fs::create_directories(folder, error);
  write_scripts(folder);
  const AnnotatorRequest plan{"install", fs::absolute(root).lexically_normal().string(), labels, false,
                              false};
  std::ofstream last(folder / "plan.json", std::ios::binary);
  last << write_json(plan).compact();
  last.close();
  if (!last)
    return fail(ErrorCode::cannot_do, fmt::format("{} cannot be written.", folder.string()), "Start in a folder that can.");
  return {};
}

}  // namespace nsys_ai
