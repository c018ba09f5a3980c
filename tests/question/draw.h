// Queries drawn at random over what can be said of a profile: its own names, numbers and times, so that most
// of them ask something.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "question/query.h"
#include "tests/question/raw_export.h"

namespace nsys_ai::test {

// What a profile has, read once.
struct Inventory {
  std::vector<std::string> kernels, calls, ranges, marks, os_calls, enclosing;  // names
  std::vector<int64_t> gpus, streams, pids, gpu_pids, tids;
  std::map<Measure, std::vector<int64_t>> sizes;  // of single events, for bounds
  std::vector<int64_t> gpu_times, host_times;     // points on the clock
  std::vector<Thing> things;                      // that it has any of
};
Inventory inventory_of(RawExport& raw);

// The same seed draws the same queries, on every machine. One in about fifteen is nonsense. For one thread.
class Drawer {
 public:
  Drawer(const Inventory& inventory, uint64_t seed) : of_(inventory), random_(seed) {}

  AskQuery draw();

 private:
  bool chance(int percent) { return below(100) < static_cast<size_t>(percent); }
  size_t below(size_t count) { return static_cast<size_t>(random_() % count); }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[below(all.size())];
  }
  template <class T>
  T any_of_named() {
    constexpr auto all = names_of(T{});
    return all[below(all.size())].value;
  }

  Thing thing();
  std::vector<Measure> measures(Thing thing) const;
  std::vector<Dimension> dimensions(Thing thing) const;
  void say_what(AskQuery& q);
  void say_statistic(AskQuery& q, Measure measure);
  void say_order(AskQuery& q);
  void add_condition(AskQuery& q);
  void add_bound(AskQuery& q);
  void add_part(AskQuery& q);
  void add_window(AskQuery& q);
  void spoil(AskQuery& q);
  std::optional<std::string> name_for(Thing thing);
  std::string part_of(const std::string& name);

  const Inventory& of_;
  std::mt19937_64 random_;
};

// What a query asks, in a word or two, for counting: `figure`, `group by stream`, `kernel median queue`.
std::string kind_of(const AskQuery& query);

}  // namespace nsys_ai::test
