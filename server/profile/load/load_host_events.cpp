// Loads host events: CUDA calls and NVTX ranges.
#include <algorithm>

#include "profile/load/load_events.h"
#include "profile/load/part_texts.h"

namespace nsys_ai {
namespace {

// The threads of a part, by the file's global ids.
struct Threads {
  Dictionary<int64_t> ids;
  [[gnu::always_inline]] uint32_t code(std::optional<int64_t> id) { return ids.code(id.value_or(0)); }
};

template <class Part>
void number_threads(Identities& identities, const std::vector<Part*>& parts) {
  Dictionary<int64_t> all;
  for (Part* part : parts)
    for (const int64_t id : part->threads.ids.keys()) all.code(id);
  std::vector<int64_t> ids = all.keys();
  std::sort(ids.begin(), ids.end());
  for (const int64_t id : ids) identities.thread(id);
  for (Part* part : parts)
    for (const int64_t id : part->threads.ids.keys()) part->thread_map.push_back(identities.thread(id).value);
}

struct CallsPart : RowSink {
  enum : size_t { kStart, kEnd, kThread, kCorrelation, kName, kClass, kReturn };
  static std::vector<std::string_view> wanted() {
    return {"start", "end", "globalTid", "correlationId", "nameId", "eventClass", "returnValue"};
  }

  void append(TableRow& row) override {
    const auto interval = rejected.interval(row, kStart, kEnd);
    if (!interval) return;
    events.add_span(row.id(), interval->start, interval->end);
    late.add(interval->start);
    thread.push_back(threads.code(row.integer(kThread)));
    events.correlation.push_back(rejected.narrow_id(row.integer_or(kCorrelation, 0)));
    name.push_back(names.code(row.integer(kName).value_or(Strings::kNone)));
    events.event_class.push_back(rejected.narrow_kind(row.integer_or(kClass, 0)));
    events.return_value.push_back(row.integer_or(kReturn, 0));
  }
  void want(Strings& strings) const {
    for (const int64_t id : names.keys()) strings.want(id);
  }
  static Calls& family(ProfileData& data) { return data.calls; }
  template <class Visit>
  static void columns(Calls& out, Visit& visit) {
    visit.column(out.row, &Calls::row);
    visit.column(out.start, &Calls::start);
    visit.column(out.duration, &Calls::duration);
    visit.column(out.correlation, &Calls::correlation);
    visit.column(out.event_class, &Calls::event_class);
    visit.column(out.return_value, &Calls::return_value);
    visit.codes(out.thread, &CallsPart::thread, &CallsPart::thread_map);
    visit.codes(out.name.code, &CallsPart::name, &CallsPart::name_map);
  }
  static void gather(LoadContext& loading, const std::vector<CallsPart*>& parts, Jobs& jobs);

  Calls events;
  RejectedRows rejected;
  Latecomers late;
  Threads threads;
  Dictionary<int64_t> names;
  Packed<uint16_t, uint32_t> thread;
  Packed<uint16_t, uint32_t> name;
  std::vector<uint32_t> thread_map;
  std::vector<uint32_t> name_map;
};

void CallsPart::gather(LoadContext& loading, const std::vector<CallsPart*>& parts, Jobs& jobs) {
  Calls& out = loading.data.calls;
  number_threads(loading.identities, parts);
  Dictionary<uint64_t> names;
  const auto code = [&](int64_t id) { return names.code(loading.strings.of(id, loading.data.names).value); };
  for (const int64_t id : all_keys<int64_t>(parts, &CallsPart::names)) code(id);
  for (CallsPart* part : parts)
    for (const int64_t id : part->names.keys()) part->name_map.push_back(code(id));
  for (const uint64_t name : names.keys()) out.name.values.emplace_back(static_cast<size_t>(name));
  ConcatVisitor<CallsPart> visit(parts, jobs);
  columns(out, visit);
}

struct NvtxPart : RowSink {
  enum : size_t { kStart, kEnd, kType, kThread, kEndThread, kText, kTextId, kDomain, kCategory };
  static std::vector<std::string_view> wanted() {
    return {"start", "end",    "eventType", "globalTid", "endGlobalTid",
            "text",  "textId", "domainId",  "category"};
  }

