// The input for the cells of one query: a profile, a scope, and indexes derived from both.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_domains.h"
#include "analysis/recorded_time.h"
#include "analysis/scope.h"
#include "base/work.h"
#include "base/context.h"
#include "profile/families/family_facts.h"
#include "profile/families/lazy_family.h"
#include "profile/order.h"
#include "profile/profile.h"
#include "sql/cell.h"
#include "sql/query_budget.h"

namespace nsys_ai {

// Used by one thread. The profile and the scope outlive it.
class SqlView {
 public:
  // The number of rows between two checks of the clock and the cancel token: well below a millisecond of
  // work, even if each row has the longest text.
  static constexpr size_t kRowsBetweenLooks = 256;

  SqlView(const Profile& profile, const Scope& scope, Work work = {});

  const Profile& profile() const { return profile_; }
  const Scope& scope() const { return scope_; }
  const Work& work() const { return work_; }
  // Whether the scope shows what a process did on the host. A process that only events read later name is
  // none(), and is shown if all processes are.
  bool has(ProcessIx process) const { return process.exists() ? scope_.has(process) : all_processes_; }

  // Indexes of the entire profile, fetched once per query because a lock per cell would cost too much.
  const Launches& launches();
  const Attribution& attribution();
  const NvtxForest& forest();
  const KernelFamilies& families();
  // The name of an NVTX domain; empty when none was recorded.
  std::string_view domain_name(ProcessIx process, uint32_t domain);
  // The name of the category of a row of `nvtx`; empty when none was recorded.
  std::string_view category_name(size_t at);
  // The text of a row of `nvtx`.
  SqlCell nvtx_text(size_t at);

  // Events that are read from the file on first use. Null when reading failed; then `failure` says why, and
  // the query fails.
  template <class T>
  const T* events() {
    const void*& kept = read_[typeid(T)];
    if (kept || failure_) return static_cast<const T*>(kept);
    const ScopedContext other_database(Context::current().with_query_budget(nullptr));
    const auto begin = std::chrono::steady_clock::now();
    const auto read = profile_.events<T>(work_);
    if (deadline_) *deadline_ += std::chrono::steady_clock::now() - begin;
    if (!read) return fail(read.error()), nullptr;
    notes_.insert(notes_.end(), (*read)->notes.begin(), (*read)->notes.end());
    hold_time_of<T>();
    return static_cast<const T*>(kept = *read);
  }
  // The time of the families that were read.
  Interval recorded() const { return recorded_; }
  // The file's name for a number of one of its enum lists; empty if it has none.
  std::string_view label(Enums::List list, int64_t number);

  // Whether the query has to end, because it was cancelled or exceeded its time. Reading families does not
  // count.
  bool must_stop();
  void set_deadline(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }
  bool cancelled() const {
    const WorkScope* scope = Context::current().work;
    return work_.cancel.cancelled() || (scope != nullptr && scope->cancelled());
  }
  bool out_of_time() const { return out_of_time_; }

  // Makes the query fail. `table` is the table that was used wrongly, if one was.
  void fail(Error error, std::string_view table = {}) {
    if (failure_) return;
    failure_ = std::move(error);
    failed_table_ = table;
  }
  const std::optional<Error>& failure() const { return failure_; }
  std::string_view failed_table() const { return failed_table_; }
  // What a reader must know about the families that were read, one sentence each.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  template <class T>
  void hold_time_of() {
    if constexpr (std::is_base_of_v<Spans, T> || std::is_base_of_v<LazyInstants, T>)
      if (const auto time = recorded_time<T>(profile_, work_)) recorded_ = hull(recorded_, *time);
  }

  const Profile& profile_;
  const Scope& scope_;
  Interval recorded_;
  const Work work_;
  bool all_processes_ = true;
  const Launches* launches_ = nullptr;
  const Attribution* attribution_ = nullptr;
  const NvtxForest* forest_ = nullptr;
  const KernelFamilies* families_ = nullptr;
  const NvtxDomains* domains_ = nullptr;
  std::unordered_map<std::type_index, const void*> read_;
  std::optional<Error> failure_;
  std::string_view failed_table_;
  std::vector<std::string> notes_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  bool out_of_time_ = false;
  std::string made_text_;
};

}  // namespace nsys_ai
