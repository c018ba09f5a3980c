// Merges row by row at all pixels at once, in one walk over the events.
#include <algorithm>
#include <atomic>
#include <functional>
#include <initializer_list>

#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/iterations.h"
#include "base/parallel.h"
#include "profile/order.h"
#include "trace/timeline/level_mergers.h"
#include "trace/timeline/levels.h"
#include "trace/timeline/nesting_depth.h"
#include "trace/timeline/row_analyses.h"
#include "trace/timeline/row_events.h"

namespace nsys_ai::perfetto {
namespace {

// Measured, for a slice of one level and for a pixel of a counter.
constexpr double kBytesOfSlice = 11;
constexpr double kBytesOfCounters = 14;

// Rows of other kinds have parallel lanes for overlaps (trace/tracks.cpp).
bool may_nest(EventKind kind) {
  return kind == EventKind::range || kind == EventKind::call || kind == EventKind::projection;
}

}  // namespace

class LevelBuilder {
 public:
  LevelBuilder(const Profile& profile, const LevelRules& rules, const Work& work)
      : recorded_{profile},
        profile_(profile),
        rules_(rules),
        work_(work),
        rows_(recorded_),
        levels_(profile) {}

  Result<TimelineLevels> build() {
    // Finding the steps takes one core as long as the independent rest takes all others.
    do_all({[this] { profile_.derived(build_iterations); }, [this] { merge_rows(); }},
           [this] { work_.report(0.05 + 0.9 * done_.load(), "merging the timeline"); });
    if (work_.cancel.cancelled()) return cancelled();
    levels_.steps_ = profile_.derived(build_iterations).all.size();
    for (size_t device = 0; device < profile_.devices().size(); ++device)
      merge_analysis(EventKind::iteration, DeviceIx(device));
    return std::move(levels_);
  }

 private:
  using Job = std::function<void()>;

  void do_all(const std::vector<Job>& jobs, const std::function<void()>& wait = {}) {
    parallel_for(
        usable_cores(), jobs.size(),
        [&](size_t job) {
          if (!work_.cancel.cancelled()) jobs[job]();
        },
        wait);
  }

  void merge_rows() {
    const std::vector<bool> all(rows_.count(), true);
    do_all({[this] { profile_.derived(build_operation_order); },
            [this] { profile_.derived(build_nvtx_forest); }});
    if (work_.cancel.cancelled()) return;
    RowEvents operations(recorded_, rows_, RowEvents::Section::operations, all, {}, work_);
    RowEvents nvtx(recorded_, rows_, RowEvents::Section::nvtx, all, {}, work_);
    RowEvents calls(recorded_, rows_, RowEvents::Section::calls, all, {}, work_);
    choose_levels({&operations, &nvtx, &calls});
    std::vector<Job> jobs;
    for (size_t device = 0; device < profile_.devices().size(); ++device)
      if (levels_.finest_ > 0) jobs.push_back([this, device] { count(DeviceIx(device)); });
    for (RowEvents* section : {&calls, &nvtx, &operations}) add_rows(*section, jobs);
    for (size_t device = 0; device < profile_.devices().size(); ++device) {
      jobs.push_back([this, device] { merge_projections(DeviceIx(device)); });
      jobs.push_back([this, device] { merge_analysis(EventKind::gap, DeviceIx(device)); });
    }
    const double share = 1 / static_cast<double>(std::max<size_t>(1, jobs.size()));
    for (Job& job : jobs)
      job = [this, share, job = std::move(job)] {
        job();
        done_ += share;
      };
    do_all(jobs);
  }

  // Chooses the finest level that fits into the memory together with all coarser ones.
  void choose_levels(std::initializer_list<const RowEvents*> sections) {
    size_t events = 0;
    for (const RowEvents* of : sections) events += of->size();
    if (events < rules_.least_events && rules_.finest == 0) return;
    const auto length = static_cast<double>(std::max<int64_t>(1, profile_.extent().duration()));
    const auto devices = static_cast<double>(profile_.devices().size());
    const auto bytes_at = [&](int64_t pixel) {
      const double pixels = length / static_cast<double>(pixel) + 1;
      double slices = 0;
      for (const RowEvents* of : sections)
        for (const size_t row : of->rows())
          slices += std::min(static_cast<double>(of->size(row)), 2 * pixels);
      // Each level has about half as many slices as the next finer one.
      return 2 * kBytesOfSlice * (slices + 3 * devices * pixels) + kBytesOfCounters * devices * pixels;
    };
    int64_t pixel = std::max<int64_t>(1, rules_.finest);
    const double room = rules_.bytes_per_event * static_cast<double>(events);
    while (rules_.finest == 0 && bytes_at(pixel) > room && static_cast<double>(pixel) < length) pixel *= 2;
    levels_.finest_ = pixel;
    size_t count = 1;
    // Events that are read on first use make a run longer than what the levels hold.
    constexpr double kLonger = 64;
    for (; static_cast<double>(pixel) < kLonger * length && pixel <= INT64_MAX / 4; pixel *= 2) ++count;
    levels_.levels_.resize(count);
    for (auto& level : levels_.levels_) level.resize(rows_.count());
  }