  void append(TableRow& row) override {
    const auto start = row.integer(kStart);
    if (!start) {
      ++rejected.without_start;
      return;
    }
    const auto kind = row.integer(kType);
    const uint8_t type = kind ? rejected.narrow_kind(*kind) : UINT8_MAX;
    // Only a range can be open; a mark has no end.
    int64_t end = row.integer(kEnd).value_or(type == Nvtx::kMark ? *start : Nvtx::kOpen);
    if (rejected.is_beyond(*start, end == Nvtx::kOpen ? *start : std::max(*start, end))) return;
    // Rows that name domains, categories and threads have no time.
    const bool is_event = type != Nvtx::kDomain && type != Nvtx::kCategory && type != Nvtx::kThreadName &&
                          type != Nvtx::kThreadNameText;
    if (is_event && rejected.is_outside(*start, std::max(*start, end))) return;
    if (end < *start) {
      ++rejected.backwards;
      end = *start;
    }
    events.add_span(row.id(), *start, end);
    late.add(*start);
    late_by_end.add(place_in(TimeOrder::by_end, {*start, end}));
    const auto thread_id = row.integer(kThread);
    const auto end_thread_id = row.integer(kEndThread);
    thread.push_back(threads.code(thread_id));
    end_thread.push_back(threads.code(end_thread_id ? end_thread_id : thread_id));
    // Tools that import CSV leave an empty text where there was none.
    const auto written = row.text(kText);
    if (written && (!written->empty() || row.is_null(kTextId)))
      texts.add(*written);
    else
      texts.add_id(row.integer(kTextId).value_or(Strings::kNone));
    events.domain.push_back(rejected.narrow_id(row.integer_or(kDomain, 0)));
    events.category.push_back(row.integer_or(kCategory, 0));
    events.type.push_back(type);
  }
  void want(Strings& strings) { texts.want(strings); }
  static Nvtx& family(ProfileData& data) { return data.nvtx; }
  template <class Visit>
  static void columns(Nvtx& out, Visit& visit) {
    visit.column(out.row, &Nvtx::row);
    visit.column(out.start, &Nvtx::start);
    visit.column(out.duration, &Nvtx::duration);
    visit.column(out.type, &Nvtx::type);
    visit.texts(out.text, &NvtxPart::texts);
    visit.column(out.domain, &Nvtx::domain);
    visit.column(out.category, &Nvtx::category);
    visit.codes(out.thread, &NvtxPart::thread, &NvtxPart::thread_map);
    visit.codes(out.end_thread, &NvtxPart::end_thread, &NvtxPart::thread_map);
  }
  static void gather(LoadContext& loading, const std::vector<NvtxPart*>& parts, Jobs& jobs);

  Nvtx events;
  RejectedRows rejected;
  Latecomers late;
  Latecomers late_by_end;
  Threads threads;
  PartTexts texts;
  Packed<uint16_t, uint32_t> thread;
  Packed<uint16_t, uint32_t> end_thread;
  std::vector<uint32_t> thread_map;
};

void NvtxPart::gather(LoadContext& loading, const std::vector<NvtxPart*>& parts, Jobs& jobs) {
  Nvtx& out = loading.data.nvtx;
  number_threads(loading.identities, parts);
  ConcatVisitor<NvtxPart> visit(parts, jobs);
  columns(out, visit);
  // Labels take longest, so they come first while other jobs join columns.
  jobs.insert(jobs.begin(), [&loading, &out, parts] {
    std::vector<PartTexts*> texts;
    texts.reserve(parts.size());
    for (NvtxPart* part : parts) texts.push_back(&part->texts);
    loading.text_faults = PartTexts::concatenate(out.text, texts, loading.strings, loading.source.threads);
  });
}

}  // namespace

EventLoader calls_loader() { return loader_of<CallsPart>(TableKind::runtime_call); }
EventLoader nvtx_loader() { return loader_of<NvtxPart>(TableKind::nvtx); }

}  // namespace nsys_ai
