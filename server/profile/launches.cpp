// Joins operations with their calls by process and correlation id, one slice of ids at a time.
//
// Ids of a process ascend almost without gaps, so they index a table. One table for all ids would be the
// largest allocation for a profile with many calls. Ids also ascend almost in file order, so a slice of them
// is in few blocks of rows, and its table is small and filled quickly.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <utility>

#include "base/context.h"
#include "base/parallel.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// The common key of an operation and its call; id 0 means none.
struct LaunchKey {
  ProcessIx process;
  uint32_t id = 0;
};

class CallKeys {
 public:
  explicit CallKeys(const Profile& profile) : calls_(profile.calls()), threads_(profile.threads()) {}
  size_t size() const { return calls_.size(); }
  LaunchKey operator[](size_t call) const {
    const uint8_t event_class = calls_.event_class[call];
    if (event_class == Calls::kBacktraceTwin || event_class == Calls::kGraphNodeCreation) return {};
    return {threads_[calls_.thread[call]].process, calls_.correlation[call]};
  }
  bool is_runtime(uint32_t call) const { return calls_.event_class[call] == Calls::kRuntime; }
  int64_t start(uint32_t call) const { return calls_.start[call]; }
  int64_t end(uint32_t call) const { return calls_.start[call] + calls_.duration[call]; }
  // Whether one gives the id of the other again. A driver call inside the runtime call that makes it does
  // not, also in exports that record no classes of calls.
  bool repeats(uint32_t a, uint32_t b) const {
    return is_runtime(a) == is_runtime(b) && (start(a) >= end(b) || start(b) >= end(a));
  }
  // Order among calls with one id: runtime calls precede driver calls, then the earlier one.
  bool precedes(uint32_t a, uint32_t b) const {
    if (is_runtime(a) != is_runtime(b)) return is_runtime(a);
    return start(a) != start(b) ? start(a) < start(b) : a < b;
  }

 private:
  const Calls& calls_;
  const std::vector<Thread>& threads_;
};

class OperationKeys {
 public:
  OperationKeys(const Profile& profile, const Operations& operations)
      : profile_(profile), operations_(operations) {}
  size_t size() const { return operations_.size(); }
  LaunchKey operator[](size_t at) const {
    return {profile_.device_of(operations_.stream[at]).process, operations_.correlation[at]};
  }

 private:
  const Profile& profile_;
  const Operations& operations_;
};

// Splits the ids of every process into slices, lower ids first.
class IdSlices {
 public:
  static constexpr size_t kMost = 64;  // one bit of a word for each

  IdSlices(size_t processes, const CallKeys& calls) : of_process_(processes) {
    ThrottledCheck check;
    for (size_t call = 0; call < calls.size(); check(), ++call) {
      const auto [process, id] = calls[call];
      if (id == 0) continue;
      OfProcess& of = of_process_[process];
      of.first = std::min(of.first, id);
      of.last = std::max(of.last, id);
      ++of.calls;
    }
    constexpr size_t kWorthSlice = size_t{1} << 16;  // a table that stays in a core's cache
    size_t ids = 0;
    for (const OfProcess& of : of_process_) ids += of.is_dense() ? of.ids() : 0;
    count_ = std::clamp<size_t>(std::bit_ceil(ids / kWorthSlice), 1, kMost);
    for (OfProcess& of : of_process_) {
      of.place = places_;
      if (of.calls == 0 || !of.is_dense()) continue;
      while ((of.ids() - 1) >> of.shift >= count_) ++of.shift;
      places_ += std::min(of.ids(), size_t{1} << of.shift);
    }
  }

  size_t count() const { return count_; }
  // The size of a table that holds any slice.
  size_t places() const { return places_; }
  // Whether the ids of a process are too far apart for a table.
  bool is_sparse(LaunchKey key) const {
    const OfProcess& of = of_process_[key.process];
    return of.calls > 0 && !of.is_dense();
  }
  bool has_sparse() const {
    return std::any_of(of_process_.begin(), of_process_.end(),
                       [](const OfProcess& of) { return of.calls > 0 && !of.is_dense(); });
  }

  // The slice of an id, and its position there; `count()` for an id in no slice.
  std::pair<size_t, size_t> operator[](LaunchKey key) const {
    const OfProcess& of = of_process_[key.process];
    if (key.id < of.first || key.id > of.last || key.id == 0 || !of.is_dense()) return {count_, 0};
    const size_t at = key.id - of.first;
    return {at >> of.shift, of.place + (at & ((size_t{1} << of.shift) - 1))};
  }

 private:
  struct OfProcess {
    uint32_t first = UINT32_MAX;
    uint32_t last = 0;
    uint32_t calls = 0;
    uint8_t shift = 0;  // number of bits of an id that are its position in a slice
    size_t place = 0;   // of the process's first id in a table

