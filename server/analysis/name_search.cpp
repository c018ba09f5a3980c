// Names are matched once each; then one pass over the events of each kind looks their names up.
#include "analysis/name_search.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

#include "analysis/api_calls.h"
#include "analysis/kernels.h"
#include "analysis/nvtx_labels.h"
#include "analysis/nvtx_paths.h"
#include "analysis/transfers.h"
#include "base/suggest.h"
#include "profile/dictionary.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kNoMatch = UINT32_MAX;
constexpr uint32_t kNotAsked = UINT32_MAX - 1;
constexpr size_t kCancelEvery = 1 << 16;

const Spans& spans_of(const Profile& profile, NamedKind kind) {
  switch (kind) {
    case NamedKind::kernel:
      return profile.kernels();
    case NamedKind::copy:
      return profile.copies();
    case NamedKind::call:
      return profile.calls();
    case NamedKind::nvtx:
    case NamedKind::mark:
      break;
  }
  return profile.nvtx();
}

// A group under construction: its events are those of one key.
struct NameGroup {
  FoundName found;
  std::set<uint32_t> texts;  // NameIds, or numbers of copy kinds
};

class Searcher {
 public:
  Searcher(const Profile& profile, const Scope& scope, const SearchRequest& request, const Work& work)
      : profile_(profile), scope_(scope), request_(request), work_(work) {}

  Result<NameSearch> search() {
    const double kinds = static_cast<double>(kNamedKinds.size());
    for (size_t i = 0; i < kNamedKinds.size(); ++i) {
      const NamedKind kind = kNamedKinds[i];
      const auto& asked = request_.kinds;
      if (!asked.empty() && std::find(asked.begin(), asked.end(), kind) == asked.end()) continue;
      work_.report(static_cast<double>(i) / kinds, "searching");
      if (!search_kind(kind)) return cancelled();
    }
    const auto key = [&](const FoundName& of) {
      return std::tuple(of.kind, -of.gpu.value_or(0), -of.host.value_or(0), -of.events,
                        std::string_view(of.name));
    };
    std::sort(all_.names.begin(), all_.names.end(),
              [&](const FoundName& a, const FoundName& b) { return key(a) < key(b); });
    keep_earliest(request_.events.value_or(0));
    return std::move(all_);
  }

 private:
  bool search_kind(NamedKind kind) {
    groups_.clear();
    group_of_key_ = {};
    // By NameId; of copies by their kind.
    group_of_text_.assign(kind == NamedKind::copy ? 256 : profile_.names().size(), kNotAsked);
    const size_t size = spans_of(profile_, kind).size();
    for (size_t i = 0; i < size; ++i) {
      if (i % kCancelEvery == 0 && work_.cancel.cancelled()) return false;
      if (const auto inside = inside_scope(kind, i)) take(kind, static_cast<uint32_t>(i), *inside);
      if (stopped_) return false;
    }
    if (kind == NamedKind::nvtx) add_kernel_time();
    for (NameGroup& group : groups_) {
      group.found.texts = std::ssize(group.texts);
      if (group.texts.size() == 1 && (kind == NamedKind::nvtx || kind == NamedKind::mark))
        group.found.name = profile_.text(NameId(*group.texts.begin()));
      all_.names.push_back(std::move(group.found));
    }
    return true;
  }

  // The part of the event inside the window; nothing for what is no event of the kind, or not of the scope.
  std::optional<Interval> inside_scope(NamedKind kind, size_t at) const {
    if (kind == NamedKind::kernel || kind == NamedKind::copy) {
      const auto& operations = static_cast<const Operations&>(spans_of(profile_, kind));
      if (!scope_.has(operations.stream[at])) return std::nullopt;
      return scope_.clip(operations.interval(at));
    }
    if (kind == NamedKind::call) {
      const Calls& calls = profile_.calls();
      if (!is_own_call(calls, at) || !scope_.has(profile_.threads()[calls.thread[at]].process))
        return std::nullopt;
      return scope_.clip(calls.interval(at));
    }
    const Nvtx& nvtx = profile_.nvtx();
    if (kind == NamedKind::mark ? !nvtx.is_mark(at) : !nvtx.is_range(at)) return std::nullopt;
    if (!scope_.has(profile_.threads()[nvtx.thread[at]].process)) return std::nullopt;
    if (kind == NamedKind::mark) return scope_.clip({nvtx.start[at], nvtx.start[at]});
    return scope_.clip(nvtx.interval(at));
  }

