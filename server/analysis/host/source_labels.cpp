// Looks for the name of a source file, then for a line and a function before and after it.
#include "analysis/host/source_labels.h"

#include <algorithm>
#include <array>

#include "analysis/kernels/kernels.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

// Longer than labels that people write; the rest is ignored.
constexpr size_t kLongestLabel = 512;
constexpr int64_t kLastLine = 10'000'000;

constexpr std::array kExtensions = std::to_array<std::string_view>(
    {"cc", "cpp", "cu", "cuh", "cxx", "f90", "hpp", "java", "jl", "py", "pyx"});
// As short as member names, so they count as a file only where a line follows.
constexpr std::array kShortExtensions =
    std::to_array<std::string_view>({"c", "f", "go", "h", "js", "rs", "ts"});

constexpr std::array kOperatorLabels = std::to_array<std::string_view>({
    "Autograd::",
    "DistributedDataParallel.",
    "MPI_",
    "NCCL",
    "Optimizer.",
    "TorchDynamo",
    "aten::",
    "autograd::",
    "c10d::",
    "cub::",
    "cublas",
    "cudaGraph",
    "cudnn",
    "cufft",
    "cusolver",
    "cusparse",
    "cutlass::",
    "detectron",
    "enumerate(DataLoader)",
    "flash_attn::",
    "gloo:",
    "inductor::",
    "mpi:",
    "nccl",
    "prim::",
    "prims::",
    "quantized::",
    "record_param_comms",
    "thrust::",
    "torch::",
    "torch_",
    "triton::",
    "vllm::",
    "xla::",
});

constexpr std::array kGenerated =
    std::to_array<std::string_view>({"triton_", "nvfuser_", "input_fusion", "loop_fusion", "fused_"});
constexpr std::array kFrameworks = std::to_array<std::string_view>(
    {"at::", "at_cuda_detail::", "c10::", "tensorflow::", "torch::", "vllm::", "sgl_",
     "apex::", "multi_tensor_apply"});
// Substrings of library names whose kernels do not show who called them.
constexpr std::array kLibraries = std::to_array<std::string_view>(
    {"ampere_", "cask",    "cub::",  "cublas",     "cudnn",   "cufft",    "cusolver",  "cusparse",
     "cutlass", "dgrad",   "fprop",  "gemm",       "gemv",    "hopper_",  "implicit_", "maxwell_",
     "memcpy",  "memset",  "nccl",   "nvjet",      "nvshmem", "sm70_",    "sm75_",     "sm80_",
     "sm86_",   "sm89_",   "sm90_",  "sm100_",     "splitK",  "thrust::", "trsm",      "trmm",
     "syrk",    "turing_", "volta_", "vector_fft", "wgrad",   "xmma"});

bool is_path(char c) {
  return is_word(c) || c == '/' || c == '\\' || c == '.' || c == '-' || c == '+' || c == '~' || c == '@' ||
         static_cast<unsigned char>(c) >= 0x80;
}

template <class List>
bool begins_with_any(std::string_view text, const List& list) {
  return std::any_of(list.begin(), list.end(), [&](std::string_view of) { return text.starts_with(of); });
}

std::string_view trimmed(std::string_view text, std::string_view what) {
  const size_t first = text.find_first_not_of(what);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(what) - first + 1);
}

