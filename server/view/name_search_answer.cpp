// Builds two kinds of tables: of names, and of single events.
#include "view/name_search_answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/memory/transfers.h"
#include "base/suggest.h"
#include "base/text_table.h"
#include "base/units.h"
#include "skill/answer_frame.h"

namespace nsys_ai {
namespace {

struct NameRow {
  std::string kind;
  std::string name;
  int64_t count = 0;
  std::optional<Ns> gpu_ns;
  std::optional<Ns> host_ns;
  int64_t texts = 0;
  EventRef first;
};
template <class F>
void fields(NameRow& r, F& f) {
  f("kind", r.kind, "kernel, nvtx (ranges), mark, call (of CUDA) or copy.");
  f("name", r.name,
    "The kernel, the call without its version, the direction of copies; of ranges and marks the text, or where several match the label that they have in common, such as `step #`.");
  f("count", r.count, "How many events of the scope have a name that matches.");
  f("gpu_ns", r.gpu_ns,
    "Time on the GPU, summed over events and devices; of ranges, that of the kernels launched inside, each once.");
  f("host_ns", r.host_ns, "Time on the host, summed over events and threads.");
  f("texts", r.texts, "How many different texts these events have.");
  f("first", r.first, "The earliest of them.");
}

struct EventRow {
  ClockNs start_ns;
  std::optional<Ns> duration_ns;
  std::string kind;
  EventRef ref;
  std::optional<Id> pid;
  std::optional<Id> tid;
  std::optional<Id> device;
  std::optional<Id> stream;
  std::string name;
};
template <class F>
void fields(EventRow& r, F& f) {
  f("start_ns", r.start_ns, "When it began, or the window does if that is later.");
  f("duration_ns", r.duration_ns,
    "Its time inside the window; none for marks and ranges that were never closed.");
  f("kind", r.kind, "kernel, nvtx (a range), mark, call (of CUDA) or copy.");
  f("ref", r.ref, "The event as a reference to pass on.");
  f("pid", r.pid, "The process; none when the capture names no process.");
  f("tid", r.tid, "The thread; none for what runs on a GPU.");
  f("device", r.device, "The GPU, as that process numbers it; none for what runs on the host.");
  f("stream", r.stream, "The stream, as that process numbers it; none for what runs on the host.");
  f("name", r.name, "The kernel, the text, the call or the direction, as it is recorded.");
}

EventRef ref_of(const Profile& profile, NamedKind kind, uint32_t at) {
  return {fmt::format("{}:{}", ref_type(kind), row_of(profile, kind, at))};
}

NameRow row_of_name(const Profile& profile, const FoundName& of) {
  NameRow row{std::string(name_of(of.kind)),     of.name, of.events, {}, {}, of.texts,
              ref_of(profile, of.kind, of.first)};
  if (of.gpu) row.gpu_ns = Ns{*of.gpu};
  if (of.host) row.host_ns = Ns{*of.host};
  return row;
}

void set_thread(const Profile& profile, ThreadIx thread, EventRow& row) {
  const Thread& of = profile.threads()[thread];
  row.tid = Id{of.tid};
  if (const auto pid = profile.pid_of(of.process)) row.pid = Id{*pid};
}

void set_stream(const Profile& profile, StreamIx stream, EventRow& row) {
  const Device& device = profile.device_of(stream);
  row.device = Id{device.ordinal};
  row.stream = Id{profile.streams()[stream].stream};
  if (const auto pid = profile.pid_of(device.process)) row.pid = Id{*pid};
}

EventRow row_of_event(const Profile& profile, const Scope& scope, FoundEvent of) {
  EventRow row;
  row.kind = name_of(of.kind);
  row.ref = ref_of(profile, of.kind, of.at);
  const Interval whole = interval_of(profile, of.kind, of.at);
  const Interval inside = scope.clip(whole).value_or(whole);
  row.start_ns = {inside.start};
  if (of.kind != NamedKind::mark && whole.end != Spans::kOpen) row.duration_ns = Ns{inside.duration()};
  switch (of.kind) {
    case NamedKind::kernel:
      row.name = profile.text(profile.kernels().name(of.at));
      set_stream(profile, profile.kernels().stream[of.at], row);
      break;
    case NamedKind::copy:
      row.name = copy_kind_name(profile.copies().copy_kind[of.at]);
      set_stream(profile, profile.copies().stream[of.at], row);
      break;
    case NamedKind::call:
      row.name = profile.text(profile.calls().name[of.at]);
      set_thread(profile, profile.calls().thread[of.at], row);
      break;
    case NamedKind::nvtx:
    case NamedKind::mark:
      row.name = profile.nvtx_text(of.at);
      set_thread(profile, profile.nvtx().thread[of.at], row);
      break;
  }
  return row;
}

std::vector<NamedKind> asked_kinds(const SearchOptions& options) {
  if (options.kinds.empty()) return {kNamedKinds.begin(), kNamedKinds.end()};
  return options.kinds;
}

std::string_view plural_of(NamedKind kind) {
  switch (kind) {
    case NamedKind::kernel:
      return "kernels";
    case NamedKind::nvtx:
      return "NVTX ranges";
    case NamedKind::mark:
      return "NVTX marks";
    case NamedKind::call:
      return "CUDA calls";
    case NamedKind::copy:
      return "memory copies";
  }
  return "";
}

// Whether there is anything to search; otherwise says what to capture.
bool recorded_any(const Profile& profile, const SearchOptions& options, Answer& answer) {
  std::vector<std::string> missing;
  const std::vector<NamedKind> kinds = asked_kinds(options);
  for (const NamedKind kind : kinds) {
    if (recorded(profile, kind) > 0) return true;
    missing.emplace_back(plural_of(kind));
  }
  std::vector<Need> needs;
  needs.reserve(kinds.size());
  for (const NamedKind kind : kinds)
    needs.push_back(kind == NamedKind::kernel ? Need::kernel
                    : kind == NamedKind::copy ? Need::copy
                    : kind == NamedKind::call ? Need::call
                                              : Need::nvtx);
  can_answer(profile, needs, answer);
  // No skill's needs cover marks alone.
  answer.outcome = Outcome::cannot_answer;
  if (!answer.reason.empty()) return false;
  answer.reason = fmt::format("The capture recorded no {}.", either(missing));
  answer.needs.emplace_back("Mark moments with nvtxMark and capture with `nsys profile --trace=cuda,nvtx`.");
  return false;
}

void add_names(const Profile& profile, const NameSearch& found, const SearchOptions& options,
               Answer& answer) {
  for (const NamedKind kind : asked_kinds(options)) {
    int64_t names = 0;
    for (const FoundName& of : found.names) {
      if (of.kind != kind) continue;
      if (++names <= options.limit || options.limit == 0)
        answer.table.rows.push_back(values_of(row_of_name(profile, of)));
    }
    if (options.limit > 0 && names > options.limit)
      answer.notes.push_back(fmt::format("{} of {} names of {} are shown", options.limit,
                                         readable_count(names), plural_of(kind)));
  }
  answer.total_rows = std::ssize(found.names);
}

// Explains why nothing was found, and suggests similar names.
Result<std::string> why_nothing(const Profile& profile, const Scope& scope, const SearchOptions& options,
                                const Work& work) {
  std::string reason = fmt::format("No name of this scope {} \"{}\".",
                                   options.pattern.regex ? "matches" : "contains", options.text);
  if (options.pattern.case_sensitive) {
    SearchOptions loose = options;
    loose.pattern.case_sensitive = false;
    const auto pattern = TextPattern::make(loose.text, loose.pattern);
    if (!pattern) return tl::unexpected(pattern.error());
    const auto found = search_names(profile, scope, {*pattern, loose.kinds, {}}, work);
    if (!found) return tl::unexpected(found.error());
    if (found->names.size() == 1) return reason + " In another case, one does.";
    if (!found->names.empty())
      return reason + fmt::format(" In another case, {} do.", readable_count(std::ssize(found->names)));
  }
  if (options.pattern.regex) return reason;
  const auto near = similar_words(profile, options.text, options.kinds);
  if (!near.empty()) reason += fmt::format(" Did you mean {}?", either(near));
  return reason;
}

}  // namespace

Result<Answer> search_answer(const Profile& profile, const ScopeRequest& request,
                             const SearchOptions& options, const Work& work) {
  const auto pattern = TextPattern::make(options.text, options.pattern);
  if (!pattern) return tl::unexpected(pattern.error());
  const LossNotes losses;
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  Answer answer = framed(profile, *scope, "search");
  answer.table.columns = options.instances ? columns_of<EventRow>() : columns_of<NameRow>();
  if (!recorded_any(profile, options, answer)) {
    add_loss_notes(losses, answer);
    return answer;
  }
  SearchRequest search{*pattern, options.kinds, {}};
  if (options.instances) search.events = static_cast<size_t>(options.limit);
  const auto found = search_names(profile, *scope, search, work);
  if (!found) return tl::unexpected(found.error());
  if (options.instances) {
    for (const FoundEvent& of : found->events)
      answer.table.rows.push_back(values_of(row_of_event(profile, *scope, of)));
    answer.total_rows = found->total_events;
  } else {
    add_names(profile, *found, options, answer);
  }
  note_scope(profile, *scope, answer.notes);
  answer.truncated = std::ssize(answer.table.rows) < answer.total_rows;
  answer.outcome = answer.table.rows.empty() ? Outcome::empty : Outcome::rows;
  if (answer.outcome == Outcome::empty) {
    auto reason = why_nothing(profile, *scope, options, work);
    if (!reason) return tl::unexpected(reason.error());
    answer.reason = std::move(*reason);
  }
  add_loss_notes(losses, answer);
  return answer;
}

}  // namespace nsys_ai