  void take(NamedKind kind, uint32_t at, Interval inside) {
    const uint32_t text = text_of(kind, at);
    uint32_t& group = group_of_text_[text];
    if (group == kNotAsked) group = group_of(kind, text);
    if (group == kNoMatch) return;
    FoundName& found = groups_[group].found;
    if (found.events == 0 || spans_of(profile_, kind).start[at] < spans_of(profile_, kind).start[found.first])
      found.first = at;
    ++found.events;
    ++all_.total_events;
    const bool open = kind == NamedKind::nvtx && profile_.nvtx().end(at) == Nvtx::kOpen;
    found.open += open ? 1 : 0;
    if (!open) add_time(kind, found, inside.length());
    if (request_.events) take_event({kind, at});
  }

  static void add_time(NamedKind kind, FoundName& found, int64_t length) {
    const auto add = [&](std::optional<int64_t>& to) {
      Sum sum(to.value_or(0));
      sum += length;
      to = sum;
    };
    if (kind == NamedKind::kernel || kind == NamedKind::copy) add(found.gpu);
    if (kind == NamedKind::nvtx || kind == NamedKind::call) add(found.host);
  }

  uint32_t text_of(NamedKind kind, uint32_t at) const {
    switch (kind) {
      case NamedKind::kernel:
        return profile_.kernels().name(at).value;
      case NamedKind::copy:
        return profile_.copies().copy_kind[at];
      case NamedKind::call:
        return profile_.calls().name[at].value;
      case NamedKind::nvtx:
      case NamedKind::mark:
        break;
    }
    return profile_.nvtx().text[at].value;
  }

  // What a text is grouped under, and whether it or that matches.
  uint32_t group_of(NamedKind kind, uint32_t text) {
    if (work_.cancel.cancelled()) stopped_ = true;
    const std::string_view full =
        kind == NamedKind::copy ? copy_kind_name(text) : profile_.text(NameId(text));
    std::string name(full);
    std::string other;
    if (kind == NamedKind::kernel) other = display_name(full);
    if (kind == NamedKind::call) name = base_call_name(full);
    if (kind == NamedKind::nvtx || kind == NamedKind::mark) name = normalised_label(full);
    if (!request_.pattern.matches(full) && !request_.pattern.matches(name) &&
        (other.empty() || !request_.pattern.matches(other)))
      return kNoMatch;
    const auto [at, added] = group_of_key_.try_emplace(name, static_cast<uint32_t>(groups_.size()));
    if (added) groups_.push_back({{kind, name}, {}});
    groups_[at->second].texts.insert(text);
    return at->second;
  }

  // A kernel counts once for each name around it, however deep the ranges of that name nest.
  void add_kernel_time() {
    if (groups_.empty() || profile_.kernels().size() == 0) return;
    const NvtxEnclosures& enclosures = profile_.derived(build_nvtx_enclosures);
    const Kernels& kernels = profile_.kernels();
    std::vector<size_t> credited(groups_.size(), SIZE_MAX);
    for (uint32_t i = 0; i < kernels.size(); ++i) {
      if (!scope_.has(kernels.stream[i])) continue;
      const auto inside = scope_.clip(kernels.interval(i));
      if (!inside) continue;
      enclosures.each({OperationNumbers::kernel, i}, [&](uint32_t range) {
        const uint32_t group = group_of_text_[profile_.nvtx().text[range]];
        if (group == kNoMatch || group == kNotAsked || credited[group] == i) return;
        credited[group] = i;
        Sum sum(groups_[group].found.gpu.value_or(0));
        sum += inside->length();
        groups_[group].found.gpu = sum;
      });
    }
  }

  // Not many more than are shown are kept.
  void take_event(FoundEvent event) {
    all_.events.push_back(event);
    const size_t most = *request_.events;
    if (most > 0 && all_.events.size() >= 2 * most + 1024) keep_earliest(most);
  }

