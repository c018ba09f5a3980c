// CUDA, C++ and C: declarations, launches and ranges.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "annotate/cpp_scopes.h"
#include "annotate/range_names.h"

namespace nsys_ai {
namespace {

// Calls that launch a kernel, and the index of the argument that is the kernel.
struct LaunchCall {
  std::string_view name;
  size_t argument;
};
constexpr std::array kLaunchCalls = std::to_array<LaunchCall>({
    {"cuLaunchCooperativeKernel", 0},
    {"cuLaunchKernel", 0},
    {"cuLaunchKernelEx", 1},
    {"cudaLaunchCooperativeKernel", 0},
    {"cudaLaunchKernel", 0},
    {"cudaLaunchKernelEx", 1},
    {"cudaLaunchKernelExC", 1},
    {"hipLaunchKernel", 0},
    {"hipLaunchKernelGGL", 0},
});
constexpr std::array kCasts = std::to_array<std::string_view>(
    {"CUfunction", "char", "const", "const_cast", "reinterpret_cast", "static_cast", "void"});
// Words that precede an expression; any other word before a name is its type.
constexpr std::array kBeforeExpressions = std::to_array<std::string_view>(
    {"and", "case", "co_await", "co_return", "co_yield", "do", "else", "not", "or", "return", "throw"});
constexpr std::array kKernelTextCalls = std::to_array<std::string_view>(
    {"cuModuleGetFunction", "cudaGetFuncByName", "cuLibraryGetKernel", "hipModuleGetFunction"});

template <class List>
bool is_one_of(std::string_view text, const List& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool is_function_range(std::string_view name) { return name.find("FUNC_RANGE") != std::string_view::npos; }

class CppReader : CppScopes {
 public:
  CppReader(std::string_view source, const MentionRequest& request)
      : CppScopes(SourceLanguage::cpp, source, request) {}

  void run() {
    for (size_t at = 0; at < count(); ++at) {
      if (const auto declared = enter(at)) declare(*declared);
      if (is_sign(at, kLaunchSign)) launch(at);
      if (is_identifier(at) && !is_sign(at + 1, kScopeSign)) at_word(at);
    }
    for (size_t at = 0; at < count(); ++at)
      if (is_identifier(at) && !is_sign(at + 1, kScopeSign)) name(at);
  }

 private:
  void declare(const Declaration& declared) {
    if (declared.kernel) {
      kernels_.insert(text(declared.name));
      const auto kind = declared.body ? Mention::Kind::kernel_definition : Mention::Kind::kernel;
      report_name(kind, declared.qualified, declared.name);
    } else {
      report_name(Mention::Kind::function, declared.qualified, declared.name);
    }
  }

  // Reports the name as written, because the namespaces around a launch say little about where the kernel is.
  void report_kernel(Mention::Kind kind, size_t at) {
    std::string name;
    for (const std::string_view part : path_to(at).parts)
      name += (name.empty() ? "" : "::") + std::string(part);
    report_name(kind, std::move(name), at);
  }

  // NAME<<<, NAME<T><<<
  void launch(size_t sign) {
    size_t at = sign - 1;
    if (sign > 0 && is_sign(at, '>')) {
      const size_t open = angle_before(at);
      at = open == kNone ? kNone : open - 1;
    }
    if (sign > 0 && is_identifier(at)) launched(at);
  }

  void launched(size_t at) {
    kernels_.insert(text(at));
    if (request_.kernel(text(at))) report_kernel(Mention::Kind::kernel_launch, at);
  }

  void at_word(size_t at) {
    const std::string_view word = text(at);
    if (is_function_range(word) && !is_defined(at)) {
      if (std::string function = function_around(); !function.empty())
        report_name(Mention::Kind::function_range, std::move(function), at);
      return;
    }
    // `event.message.ascii = "text"`
    if ((word == "ascii" || word == "unicode") && at > 0 && is_sign(at - 1, '.') && is_sign(at + 1, '='))
      return range_text({at + 2, at + 3});
    // Few words begin a relevant call; only those are checked further.
    for (const LaunchCall& call : kLaunchCalls)
      if (word == call.name) return launch_call(at, call);
    if (is_one_of(word, kKernelTextCalls)) return kernel_texts(at);
    if (names_range(at)) range(at);
  }

  // `#define NVTX3_FUNC_RANGE() ...` creates no range.
  bool is_defined(size_t at) const { return at > 0 && is_word(at - 1, "define"); }

  size_t bracket_behind(size_t at) const {
    if (is_sign(at, '<')) at = after_angle(at);
    return (is_sign(at, '(') || is_sign(at, '{')) && has_partner(at) ? at : kNone;
  }

  void launch_call(size_t at, const LaunchCall& call) {
    const size_t open = bracket_behind(at + 1);
    if (open == kNone) return;
    const auto found = arguments(open, call.argument + 1);
    if (found.size() <= call.argument) return;
    for (size_t i = found[call.argument].begin; i < found[call.argument].end; ++i) {
      if (!is_identifier(i) || is_sign(i + 1, kScopeSign) || is_one_of(text(i), kCasts)) continue;
      return launched(i);
    }
  }

  void kernel_texts(size_t at) {
    const size_t open = bracket_behind(at + 1);
    if (open == kNone) return;
    for (const Argument& argument : arguments(open, 3))
      if (argument.end == argument.begin + 1 && is_text(argument.begin))
        report_mention(Mention::Kind::kernel_text, literal_text(language_, text(argument.begin)),
                       argument.begin, argument.begin);
  }

  bool names_range(size_t at) const {
    const bool call = is_sign(at + 1, '(') || is_sign(at + 1, '{') || is_sign(at + 1, '<');
    return (call || is_identifier(at + 1)) && is_range_path(path_to(at).parts);
  }

  // `nvtxRangePushA("a")`, `nvtx3::scoped_range r{"a"}`, `nvtx3::scoped_range_in<D> r("a")`.
  void range(size_t at) {
    size_t behind = at + 1;
    if (is_sign(behind, '<')) behind = after_angle(behind);
    if (is_identifier(behind)) ++behind;
    const size_t open = bracket_behind(behind);
    if (open == kNone) return;
    const auto found = arguments(open, 1);
    if (!found.empty()) range_text(found[0]);
  }

  // A text; it may be part of `("a " + b).c_str()`, `std::string("a ") + b`, `fmt::format("a {}", b)` or `"a
  // %d", b`.
  void range_text(const Argument& argument) {
    size_t at = argument.begin;
    std::string_view function;
    while (at < argument.end && !is_text(at)) {
      if (is_identifier(at)) function = text(at);
      if (!is_identifier(at) && !is_sign(at, '(') && !is_sign(at, '{') && !is_sign(at, kScopeSign)) return;
      ++at;
    }
    if (at >= argument.end || !is_text(at)) return;
    const size_t first = at;
    TextParts parts = literal_text(language_, text(at));
    for (++at; at < argument.end && is_text(at); ++at)
      parts = joined(parts, literal_text(language_, text(at)));
    const size_t last = at - 1;
    const bool concatenates = function == "StrCat" || function == "concat" || function == "str";
    if (function.starts_with("format"))
      parts = with_holes(parts, HoleStyle::braces);
    else if (is_sign(at, ',') && !concatenates)
      parts = with_holes(parts, HoleStyle::percent);
    // An appended value is known only at run time, also after a bracket: std::string("a ") + b.
    size_t plus = at;
    while (plus < argument.end && (is_sign(plus, ')') || is_sign(plus, '}'))) ++plus;
    if (is_sign(plus, '+') || (is_sign(at, ',') && concatenates)) parts.emplace_back();
    report_mention(Mention::Kind::range, std::move(parts), first, last);
  }

  // Kernels are not called like functions, so a plain name is a kernel only if this file declares or launches
  // it, or if it is used in a way that no variable is: `kernel<float>`, `&kernel`, `(void*)kernel`.
  void name(size_t at) {
    if (is_reported(at) || !request_.kernel(text(at))) return;
    const bool first = at == 0;
    if (!first && (is_sign(at - 1, '.') || is_sign(at - 1, kArrowSign))) return;
    const size_t begin = path_to(at).first;
    const bool declared =
        begin > 0 && is_identifier(begin - 1) && !is_one_of(text(begin - 1), kBeforeExpressions);
    if (declared) return;
    const bool address = begin > 1 && is_sign(begin - 1, '&') && !is_identifier(begin - 2);
    const bool cast = begin > 1 && is_sign(begin - 1, ')') && is_sign(begin - 2, '*');
    const bool instance = is_sign(at + 1, '<') && after_angle(at + 1) != kNone;
    if (kernels_.contains(text(at)) || address || cast || instance) report_kernel(Mention::Kind::kernel, at);
  }

  std::unordered_set<std::string_view> kernels_;  // defined, declared or launched here
};

}  // namespace

void find_cpp_mentions(std::string_view source, const MentionRequest& request) {
  CppReader(source, request).run();
}

}  // namespace nsys_ai