  // Receives the events of one row, by start. For one thread.
  class RowLevels {
   public:
    RowLevels(LevelBuilder& builder, size_t row)
        : builder_(builder),
          row_(row),
          may_nest_(may_nest(builder.rows_[row].kind)),
          mergers_(builder.levels_.levels_.size(), builder.levels_.finest_) {}

    // Adds the event to levels whose pixel is at most `most`; returns false when the work is cancelled.
    bool append(const Event& event, int64_t most = INT64_MAX) {
      if (may_nest_) depth_.add(event.time);
      mergers_.add(event, most, [&](size_t level, const Event& of) { list(level).append(of); });
      constexpr uint64_t kBetweenLooks = 4096;
      return ++appended_ % kBetweenLooks != 0 || !builder_.work_.cancel.cancelled();
    }
    void finish() {
      mergers_.finish([&](size_t level, const Event& of) { list(level).append(of); });
      for (auto& level : builder_.levels_.levels_) level[row_].fit();
      const size_t deepest = may_nest_ ? depth_.deepest() : std::min<uint64_t>(1, appended_);
      builder_.levels_.depths_[row_] = static_cast<uint8_t>(std::min<size_t>(deepest, UINT8_MAX));
    }

   private:
    SliceList& list(size_t level) { return builder_.levels_.levels_[level][row_]; }

    LevelBuilder& builder_;
    size_t row_;
    bool may_nest_;
    LevelMergers mergers_;
    NestingDepth depth_;
    uint64_t appended_ = 0;
  };

  // The longest rows first, so that no core works alone at the end.
  void add_rows(RowEvents& section, std::vector<Job>& jobs) {
    std::vector<size_t> rows = section.rows();
    std::sort(rows.begin(), rows.end(),
              [&](size_t a, size_t b) { return section.size(a) > section.size(b); });
    for (const size_t row : rows) {
      // If levels are not worth their memory, neither is a walk to find the nesting depth.
      levels_.depths_[row] = 1;
      if (levels_.finest_ == 0 && !may_nest(rows_[row].kind)) continue;
      jobs.push_back([this, &section, row] {
        RowLevels levels(*this, row);
        section.each(row, [&](const Event& event) { return levels.append(event); });
        levels.finish();
      });
    }
  }

  void merge_analysis(EventKind kind, DeviceIx device) {
    const size_t row = rows_.analysis(kind, device);
    RowLevels levels(*this, row);
    const auto visit = [&](const Event& event) { return levels.append(event); };
    kind == EventKind::gap ? each_gap(profile_, device, {}, visit)
                           : each_iteration(profile_, device, {}, visit);
    levels.finish();
  }

  // A level shows ranges that lasted at least its pixel on the GPU.
  void merge_projections(DeviceIx device) {
    const size_t row = rows_.analysis(EventKind::projection, device);
    RowLevels levels(*this, row);
    SliceList& long_ones = levels_.long_projections_[device];
    each_projection_of_run(profile_, device, [&](const Event& event) {
      if (levels_.finest_ > 0 && event.time.duration() >= levels_.finest_) long_ones.append(event);
      return levels.append(event, event.time.duration());
    });
    levels.finish();
    long_ones.fit();
  }

  void count(DeviceIx device) {
    const Interval run = profile_.extent();
    if (run.empty()) return;
    const int64_t pixel = levels_.finest_;
    const int64_t start = start_of_pixel(run.start, pixel);
    const int64_t end = end_of_pixel(run.end - 1, pixel);
    levels_.counters_[device] = {start, counter_sums(profile_, device, {start, end}, (end - start) / pixel)};
  }

  Recorded recorded_;
  const Profile& profile_;
  const LevelRules& rules_;
  const Work& work_;
  MergeRows rows_;
  TimelineLevels levels_;
  std::atomic<double> done_ = 0;  // completed share of the work for all rows
};

Result<TimelineLevels> TimelineLevels::build(const Profile& profile, const LevelRules& rules,
                                             const Work& work) {
  return LevelBuilder(profile, rules, work).build();
}

}  // namespace nsys_ai::perfetto