    size_t ids() const { return calls == 0 ? 0 : size_t{last - first} + 1; }
    bool is_dense() const {
      constexpr size_t kMaxHoles = 4;
      return ids() <= calls * kMaxHoles;
    }
  };
  std::vector<OfProcess> of_process_;
  size_t count_ = 1;
  size_t places_ = 0;
};

// The rows of one table by slice of their ids.
template <class Keys>
class SlicedRows {
 public:
  SlicedRows(Keys keys, const IdSlices& slices)
      : keys_(std::move(keys)), slices_(slices), in_block_((keys_.size() + kBlock - 1) / kBlock, 0) {
    parallel_for(usable_cores(), (in_block_.size() + kPiece - 1) / kPiece, [&](size_t piece) {
      for (size_t block = piece * kPiece; block < std::min(in_block_.size(), (piece + 1) * kPiece); ++block)
        for (size_t row = block * kBlock; row < end_of(block); ++row)
          if (const size_t slice = slices_[keys_[row]].first; slice < slices_.count())
            in_block_[block] |= uint64_t{1} << slice;
    });
  }

  const Keys& keys() const { return keys_; }
  // Calls `visit` with each row of a slice, in order, and its position there.
  template <class Visit>
  void each(size_t slice, Visit visit) const {
    for (size_t block = 0; block < in_block_.size(); ++block) {
      if ((in_block_[block] >> slice & 1) == 0) continue;
      check_cancelled();
      for (size_t row = block * kBlock; row < end_of(block); ++row)
        if (const auto [of, place] = slices_[keys_[row]]; of == slice)
          visit(static_cast<uint32_t>(row), place);
    }
  }

 private:
  static constexpr size_t kBlock = size_t{1} << 12;  // rows
  static constexpr size_t kPiece = 16;               // blocks
  size_t end_of(size_t block) const { return std::min(keys_.size(), (block + 1) * kBlock); }

  Keys keys_;
  const IdSlices& slices_;
  std::vector<uint64_t> in_block_;  // one bit for each slice with rows in the block
};

// Calls found in lists that are sorted by id: of processes whose ids are far apart, and of those that give an
// id again. An operation then belongs to the nearest call before it.
//
// Ids are put into buckets, so that a list takes two passes to sort and an id is looked for among few,
// however far apart ids are.
class ListedCalls {
 public:
  template <class IsListed>
  ListedCalls(const CallKeys& keys, size_t processes, IsListed is_listed)
      : keys_(keys), of_process_(processes) {
    std::vector<std::vector<std::vector<Entry>>> shares(shares_of(keys.size(), processes));
    each_share(keys.size(), shares.size(), [&](size_t share, size_t from, size_t to) {
      shares[share].resize(processes);
      ThrottledCheck check;
      for (size_t call = from; call < to; check(), ++call)
        if (const LaunchKey key = keys[call]; key.id != 0 && is_listed(key))
          shares[share][key.process].push_back({key.id, static_cast<uint32_t>(call)});
    });
    parallel_for(usable_cores(), processes, [&](size_t process) {
      std::vector<Entry> all;
      for (auto& share : shares) {
        all.insert(all.end(), share[process].begin(), share[process].end());
        share[process] = {};
      }
      of_process_[process] = sorted(std::move(all));
    });
  }

  // The call with the key that started last before `time`, a runtime call where there is one, and the
  // outermost of nested calls; the first call with the key where all started later.
  uint32_t find(LaunchKey key, int64_t time) const {
    const auto [first, end] = of_process_[key.process].with_id(key.id);
    if (first == end) return Launches::kNoCall;
    const bool runtime = keys_.is_runtime(first->call);
    const Entry* at = std::partition_point(first, end, [&](const Entry& entry) {
      return keys_.is_runtime(entry.call) == runtime && keys_.start(entry.call) <= time;
    });
    if (at == first) return first->call;
    --at;
    constexpr int kMaxNested = 4;
    for (int i = 0; i < kMaxNested && at != first && keys_.end((at - 1)->call) >= keys_.end(at->call); ++i)
      --at;
    return at->call;
  }

 private:
  struct Entry {
    uint32_t id;
    uint32_t call;
  };
  struct Sorted {
    std::vector<Entry> all;  // by bucket, then id
    std::vector<uint32_t> bucket_ends;