// Parses a number at the beginning of the text and removes it.
std::optional<int64_t> take_number(std::string_view& text) {
  size_t digits = 0;
  int64_t number = 0;
  while (digits < text.size() && is_digit(text[digits]) && number <= kLastLine)
    number = number * 10 + (text[digits++] - '0');
  if (digits == 0 || number > kLastLine) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

bool visit(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// Parses and removes `(12)`, `:12`, `:12:5`, `", line 12` or ` line 12`.
std::optional<int64_t> take_line(std::string_view& text) {
  std::string_view rest = text;
  visit(rest, "\"");
  const bool bracket = visit(rest, "(");
  if (!bracket && !visit(rest, ":") && !visit(rest, ", line ") && !visit(rest, " line ") && !visit(rest, "#"))
    return std::nullopt;
  const auto number = take_number(rest);
  if (!number) return std::nullopt;
  if (bracket) visit(rest, ")");
  std::string_view column = rest;
  if (visit(column, ":") && take_number(column)) rest = column;
  text = rest;
  return number;
}

struct Found {
  size_t begin = 0;
  size_t end = 0;
};

template <class List>
bool is_one_of(std::string_view text, const List& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// The first token of the text that is a file name.
std::optional<Found> find_file(std::string_view text) {
  for (size_t dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.', dot + 1)) {
    size_t end = dot + 1;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view extension = text.substr(dot + 1, end - dot - 1);
    std::string_view behind = text.substr(end);
    if (!is_one_of(extension, kExtensions) && !(is_one_of(extension, kShortExtensions) && take_line(behind)))
      continue;
    // `train.py.bak` is no source file, and in `os.path.py` the first dot is part of the name.
    if (end < text.size() && text[end] == '.') continue;
    size_t begin = dot;
    while (begin > 0 && is_path(text[begin - 1])) --begin;
    if (begin == dot || !is_word(text[dot - 1])) continue;
    return Found{begin, end};
  }
  return std::nullopt;
}

std::string function_of(std::string_view text, size_t most = 200) {
  std::string_view function = trimmed(text, " \t:,;\"'|@-");
  if (visit(function, "in ") || visit(function, "at ")) function = trimmed(function, " \t:\"'");
  if (function.starts_with('(') && function.ends_with(')'))
    function = function.substr(1, function.size() - 2);
  return std::string(function.substr(0, most));
}

// Parses the text before a file: `step (`, `step at `, `File "`.
std::string function_before(std::string_view text) {
  std::string_view before = trimmed(text, " \t([\"'@:,-");
  if (before == "File" || before.ends_with(" File")) before.remove_suffix(4);
  for (const std::string_view joint : {" at", " in", " from"})
    if (before.ends_with(joint)) before.remove_suffix(joint.size());
  if (before == "at" || before == "in" || before == "from") return {};
  return function_of(before);
}

}  // namespace

std::optional<SourceLocation> source_of_label(std::string_view label) {
  label = label.substr(0, kLongestLabel);
  const auto file = find_file(label);
  if (!file) return std::nullopt;
  SourceLocation place;
  place.file = label.substr(file->begin, file->end - file->begin);
  std::string_view behind = label.substr(file->end);
  place.line = take_line(behind);
  place.function = function_of(trimmed(behind, " )]"));
  // Restores a bracket of the name that was removed with those around the file.
  if (place.function.find('(') != std::string::npos && place.function.find(')') == std::string::npos &&
      label.ends_with(')'))
    place.function += ')';
  if (place.function.empty()) place.function = function_before(label.substr(0, file->begin));
  return place;
}

std::optional<SourceLocation> source_of_frame(std::string_view symbol, std::string_view module) {
  const auto of_module = source_of_label(module);
  auto of_symbol = source_of_label(symbol);
  if (of_module && of_module->file.size() == module.size()) {
    SourceLocation place{of_module->file, std::string(symbol.substr(0, 200)), std::nullopt};
    if (of_symbol) {
      place.function = of_symbol->function;
      place.line = of_symbol->line;
    } else if (const size_t colon = place.function.rfind(':'); colon != std::string::npos) {
      std::string_view number = std::string_view(place.function).substr(colon + 1);
      const auto line = take_number(number);
      if (line && number.empty()) {
        place.line = line;
        place.function.resize(colon);
      }
    }
    return place;
  }
  // A C++ name can contain a file's name by chance; it is a location only with a line.
  if (of_symbol && of_symbol->line) return of_symbol;
  return std::nullopt;
}

bool is_operator_label(std::string_view label) { return begins_with_any(label, kOperatorLabels); }

KernelOrigin origin_of_kernel(std::string_view demangled) {
  const std::string name = qualified_name(demangled.substr(0, kLongestLabel));
  const std::string base = base_name(demangled.substr(0, kLongestLabel));
  if (begins_with_any(std::string_view(base), kGenerated)) return KernelOrigin::generated;
  if (begins_with_any(std::string_view(name), kFrameworks)) return KernelOrigin::framework;
  const bool of_library = std::any_of(kLibraries.begin(), kLibraries.end(), [&](std::string_view part) {
    return name.find(part) != std::string::npos;
  });
  return of_library ? KernelOrigin::library : KernelOrigin::own;
}

}  // namespace nsys_ai
