// Finds the units of work by which captures are compared. Windows of equal length are never compared: they
// are equally long whatever the program does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"

namespace nsys_ai {

// From the best to the last resort.
enum class UnitKind : uint8_t {
  step,    // of the program, from its first operation on a GPU to that of the next step
  repeat,  // the same kernels in the same order, over and over
  kernel,  // from one run of a kernel to the next of that name
  none
};
std::string_view name_of(UnitKind kind);
std::optional<UnitKind> unit_kind(std::string_view name);

struct WorkUnit {
  int64_t number = 0;  // from 0, in its process
  Interval time;
};
struct DeviceWorkUnits {
  DeviceIx device;
  std::vector<WorkUnit> units;  // in time order, disjoint
};

struct UnitRequest {
  UnitKind kind = UnitKind::step;
  std::string kernel = {};                       // for UnitKind::kernel
  std::optional<Interval> window = {};           // units inside it count
  std::optional<int64_t> first = {}, last = {};  // numbers of units, both included
};

struct WorkUnits {
  UnitKind kind = UnitKind::none;
  std::string label;    // what they are: "step (marked by `train_step`)"
  int64_t kernels = 0;  // in most of them; 0 where they differ much
  std::vector<DeviceWorkUnits> devices;

  int64_t count() const;
};

// The best kind that a capture has at least kFewestUnits of.
constexpr int64_t kFewestUnits = 5;
UnitKind best_unit_kind(const Profile& profile, const Scope& scope);

// `scope` names devices and has no window. The last unit of a device is left out, since nothing shows where
// it ends.
WorkUnits units_of(const Profile& profile, const Scope& scope, const UnitRequest& request);

// The kernel that takes most time in both, of those that run often enough in both; empty where there is none.
std::string common_kernel(const Profile& before, const Profile& after);

}  // namespace nsys_ai