  void keep_earliest(size_t most) {
    const auto key = [&](const FoundEvent& of) {
      return std::tuple(spans_of(profile_, of.kind).start[of.at], of.kind, of.at);
    };
    auto& events = all_.events;
    const size_t shown = most == 0 ? events.size() : std::min(most, events.size());
    std::partial_sort(events.begin(), events.begin() + static_cast<ptrdiff_t>(shown), events.end(),
                      [&](const FoundEvent& a, const FoundEvent& b) { return key(a) < key(b); });
    events.resize(shown);
  }

  const Profile& profile_;
  const Scope& scope_;
  const SearchRequest& request_;
  const Work& work_;
  NameSearch all_;
  std::vector<NameGroup> groups_;
  std::unordered_map<std::string, uint32_t> group_of_key_;
  std::vector<uint32_t> group_of_text_;
  bool stopped_ = false;
};

bool is_ascii_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Parts between signs and underscores, and the parts of those with their underscores.
void add_words(std::string_view text, size_t most, std::set<std::string>& words) {
  constexpr size_t kRead = 300;
  constexpr size_t kShortest = 3;
  constexpr size_t kLongest = 40;
  text = text.substr(0, kRead);
  for (const bool underscores : {false, true})
    for (size_t at = 0; at < text.size() && words.size() < most;) {
      size_t end = at;
      while (end < text.size() && (is_ascii_word_char(text[end]) || (underscores && text[end] == '_'))) ++end;
      if (end - at >= kShortest && end - at <= kLongest) words.insert(ascii_lower(text.substr(at, end - at)));
      at = std::max(end, at) + 1;
    }
}

}  // namespace

std::string_view name_of(NamedKind kind) {
  switch (kind) {
    case NamedKind::kernel:
      return "kernel";
    case NamedKind::nvtx:
      return "nvtx";
    case NamedKind::mark:
      return "mark";
    case NamedKind::call:
      return "call";
    case NamedKind::copy:
      return "copy";
  }
  return "";
}

std::string_view ref_family(NamedKind kind) {
  if (kind == NamedKind::call) return "runtime_call";
  if (kind == NamedKind::copy) return "memcpy";
  return kind == NamedKind::kernel ? "kernel" : "nvtx";
}

int64_t recorded(const Profile& profile, NamedKind kind) {
  if (kind != NamedKind::nvtx && kind != NamedKind::mark) return std::ssize(spans_of(profile, kind));
  const Nvtx& nvtx = profile.nvtx();
  int64_t count = 0;
  for (size_t i = 0; i < nvtx.size(); ++i)
    count += (kind == NamedKind::mark ? nvtx.is_mark(i) : nvtx.is_range(i)) ? 1 : 0;
  return count;
}

Interval interval_of(const Profile& profile, NamedKind kind, uint32_t at) {
  const Interval whole = spans_of(profile, kind).interval(at);
  return kind == NamedKind::mark ? Interval{whole.start, whole.start} : whole;
}

int64_t row_of(const Profile& profile, NamedKind kind, uint32_t at) {
  return spans_of(profile, kind).row[at];
}

Result<NameSearch> search_names(const Profile& profile, const Scope& scope, const SearchRequest& request,
                                const Work& work) {
  return Searcher(profile, scope, request, work).search();
}

std::vector<std::string> near_words(const Profile& profile, std::string_view wanted,
                                    const std::vector<NamedKind>& kinds) {
  constexpr size_t kMostWords = 20'000;
  const auto wants = [&](NamedKind kind) {
    return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  std::set<std::string> words;
  if (wants(NamedKind::kernel))
    for (const KernelName& name : profile.kernels().names.values)
      add_words(display_name(profile.text(name.full)), kMostWords, words);
  if (wants(NamedKind::nvtx))
    for (const LabelStats& label : profile.derived(build_nvtx_labels).labels)
      add_words(label.label, kMostWords, words);
  if (wants(NamedKind::call))
    for (const NameId name : profile.calls().name.values)
      add_words(base_call_name(profile.text(name)), kMostWords, words);
  // What is far longer than a word is near to none.
  constexpr size_t kLongestWanted = 60;
  return nearest(ascii_lower(wanted.substr(0, kLongestWanted)), {words.begin(), words.end()});
}

}  // namespace nsys_ai
