// What the system recorded of threads, as events: when they ran on a core, and in which function samples
// found them.
#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "profile/families/family_facts.h"
#include "profile/families/family_host.h"
#include "profile/families/family_other.h"
#include "profile/families/family_reader.h"
#include "profile/families/family_samples.h"

namespace nsys_ai {
namespace {

// Adds events of threads of another family.
class ThreadRows {
 public:
  ThreadRows(OtherEvents& family, const LazyFamily& from, std::string_view kind, std::string_view table)
      : family_(family), from_(from), kind_(family.names.intern(kind)), table_(family.tables.size()) {
    family.tables.push_back(family.names.intern(table));
    for (uint32_t i = 0; i < family.processes.size(); ++i)
      processes_.emplace(family.processes[i].key, EventProcessIx(size_t{i}));
    for (uint32_t i = 0; i < family.threads.size(); ++i)
      threads_.emplace(std::pair(family.processes[family.threads[i].process].key, family.threads[i].tid),
                       EventThreadIx(size_t{i}));
  }

  void add(int64_t row, Interval time, EventThreadIx thread, std::string_view name, std::string_view detail) {
    family_.add_span(row, time.start, time.end);
    family_.table.push_back(static_cast<int64_t>(table_));
    family_.on.push_back(row_of(thread));
    family_.name.push_back(family_.names.intern(name));
    family_.detail.push_back(family_.names.intern(detail));
    family_.file.push_back(NameId());
    family_.line.push_back(0);
    family_.value.push_back(0);
  }

 private:
  OtherRowIx row_of(EventThreadIx thread) {
    const auto [found, added] = rows_.try_emplace(thread.value, OtherRowIx(family_.rows.size()));
    if (added) {
      OtherRow row;
      row.kind = row.unit = row.name = kind_;
      row.thread = own(thread);
      row.process = family_.threads[row.thread].process;
      family_.rows.push_back(row);
    }
    return found->second;
  }
  EventThreadIx own(EventThreadIx of) {
    const EventThread& thread = from_.threads[of];
    const EventProcess& process = from_.processes[thread.process];
    const auto [owner, is_new] =
        processes_.try_emplace(process.key, EventProcessIx(family_.processes.size()));
    if (is_new) {
      family_.processes.push_back(process);
      family_.processes.back().name = family_.names.intern(from_.text(process.name));
    }
    const auto [found, added] =
        threads_.try_emplace({process.key, thread.tid}, EventThreadIx(family_.threads.size()));
    if (added) {
      family_.threads.push_back(thread);
      family_.threads.back().process = owner->second;
      family_.threads.back().name = family_.names.intern(from_.text(thread.name));
    }
    return found->second;
  }

  OtherEvents& family_;
  const LazyFamily& from_;
  NameId kind_;
  size_t table_;
  std::map<int64_t, EventProcessIx> processes_;
  std::map<std::pair<int64_t, int64_t>, EventThreadIx> threads_;
  std::map<uint32_t, OtherRowIx> rows_;
};

// Why a thread is off its core, as far as the file says.
std::string_view reason_of(const Enums& enums, const SchedEvents& events, size_t out) {
  const std::string_view block = enums.label(Enums::List::thread_block, events.block[out]);
  if (!block.empty() && block != "Unknown" && block != "NonBlocked") return block;
  return enums.label(Enums::List::thread_state, events.state[out]);
}

}  // namespace

Result<void> add_thread_states(const FamilyReader& reader, OtherEvents& family) {
  if (reader.table(TableKind::sched_event) == nullptr) return {};
  const auto read = reader.profile().events<SchedEvents>(reader.work());
  if (!read) return tl::unexpected(read.error());
  const auto enums = reader.profile().events<Enums>(reader.work());
  if (!enums) return tl::unexpected(enums.error());
  const SchedEvents& events = **read;
  std::vector<uint32_t> order(events.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const auto key = [&](uint32_t at) {
      return std::tuple(EventThreadIx(events.thread[at]).value, events.time[at], events.is_in[at]);
    };
    return key(a) < key(b);
  });
  ThreadRows rows(family, events, "Thread states", "SCHED_EVENTS");
  for (size_t i = 0; i + 1 < order.size(); ++i) {
    const uint32_t at = order[i], next = order[i + 1];
    if (EventThreadIx(events.thread[at]) != EventThreadIx(events.thread[next])) continue;
    const Interval time{events.time[at], events.time[next]};
    const bool runs = events.is_in[at] == 1;
    rows.add(events.row[at], time, events.thread[at], runs ? "running" : "off its core",
             runs ? "core " + std::to_string(int64_t{events.cpu[at]})
                  : std::string(reason_of(**enums, events, at)));
  }
  return {};
}

Result<void> add_samples(const FamilyReader& reader, OtherEvents& family) {
  if (reader.table(TableKind::composite_event) == nullptr) return {};
  const auto samples = reader.profile().events<CpuSamples>(reader.work());
  if (!samples) return tl::unexpected(samples.error());
  const auto chains = reader.profile().events<SampleChains>(reader.work());
  if (!chains) return tl::unexpected(chains.error());
  ThreadRows rows(family, **samples, "Samples", "COMPOSITE_EVENTS");
  for (size_t i = 0; i < (*samples)->size(); ++i) {
    const CallChains::Frames frames = (*chains)->of((*samples)->id[i]);
    const auto text = [&](NameId name) { return (*chains)->text(name); };
    const bool has_frame = frames.size() > 0;
    const int64_t time = (*samples)->time[i];
    rows.add((*samples)->row[i], {time, time}, (*samples)->thread[i],
             has_frame ? text((*chains)->symbol[frames.begin]) : std::string_view("sample"),
             has_frame ? text((*chains)->module[frames.begin]) : std::string_view());
  }
  return {};
}

}  // namespace nsys_ai