    // Neighbours in one part of the ids are in neighbouring buckets; those of another part lie over them.
    size_t bucket_of(uint32_t id) const { return (id ^ id >> 12 ^ id >> 24) & (bucket_ends.size() - 1); }
    std::pair<const Entry*, const Entry*> with_id(uint32_t id) const {
      if (all.empty()) return {nullptr, nullptr};
      const size_t bucket = bucket_of(id);
      const Entry* const begin = all.data() + (bucket == 0 ? 0 : bucket_ends[bucket - 1]);
      const Entry* const end = all.data() + bucket_ends[bucket];
      const Entry* const from =
          std::partition_point(begin, end, [&](const Entry& entry) { return entry.id < id; });
      return {from, std::partition_point(from, end, [&](const Entry& entry) { return entry.id == id; })};
    }
  };

  Sorted sorted(std::vector<Entry> entries) const {
    Sorted of;
    if (entries.empty()) return of;
    constexpr size_t kInBucket = 4;
    of.bucket_ends.resize(std::bit_ceil(entries.size() / kInBucket + 1));
    for (const Entry& entry : entries) ++of.bucket_ends[of.bucket_of(entry.id)];
    uint32_t end = 0;
    for (uint32_t& bucket : of.bucket_ends) end += std::exchange(bucket, end);
    of.all.resize(entries.size());
    for (const Entry& entry : entries) of.all[of.bucket_ends[of.bucket_of(entry.id)]++] = entry;
    ThrottledCheck check;
    const auto precedes = [&](const Entry& a, const Entry& b) {
      return a.id != b.id ? a.id < b.id : keys_.precedes(a.call, b.call);
    };
    for (uint32_t from = 0; const uint32_t to : of.bucket_ends) {
      check();
      std::sort(of.all.begin() + from, of.all.begin() + to, precedes);
      from = to;
    }
    return of;
  }

  const CallKeys& keys_;
  std::vector<Sorted> of_process_;
};

// The launches of one family of operations, filled slice by slice.
class LaunchesOf {
 public:
  LaunchesOf(const Profile& profile, const Operations& operations, const IdSlices& slices)
      : operations_(operations),
        rows_(OperationKeys(profile, operations), slices),
        calls_(operations.size(), Launches::kNoCall) {}
  // Of the operations that `is_listed`.
  template <class IsListed>
  void fill(const ListedCalls& listed, IsListed is_listed) {
    each_piece(calls_.size(), [&](size_t from, size_t to) {
      for (size_t i = from; i < to; ++i)
        if (const LaunchKey key = rows_.keys()[i]; key.id != 0 && is_listed(key))
          calls_[i] = listed.find(key, operations_.start[i]);
    });
  }
  void fill(size_t slice, const std::vector<uint32_t>& table) {
    rows_.each(slice, [&](uint32_t row, size_t place) { calls_[row] = table[place]; });
  }
  RowLinks taken() { return RowLinks(std::move(calls_)); }

 private:
  const Operations& operations_;
  SlicedRows<OperationKeys> rows_;
  std::vector<uint32_t> calls_;
};

}  // namespace

Launches build_launches(const Profile& profile) {
  const CallKeys keys(profile);
  const IdSlices slices(profile.processes().size(), keys);
  const SlicedRows<CallKeys> calls(keys, slices);
  std::array of_family = {
      LaunchesOf(profile, profile.kernels(), slices), LaunchesOf(profile, profile.copies(), slices),
      LaunchesOf(profile, profile.memsets(), slices), LaunchesOf(profile, profile.graph_runs(), slices)};
  constexpr size_t kMostTables = 4;
  const size_t workers = std::min({usable_cores(), kMostTables, slices.count()});
  std::atomic<size_t> next = 0;
  // Processes that gave two calls of one kind the same id.
  std::vector<std::atomic<bool>> repeats(profile.processes().size());
  parallel_for(workers, workers, [&](size_t) {
    std::vector<uint32_t> table(slices.places());
    for (size_t slice = next++; slice < slices.count(); slice = next++) {
      std::fill(table.begin(), table.end(), Launches::kNoCall);
      calls.each(slice, [&](uint32_t call, size_t place) {
        const uint32_t there = table[place];
        if (there != Launches::kNoCall && keys.repeats(there, call)) repeats[keys[call].process] = true;
        if (there == Launches::kNoCall || keys.precedes(call, there)) table[place] = call;
      });
      for (LaunchesOf& of : of_family) of.fill(slice, table);
    }
  });
  const auto is_listed = [&](LaunchKey key) { return slices.is_sparse(key) || repeats[key.process]; };
  if (slices.has_sparse() || std::any_of(repeats.begin(), repeats.end(), [](const auto& is) { return is.load(); })) {
    const ListedCalls listed(keys, profile.processes().size(), is_listed);
    for (LaunchesOf& of : of_family) of.fill(listed, is_listed);
  }
  auto& [kernels, copies, memsets, graph_runs] = of_family;
  return {kernels.taken(), copies.taken(), memsets.taken(), graph_runs.taken()};
}

}  // namespace nsys_ai
