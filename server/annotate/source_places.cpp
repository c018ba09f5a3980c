// Reads each source once: its mentions, and every name that is called.
#include "annotate/source_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "analysis/nvtx/nvtx_labels.h"
#include "annotate/mentions.h"
#include "annotate/source_language.h"
#include "annotate/source_tokens.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostSourceFiles = 20'000;
constexpr std::array kSkippedFolders =
    std::to_array<std::string_view>({"__pycache__", "build", "dist", "node_modules", "site-packages", "venv"});

bool is_skipped(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with(".") ||
         std::find(kSkippedFolders.begin(), kSkippedFolders.end(), name) != kSkippedFolders.end();
}

std::vector<fs::path> sources_below(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  if (!fs::is_directory(folder, error)) return {folder};
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && at != end && found.size() < kMostSourceFiles; at.increment(error)) {
    if (at->is_directory(error) && is_skipped(at->path())) at.disable_recursion_pending();
    if (at->is_regular_file(error) &&
        (source_language("", at->path().string()) || at->path().extension() == ".ttir"))
      found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Lines of byte offsets, and the functions around them.
class Lines {
 public:
  Lines(SourceLanguage language, std::string_view source) : language_(language), source_(source) {
    starts_.push_back(0);
    for (size_t i = 0; i < source.size(); ++i)
      if (source[i] == '\n') starts_.push_back(i + 1);
  }
  int64_t line(size_t offset) const {
    return std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin();
  }
  // The last line of a function that is defined there: of Python by its indentation; otherwise the line itself.
  int64_t last_line(size_t offset) const {
    const int64_t first = line(offset);
    if (language_ != SourceLanguage::python) return first;
    const size_t indent = indent_of(first);
    int64_t last = first;
    for (int64_t at = first + 1; at <= std::ssize(starts_); ++at) {
      if (is_blank(at)) continue;
      const char sign = text(at)[indent_of(at)];
      if (indent_of(at) <= indent && sign != ')' && sign != '#') break;
      last = at;
    }
    return last;
  }

 private:
  std::string_view text(int64_t line) const {
    const auto at = static_cast<size_t>(line - 1);
    const size_t end = at + 1 < starts_.size() ? starts_[at + 1] : source_.size();
    return source_.substr(starts_[at], end - starts_[at]);
  }
  size_t indent_of(int64_t line) const {
    return std::min(text(line).find_first_not_of(" \t"), text(line).size());
  }
  bool is_blank(int64_t line) const { return text(line).find_first_not_of(" \t\r\n") == std::string_view::npos; }

  SourceLanguage language_;
  std::string_view source_;
  std::vector<size_t> starts_;
};

std::string label_of_parts(const TextParts& parts) {
  std::string text = parts[0];
  for (size_t i = 1; i < parts.size(); ++i) text += "#" + parts[i];
  return normalised_label(text);
}

}  // namespace

Result<SourcePlaces> SourcePlaces::read(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error))
    return fail(ErrorCode::bad_request, fmt::format("There is no {}.", folder.string()),
                "Name the folder of the sources, or one source.");
  SourcePlaces found;
  found.folder_ = fs::absolute(folder, error).lexically_normal();
  for (const fs::path& path : sources_below(folder)) {
    std::ifstream file(path, std::ios::binary);
    if (!file) continue;
    std::ostringstream text;
    text << file.rdbuf();
    const fs::path below = path == folder ? path.filename() : path.lexically_relative(folder);
    found.add(below.string(), text.str());
  }
  if (found.files_ == 0)
    return fail(ErrorCode::bad_request,
                fmt::format("{} has no source in Python, CUDA or C++ that can be read.", folder.string()),
                "Name the folder of the sources, or one source.");
  return found;
}

void SourcePlaces::add(const std::string& file, std::string_view text) {
  ++files_;
  if (generated_.add(file, text)) return;
  const SourceLanguage language = *source_language("", file);
  const Lines lines(language, text);
  std::vector<Mention> mentions;
  find_mentions(language, text,
                {[](std::string_view) { return true; }, [&](Mention of) { mentions.push_back(std::move(of)); }});
  std::sort(mentions.begin(), mentions.end(), [](const Mention& a, const Mention& b) { return a.begin < b.begin; });
  std::vector<SourcePlace> functions;
  for (const Mention& of : mentions)
    if (of.kind == Mention::Kind::function) {
      functions.push_back({file, of.name[0], lines.line(of.begin), lines.last_line(of.begin)});
      std::vector<std::string> path = path_parts(of.name[0]);
      if (!path.empty()) functions_[path.back()].push_back({path, functions.back()});
    }
  const auto place_at = [&](size_t offset) {
    const int64_t line = lines.line(offset);
    for (size_t i = functions.size(); i-- > 0;)
      if (functions[i].first_line <= line && line <= functions[i].last_line)
        return SourcePlace{file, functions[i].function, line, line};
    return SourcePlace{file, "", line, line};
  };
  for (const Mention& of : mentions) {
    if (of.kind == Mention::Kind::range) ranges_[label_of_parts(of.name)].push_back(place_at(of.begin));
    if (of.kind == Mention::Kind::kernel_launch) {
      const std::vector<std::string> path = path_parts(of.name[0]);
      if (!path.empty()) launches_[path.back()].push_back(place_at(of.begin));
    }
  }
  const std::vector<SourceToken> tokens = source_tokens(language, text);
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind != SourceToken::Kind::identifier || tokens[i + 1].sign != '(') continue;
    const std::string_view before = i > 0 ? text.substr(tokens[i - 1].begin, tokens[i - 1].end - tokens[i - 1].begin) : "";
    if (before == "def" || before == "class") continue;
    calls_[std::string(text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin))].push_back(
        place_at(tokens[i].begin));
  }
}

std::vector<SourcePlace> SourcePlaces::of_label(std::string_view label) const {
  std::vector<SourcePlace> found;
  if (const auto at = ranges_.find(normalised_label(label)); at != ranges_.end()) found = at->second;
  if (!found.empty()) return found;
  const auto meant = function_of_label(label);
  if (!meant) return found;
  const auto named = functions_.find(meant->path.back());
  if (named == functions_.end()) return found;
  for (const Function& of : named->second) {
    const bool other_file = !meant->file.empty() && fs::path(meant->file).filename() != fs::path(of.place.file).filename();
    if (!other_file && same_end(of.path, meant->path)) found.push_back(of.place);
  }
  return found;
}

namespace {

std::vector<SourcePlace> places_in(const ByName<std::vector<SourcePlace>>& list, std::string_view name) {
  const auto at = list.find(name);
  return at == list.end() ? std::vector<SourcePlace>() : at->second;
}

}  // namespace

std::vector<SourcePlace> SourcePlaces::of_launch(std::string_view kernel) const { return places_in(launches_, kernel); }
std::vector<SourcePlace> SourcePlaces::of_call(std::string_view name) const { return places_in(calls_, name); }

std::vector<GeneratedKernel> SourcePlaces::of_generated(std::string_view kernel) const {
  std::vector<GeneratedKernel> found = generated_.named(kernel);
  for (GeneratedKernel& of : found)
    for (GeneratedLine& line : of.lines)
      if (const fs::path below = fs::path(line.file).lexically_relative(folder_);
          !below.empty() && *below.begin() != "..")
        line.file = below.string();
  return found;
}

}  // namespace nsys_ai
