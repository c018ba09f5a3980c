// Reads line by line, and only what is said in fixed words.
#include "annotate/generated_kernels.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "base/word_character.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kOutputMark = "async_compile.triton(";
constexpr std::string_view kGraphMark = "# File: ";

std::string_view next_line(std::string_view& text) {
  const size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string_view leading_word(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(0, end);
}

// `a, b` as words.
void add_list(std::string_view text, std::vector<std::string>& to) {
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string word(without_spaces(text.substr(0, comma)));
    if (!word.empty() && std::find(to.begin(), to.end(), word) == to.end()) to.push_back(word);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
}

std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const size_t at = text.find(begin);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + begin.size());
  const size_t stop = text.find(end);
  return stop == std::string_view::npos ? std::string_view() : text.substr(0, stop);
}

std::optional<int64_t> number_of(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number <= 0) return std::nullopt;
  return number;
}

// `FILE:12 in forward, code: ...`
std::optional<GeneratedLine> line_of_graph(std::string_view text) {
  const std::string_view place = text.substr(0, text.find(", code:"));
  const size_t in = place.rfind(" in ");
  if (in == std::string_view::npos) return std::nullopt;
  const size_t colon = place.rfind(':', in);
  if (colon == std::string_view::npos) return std::nullopt;
  const auto line = number_of(place.substr(colon + 1, in - colon - 1));
  if (!line) return std::nullopt;
  return GeneratedLine{std::string(place.substr(0, colon)), std::string(without_spaces(place.substr(in + 4))),
                       *line};
}

std::string folder_of(const std::string& file) { return std::filesystem::path(file).parent_path().string(); }

}  // namespace

bool GeneratedKernels::add(const std::string& file, std::string_view text) {
  if (file.ends_with(".ttir")) {
    add_triton(text);
    return true;
  }
  const bool is_output = file.ends_with(".py") && text.find(kOutputMark) != std::string_view::npos;
  const bool is_graph = file.ends_with(".py") && text.find(kGraphMark) != std::string_view::npos &&
                        text.find("torch.ops.") != std::string_view::npos;
  if (is_output) add_inductor(folder_of(file), text);
  if (is_graph) add_graph(folder_of(file), text);
  return is_output || is_graph;
}

// A kernel's definition stands behind the comments that are about it.
void GeneratedKernels::add_inductor(const std::string& folder, std::string_view text) {
  Fused about;
  bool is_mapping = false;
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    if (line.starts_with("#")) {
      if (line.find("Source Nodes: [") != std::string_view::npos) {
        about = {folder, {}, {}};
        add_list(between(line, "Original ATen: [", "]"), about.operators);
      }
      const size_t arrow = line.find(" => ");
      if (is_mapping && arrow != std::string_view::npos)
        add_list(line.substr(arrow + 4), about.nodes);
      else
        is_mapping = line.starts_with("# Source node to ATen node mapping");
      continue;
    }
    const std::string_view name = leading_word(line);
    if (!name.empty() && line.substr(name.size()).starts_with(" = async_compile.triton(") &&
        !about.operators.empty())
      fused_.emplace(name, about);
    if (!without_spaces(line).empty()) about = {};
  }
}

// A comment with a file holds for the nodes below it, up to an empty line. Where two graphs of a folder
// disagree on a node, its line is not known.
void GeneratedKernels::add_graph(const std::string& folder, std::string_view text) {
  std::optional<GeneratedLine> at;
  while (!text.empty()) {
    const std::string_view line = without_spaces(next_line(text));
    if (line.starts_with(kGraphMark)) {
      at = line_of_graph(line.substr(kGraphMark.size()));
    } else if (line.empty()) {
      at = std::nullopt;
    } else if (at && line.find(" = ") != std::string_view::npos) {
      const std::string_view node = leading_word(line);
      if (node.empty()) continue;
      const auto [known, is_new] = graphs_[folder].emplace(node, *at);
      if (!is_new && known->second != *at) known->second = {};
    }
  }
}

// `#loc = loc("FILE":12:0)` is where the function begins that `tt.func public @NAME(` names.
void GeneratedKernels::add_triton(std::string_view text) {
  const std::string_view name =
      leading_word(text.substr(std::min(text.size(), text.find("tt.func public @") + 16)));
  const std::string_view place = between(text, "#loc = loc(\"", ")");
  const size_t quote = place.find("\":");
  if (text.find("tt.func public @") == std::string_view::npos || name.empty() ||
      quote == std::string_view::npos)
    return;
  const std::string_view rest = place.substr(quote + 2);
  if (const auto line = number_of(rest.substr(0, rest.find(':'))))
    written_.emplace(name, GeneratedLine{std::string(place.substr(0, quote)), std::string(name), *line});
}

std::vector<GeneratedKernel> GeneratedKernels::named(std::string_view name) const {
  std::vector<GeneratedKernel> found;
  const auto add = [&](GeneratedKernel of) {
    if (std::find(found.begin(), found.end(), of) == found.end()) found.push_back(std::move(of));
  };
  const auto [first, last] = fused_.equal_range(name);
  for (auto of = first; of != last; ++of) {
    GeneratedKernel kernel{{}, of->second.operators, false};
    if (const auto graph = graphs_.find(of->second.folder); graph != graphs_.end())
      for (const std::string& node : of->second.nodes)
        if (const auto line = graph->second.find(node); line != graph->second.end() && line->second.line > 0)
          kernel.lines.push_back(line->second);
    std::sort(kernel.lines.begin(), kernel.lines.end());
    kernel.lines.erase(std::unique(kernel.lines.begin(), kernel.lines.end()), kernel.lines.end());
    add(std::move(kernel));
  }
  if (!found.empty()) return found;
  const auto [begin, end] = written_.equal_range(name);
  for (auto of = begin; of != end; ++of) add({{of->second}, {}, true});
  return found;
}

}  // namespace nsys_ai
