// Matches each name or NVTX template once, then looks up the names of the events of each kind in one pass on
// all cores.
#include "analysis/name_search.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <tuple>
#include <unordered_map>

#include "analysis/host/api_calls.h"
#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/nvtx/nvtx_texts.h"
#include "base/atomic_bits.h"
#include "base/parallel.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kNoMatch = UINT32_MAX;
constexpr size_t kPiece = 1 << 16;

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

bool is_of_nvtx(NamedKind kind) { return kind == NamedKind::nvtx || kind == NamedKind::mark; }

// The matches for one group in some of the events.
struct Tally {
  int64_t events = 0;
  int64_t open = 0;
  int64_t timed = 0;
  int64_t texts = 0;  // texts that no other tally has counted
  uint32_t first = UINT32_MAX;
  Sum time{};
};

// The names of events of one kind, numbered by NameId, NVTX template, or kind of copy.
struct MatchedNames {
  std::vector<uint32_t> group;  // indexed by number; kNoMatch where it does not match
  std::vector<bool> by_text;    // whether each text must be matched separately
  std::vector<std::string> of_group;
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
      search_kind(kind);
      if (work_.cancel.cancelled()) return cancelled();
    }
    const auto key = [&](const FoundName& of) {
      return std::tuple(of.kind, -of.gpu.value_or(0), -of.host.value_or(0), -of.events,
                        std::string_view(of.name));
    };
    std::sort(all_.names.begin(), all_.names.end(),
              [&](const FoundName& a, const FoundName& b) { return key(a) < key(b); });
    keep_earliest(all_.events, request_.events.value_or(0));
    return std::move(all_);
  }

 private:
  // Visits pieces of work, until it is cancelled.
  template <class Visit>
  void each_piece(size_t count, Visit visit) const {
    parallel_for(usable_cores(), (count + kPiece - 1) / kPiece, [&](size_t piece) {
      if (!work_.cancel.cancelled()) visit(piece * kPiece, std::min(count, (piece + 1) * kPiece));
    });
  }

  void search_kind(NamedKind kind) {
    const size_t size = spans_of(profile_, kind).size();
    if (size == 0) return;
    if (is_of_nvtx(kind)) labels_ = &profile_.derived(build_template_labels);
    names_ = matched_names(kind);
    if (names_.of_group.empty()) return;
    texts_ = is_of_nvtx(kind) ? &profile_.derived(build_nvtx_texts) : nullptr;
    AtomicBits met(texts_ ? texts_->count : names_.group.size());
    std::vector<Tally> tallies(names_.of_group.size());
    std::mutex lock;
    each_piece(size, [&](size_t from, size_t to) {
      std::vector<Tally> found(tallies.size());
      std::vector<FoundEvent> events;
      tally(kind, from, to, met, found, events);
      const std::lock_guard guard(lock);
      for (size_t group = 0; group < tallies.size(); ++group) add(kind, found[group], tallies[group]);
      all_.events.insert(all_.events.end(), events.begin(), events.end());
      keep_few(all_.events);
    });
    std::vector<std::optional<int64_t>> gpu(tallies.size());
    if (kind == NamedKind::nvtx) add_kernel_time(met, gpu);
    for (size_t group = 0; group < tallies.size(); ++group)
      if (tallies[group].events > 0) list(kind, group, tallies[group], gpu[group]);
  }

  void list(NamedKind kind, size_t group, const Tally& of, std::optional<int64_t> gpu) {
    FoundName found{kind, std::move(names_.of_group[group]), of.texts, of.events, of.open};
    found.first = of.first;
    if (of.texts == 1 && is_of_nvtx(kind)) found.name = profile_.nvtx_text(of.first);
    const bool on_gpu = kind == NamedKind::kernel || kind == NamedKind::copy;
    if (of.timed > 0 && kind != NamedKind::mark) (on_gpu ? found.gpu : found.host) = of.time;
    if (gpu) found.gpu = gpu;
    all_.total_events += found.events;
    all_.names.push_back(std::move(found));
  }

  // The name of a group; for NVTX its label.
  std::string group_name(NamedKind kind, uint32_t name) const {
    switch (kind) {
      case NamedKind::copy:
        return std::string(copy_kind_name(name));
      case NamedKind::call:
        return std::string(base_call_name(profile_.text(NameId(name))));
      case NamedKind::kernel:
        return std::string(profile_.text(NameId(name)));
      case NamedKind::nvtx:
      case NamedKind::mark:
        break;
    }
    return labels_->of(TemplateId(name));
  }

  Fit fit(NamedKind kind, uint32_t name, const std::string& group, const TextPattern& pattern) const {
    if (pattern.matches(group)) return Fit::all;
    if (kind == NamedKind::copy) return Fit::none;
    if (is_of_nvtx(kind))
      return pattern.fit(profile_.nvtx().text.templates()[TemplateId(name)], kTemplateHoles);
    const std::string_view full = profile_.text(NameId(name));
    const bool matches =
        kind == NamedKind::kernel ? pattern.matches(display_name(full)) : pattern.matches(full);
    return matches ? Fit::all : Fit::none;
  }

  std::vector<uint32_t> names_of(NamedKind kind) const {
    std::vector<uint32_t> names;
    if (kind == NamedKind::kernel)
      for (const KernelName& name : profile_.kernels().names.values) names.push_back(name.full.value);
    if (kind == NamedKind::call)
      for (const NameId name : profile_.calls().name.values) names.push_back(name.value);
    const size_t others = is_of_nvtx(kind)          ? profile_.nvtx().text.templates().size()
                          : kind == NamedKind::copy ? size_t{256}
                                                    : 0;
    for (uint32_t name = 0; name < others; ++name) names.push_back(name);
    return names;
  }

  MatchedNames matched_names(NamedKind kind) const {
    const std::vector<uint32_t> names = names_of(kind);
    std::vector<Fit> fits(names.size(), Fit::none);
    constexpr size_t kNames = 1 << 10;
    parallel_for(usable_cores(), (names.size() + kNames - 1) / kNames, [&](size_t piece) {
      const TextPattern pattern = request_.pattern.copy();
      for (size_t i = piece * kNames; i < std::min(names.size(), (piece + 1) * kNames); ++i)
        if (!work_.cancel.cancelled()) fits[i] = fit(kind, names[i], group_name(kind, names[i]), pattern);
    });
    MatchedNames matched;
    const size_t numbers =
        kind == NamedKind::kernel || kind == NamedKind::call ? profile_.names().size() : names.size();
    matched.group.assign(numbers, kNoMatch);
    matched.by_text.assign(numbers, false);
    std::unordered_map<std::string, uint32_t> groups;
    for (size_t i = 0; i < names.size(); ++i) {
      if (fits[i] == Fit::none) continue;
      const auto [at, added] =
          groups.try_emplace(group_name(kind, names[i]), static_cast<uint32_t>(groups.size()));
      if (added) matched.of_group.push_back(at->first);
      matched.group[names[i]] = at->second;
      matched.by_text[names[i]] = fits[i] == Fit::some;
    }
    return matched;
  }

  // The part of the event inside the window; empty for rows that are no event of the kind or are out of
  // scope.
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

  // Counts the events of [from, to).
  void tally(NamedKind kind, size_t from, size_t to, AtomicBits& met, std::vector<Tally>& tallies,
             std::vector<FoundEvent>& events) const {
    const Spans& spans = spans_of(profile_, kind);
    const TextPattern pattern = request_.pattern.copy();
    for (size_t at = from; at < to; ++at) {
      const uint32_t name = name_of_event(kind, at);
      const uint32_t group = names_.group[name];
      if (group == kNoMatch) continue;
      const auto inside = inside_scope(kind, at);
      if (!inside) continue;
      const uint32_t text = texts_ ? texts_->of_event[at] : name;
      if (names_.by_text[name] && !met.has(text) && !pattern.matches(profile_.nvtx_text(at))) continue;
      Tally& of = tallies[group];
      of.texts += met.add(text) ? 1 : 0;
      if (of.events == 0 || spans.start[at] < spans.start[of.first]) of.first = static_cast<uint32_t>(at);
      ++of.events;
      if (kind == NamedKind::nvtx && spans.end(at) == Nvtx::kOpen) {
        ++of.open;
      } else {
        ++of.timed;
        of.time += inside->duration();
      }
      if (!request_.events) continue;
      events.push_back({kind, static_cast<uint32_t>(at)});
      keep_few(events);
    }
  }

  void add(NamedKind kind, const Tally& part, Tally& to) const {
    if (part.events == 0) return;
    const Spans& spans = spans_of(profile_, kind);
    const auto key = [&](const Tally& of) { return std::pair(spans.start[of.first], of.first); };
    if (to.events == 0 || key(part) < key(to)) to.first = part.first;
    to.events += part.events;
    to.open += part.open;
    to.timed += part.timed;
    to.texts += part.texts;
    to.time += part.time;
  }

  uint32_t name_of_event(NamedKind kind, size_t at) const {
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

  // A kernel counts once for each name around it, however deeply the ranges of that name nest. Only ranges
  // count whose text was found in the scope.
  void add_kernel_time(const AtomicBits& met, std::vector<std::optional<int64_t>>& gpu) const {
    const Kernels& kernels = profile_.kernels();
    if (kernels.size() == 0) return;
    const NvtxEnclosures& enclosures = profile_.derived(build_nvtx_enclosures);
    std::mutex lock;
    each_piece(kernels.size(), [&](size_t from, size_t to) {
      std::vector<std::optional<int64_t>> found(gpu.size());
      std::vector<size_t> credited(gpu.size(), SIZE_MAX);
      for (size_t i = from; i < to; ++i) {
        if (!scope_.has(kernels.stream[i])) continue;
        const auto inside = scope_.clip(kernels.interval(i));
        if (!inside) continue;
        enclosures.each({OperationNumbers::kernel, static_cast<uint32_t>(i)}, [&](uint32_t range) {
          const uint32_t group = names_.group[profile_.nvtx().text[range]];
          if (group == kNoMatch || credited[group] == i || !met.has(texts_->of_event[range])) return;
          credited[group] = i;
          add_time(inside->duration(), found[group]);
        });
      }
      const std::lock_guard guard(lock);
      for (size_t group = 0; group < gpu.size(); ++group)
        if (found[group]) add_time(*found[group], gpu[group]);
    });
  }

  static void add_time(int64_t length, std::optional<int64_t>& to) {
    Sum sum(to.value_or(0));
    sum += length;
    to = sum;
  }

  // Keeps only slightly more events than are shown.
  void keep_few(std::vector<FoundEvent>& events) const {
    const size_t most = request_.events.value_or(0);
    if (most > 0 && events.size() >= 2 * most + 1024) keep_earliest(events, most);
  }

  void keep_earliest(std::vector<FoundEvent>& events, size_t most) const {
    const auto key = [&](const FoundEvent& of) {
      return std::tuple(spans_of(profile_, of.kind).start[of.at], of.kind, of.at);
    };
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
  const TemplateLabels* labels_ = nullptr;  // set where ranges or marks are searched
  MatchedNames names_;                      // of the current kind
  const DistinctTexts* texts_ = nullptr;    // of ranges or marks
};

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

std::string_view ref_type(NamedKind kind) {
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

}  // namespace nsys_ai
