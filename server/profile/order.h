// Orders and links that the file does not contain, built once per profile.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/loss_notes.h"
#include "profile/profile.h"

namespace nsys_ai {

// For each row of one table the index of a row in another, or none. Stores nothing where all have none.
class RowLinks {
 public:
  using value_type = uint32_t;
  using const_iterator = const uint32_t*;
  static constexpr uint32_t kNone = UINT32_MAX;
  RowLinks() = default;
  explicit RowLinks(std::vector<uint32_t> to) : to_(std::move(to)) {}
  uint32_t operator[](size_t row) const { return to_.empty() ? kNone : to_[row]; }
  // The links; empty where no row has one.
  const uint32_t* begin() const { return to_.data(); }
  const uint32_t* end() const { return to_.data() + to_.size(); }

 private:
  std::vector<uint32_t> to_;
};

// The call that launched each operation, as an index into `Profile::calls()`; kNoCall where none was
// recorded. Correlation ids repeat between processes, so the key is (process, correlation id). Of several
// calls with one id the backtrace duplicate (class 67) is never used, and runtime calls precede driver calls.
struct Launches {
  static constexpr uint32_t kNoCall = RowLinks::kNone;
  RowLinks of_kernel;
  RowLinks of_copy;
  RowLinks of_memset;
  RowLinks of_graph_run;
};
Launches build_launches(const Profile& profile);

// Numbers all operations of a profile consecutively: kernels, then copies, memsets and graph runs.
class OperationNumbers {
 public:
  enum Kind : uint8_t { kernel, copy, memset, graph_run };
  struct Operation {
    Kind kind;
    uint32_t at;  // row in its family
  };
  explicit OperationNumbers(const Profile& profile);
  uint32_t first(Kind kind) const { return first_[kind]; }
  Operation operator[](uint32_t number) const {
    if (number < first_[copy]) return {kernel, number};
    const Kind kind = number < first_[memset] ? copy : number < first_[graph_run] ? memset : graph_run;
    return {kind, number - first_[kind]};
  }
  const Operations& family(Kind kind) const { return *families_[kind]; }

 private:
  const Operations* families_[4];
  uint32_t first_[4];
};

// The operations on each device, by time: of equal starts the shorter one first, then the smaller number.
struct OperationOrder {
  std::vector<std::vector<uint32_t>> of_device;  // indexed by DeviceIx: operation numbers
};
OperationOrder build_operation_order(const Profile& profile);

// The ranges of each thread as a forest. The parent of a push/pop range is the innermost one that contains it
// on its thread; of equal ranges the first by name is the outer one. Start/end ranges are excluded because they
// need not nest.
//
// Programs nest a few dozen ranges, but a file can nest any number, which would make walks from the inside
// out arbitrarily long. Deeper ranges are therefore siblings in the innermost range that counts.
struct NvtxForest {
  static constexpr uint32_t kNoRange = RowLinks::kNone;
  static constexpr uint32_t kDeepest = 500;  // maximum number of ranges around a range
  std::shared_ptr<const DataLoss> too_deep;  // reported where ranges nest deeper; otherwise null
  std::vector<uint32_t> parent;  // by NVTX row; kNoRange at the roots and for rows that are no push/pop range
  std::vector<std::vector<uint32_t>> of_thread;  // by thread: ranges by start, parents before children

  // The number of ranges around a range; 0 at the roots. Walks through them.
  int64_t depth(uint32_t range) const;
};
NvtxForest build_nvtx_forest(const Profile& profile);

// The innermost range around each operation's launch call: it contains the entire call, on the same thread,
// and was closed. Start/end ranges count when they began and ended on that thread.
struct Attribution {
  RowLinks of_kernel;  // NVTX row, or NvtxForest::kNoRange
  RowLinks of_copy;
  RowLinks of_memset;
  RowLinks of_graph_run;
};
Attribution build_attribution(const Profile& profile);

}  // namespace nsys_ai
