// Reads the few forms of JSON that a map has, so that an error can name its line.
#include "analysis/phases/phase_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/quotation.h"
#include "base/text_table.h"
#include "profile/load/split_text.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostMapBytes = 1 << 16;
constexpr std::string_view kMapForm =
    R"(A map is {"prefill": ["prefill", "prompt"], "decode": ["re:^decode"]}.)";

// Stands before the next byte that is no white space. For one text.
class MapReader {
 public:
  explicit MapReader(std::string_view text) : text_(text) { skip_blanks(); }

  bool at_end() const { return at_ == text_.size(); }
  bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool take(char c) {
    if (!next_is(c)) return false;
    ++at_;
    skip_blanks();
    return true;
  }
  std::optional<std::string> string() {
    if (!next_is('"')) return std::nullopt;
    std::string read;
    for (size_t i = at_ + 1; i < text_.size() && text_[i] != '\n'; ++i) {
      if (text_[i] == '"') {
        at_ = i + 1;
        skip_blanks();
        return read;
      }
      if (text_[i] != '\\') {
        read += text_[i];
        continue;
      }
      if (++i == text_.size()) break;
      const size_t escape = std::string_view(R"("\/nt)").find(text_[i]);
      if (escape == std::string_view::npos) return std::nullopt;
      read += "\"\\/\n\t"[escape];
    }
    return std::nullopt;
  }
  tl::unexpected<Error> wrong(const std::string& what, std::string hint = std::string(kMapForm)) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    return fail(ErrorCode::bad_request, fmt::format("line {}: {}", line, what), std::move(hint));
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  std::string_view text_;
  size_t at_ = 0;
};

// The number that begins a text, and the rest; empty where none does.
std::optional<uint64_t> take_count(std::string_view& text) {
  size_t digits = 0;
  uint64_t number = 0;
  while (digits < text.size() && digits < 18 && text[digits] >= '0' && text[digits] <= '9')
    number = number * 10 + static_cast<uint64_t>(text[digits++] - '0');
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

bool take_text(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Phases that every engine's map begins with.
enum EnginePhase : uint32_t { kPrefill, kDecode, kMixedStep, kIdleStep, kOtherStep, kSample, kDraft, kScheduler, kPrepare, kFinish };

std::vector<PhaseName> engine_phases(std::string other) {
  return {{"prefill"},          {"decode"},        {"mixed"},           {"dummy"},          {std::move(other)},
          {"sampling", false},  {"draft", false},  {"scheduler", false}, {"prepare", false}, {"finish", false}};
}

uint32_t step_of_requests(uint64_t context, uint64_t generation) {
  if (context > 0) return generation > 0 ? kMixedStep : kPrefill;
  return generation > 0 ? kDecode : kIdleStep;
}

// `execute_context_2(512)_generation_3(3)`: requests and, in brackets, tokens.
uint32_t vllm_phase(std::string_view text) {
  if (take_text(text, "execute_context_")) {
    const auto context = take_count(text);
    if (!context || !take_text(text, "(") || !take_count(text) || !take_text(text, ")_generation_"))
      return PhaseMap::kNoPhase;
    const auto generation = take_count(text);
    return generation ? step_of_requests(*context, *generation) : PhaseMap::kNoPhase;
  }
  if (text.starts_with("schedule: ")) return kScheduler;
  if (!take_text(text, "gpu_model_runner: ")) return PhaseMap::kNoPhase;
  if (text.starts_with("forward")) return kOtherStep;
  if (text.starts_with("sample")) return kSample;
  if (text.starts_with("draft")) return kDraft;
  return text.starts_with("preprocess") ? kPrepare : kFinish;
}

uint32_t sglang_phase(std::string_view text) {
  const auto names = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  if (names("forward_extend")) return kPrefill;
  if (names("forward_decode")) return kDecode;
  if (names("forward_mixed")) return kMixedStep;
  if (names("forward_idle")) return kIdleStep;
  if (!text.starts_with("scheduler.")) return PhaseMap::kNoPhase;
  if (text == "scheduler.run_batch") return kOtherStep;
  return text == "scheduler.process_batch_result" ? kFinish : kScheduler;
}

// `[Executor] _forward_step 12: 1 ctx reqs, 3 gen reqs`; older releases write no number, newer ones tokens behind
// the first.
uint32_t tensorrt_llm_phase(std::string_view text) {
  take_text(text, "[Executor] ");
  if (take_text(text, "_forward_step")) {
    const size_t colon = text.find(": ");
    if (colon == std::string_view::npos) return PhaseMap::kNoPhase;
    text.remove_prefix(colon + 2);
    const auto context = take_count(text);
    if (!context || !take_text(text, " ctx reqs")) return PhaseMap::kNoPhase;
    const size_t generation_at = text.rfind(" gen reqs");
    if (generation_at == std::string_view::npos) return PhaseMap::kNoPhase;
    const size_t blank = text.rfind(' ', generation_at - 1);
    std::string_view number = text.substr(blank == std::string_view::npos ? 0 : blank + 1);
    const auto generation = take_count(number);
    return generation ? step_of_requests(*context, *generation) : PhaseMap::kNoPhase;
  }
  if (text.starts_with("_sample") || text.starts_with("sample_async")) return kSample;
  if (text.starts_with("_schedule") || text.starts_with("_fetch_")) return kScheduler;
  if (text.starts_with("_prepare_draft")) return kDraft;
  return text.starts_with("_update_requests") || text.starts_with("_handle_responses") ||
                 text.starts_with("_enqueue_responses")
             ? kFinish
             : PhaseMap::kNoPhase;
}

// A whole word, in lower case, where others stand beside it: `decode step 4`, not `decoder.layers.3`.
bool has_word(std::string_view text, std::string_view word) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  for (size_t at = 0; at + word.size() <= text.size(); ++at) {
    const auto same = [](char a, char b) { return (a | 0x20) == b; };
    if (!std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                    [&](char b, char a) { return same(a, b); }))
      continue;
    const size_t end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

uint32_t phase_by_word(std::string_view text) {
  if (text.find("::") != std::string_view::npos) return PhaseMap::kNoPhase;  // a function of a library
  if (has_word(text, "prefill")) return has_word(text, "decode") ? kMixedStep : kPrefill;
  if (has_word(text, "decode")) return kDecode;
  return PhaseMap::kNoPhase;
}

// What autograd, optimizers and data loaders of PyTorch record, and the names that programs give to the same.
uint32_t pytorch_phase(std::string_view text) {
  enum : uint32_t { kForward, kBackward, kOptimizer, kLoading };
  if (text.starts_with("Optimizer.") || text.starts_with("optimizer")) return kOptimizer;
  if (text.starts_with("autograd::engine::evaluate_function") || text == "backward") return kBackward;
  if (text.starts_with("enumerate(DataLoader)") || text == "dataloader") return kLoading;
  return text == "forward" ? kForward : PhaseMap::kNoPhase;
}

// A pattern and where it stands.
struct ReadPattern {
  std::string text;
  MapReader at;
};

Result<std::vector<ReadPattern>> patterns_of(MapReader& reader) {
  std::vector<ReadPattern> patterns;
  if (reader.take('[')) {
    while (!reader.take(']')) {
      if (!patterns.empty() && !reader.take(',')) return reader.wrong("A comma or ] is missing.");
      const MapReader at = reader;
      auto pattern = reader.string();
      if (!pattern) return reader.wrong("A pattern is a text in quotation marks.");
      patterns.push_back({std::move(*pattern), at});
    }
  } else {
    const MapReader at = reader;
    if (auto pattern = reader.string()) patterns.push_back({std::move(*pattern), at});
  }
  if (patterns.empty()) return reader.wrong("A phase has one pattern or a list of them.");
  return patterns;
}

}  // namespace

Result<PhaseMap> PhaseMap::parse(std::string_view json) {
  PhaseMap map;
  map.name_ = "the given map";
  MapReader reader(json.substr(0, kMostMapBytes));
  if (json.size() > kMostMapBytes) return reader.wrong("A map has at most 64 KiB.");
  if (!reader.take('{')) return reader.wrong("A map begins with {.");
  while (!reader.take('}')) {
    if (!map.phases_.empty() && !reader.take(',')) return reader.wrong("A comma or } is missing.");
    const MapReader before = reader;
    auto name = reader.string();
    if (!name || name->empty()) return before.wrong("A phase is named by a text in quotation marks.");
    const auto is_taken = [&](const PhaseName& of) { return of.name == *name; };
    if (std::any_of(map.phases_.begin(), map.phases_.end(), is_taken))
      return before.wrong(fmt::format("\"{}\" stands there twice.", quotation(one_line(*name))),
                          "Put all patterns of a phase into one list.");
    if (!reader.take(':')) return reader.wrong("A colon is missing behind the name of a phase.");
    const auto patterns = patterns_of(reader);
    if (!patterns) return tl::unexpected(patterns.error());
    for (const ReadPattern& read : *patterns) {
      std::string_view text = read.text;
      const bool regex = take_text(text, "re:");
      auto pattern = TextPattern::make(text, {.regex = regex, .case_sensitive = regex});
      if (!pattern) return read.at.wrong(pattern.error().message, "A pattern is a part of a text, or after re: what `grep -E` takes.");
      map.patterns_.push_back({static_cast<uint32_t>(map.phases_.size()), std::move(*pattern)});
    }
    map.phases_.push_back({std::move(*name)});
  }
  if (!reader.at_end()) return reader.wrong("Behind the map stands something else.");
  if (map.phases_.empty()) return reader.wrong("The map names no phase.");
  return map;
}

PhaseMap PhaseMap::by_rule(std::string name, std::vector<PhaseName> phases, Rule rule) {
  PhaseMap map;
  map.name_ = std::move(name);
  map.phases_ = std::move(phases);
  map.rule_ = rule;
  return map;
}

std::vector<PhaseMap> PhaseMap::built_in() {
  return {by_rule("the map of vLLM", engine_phases("forward"), vllm_phase),
          by_rule("the map of SGLang", engine_phases("batch"), sglang_phase),
          by_rule("the map of TensorRT-LLM", engine_phases("forward"), tensorrt_llm_phase),
          by_rule("the words prefill and decode", engine_phases("other"), phase_by_word),
          by_rule("the map of PyTorch", {{"forward"}, {"backward"}, {"optimizer"}, {"data loading", false}}, pytorch_phase)};
}

uint32_t PhaseMap::of(std::string_view text) const {
  if (rule_ != nullptr) return rule_(text);
  for (const Pattern& pattern : patterns_)
    if (pattern.pattern.matches(text)) return pattern.phase;
  return kNoPhase;
}

bool PhaseMap::may_name(std::string_view text_template) const {
  if (rule_ == nullptr)
    return std::any_of(patterns_.begin(), patterns_.end(), [&](const Pattern& of) {
      return of.pattern.fit(text_template, kTemplateHoles) != Fit::none;
    });
  std::string example(text_template);
  std::replace(example.begin(), example.end(), kTemplateHoles.digits, '1');
  std::replace(example.begin(), example.end(), kTemplateHoles.hex, 'a');
  return rule_(example) != kNoPhase;
}

}  // namespace nsys_ai
