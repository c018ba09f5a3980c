// Merges row by row at all pixels at once, in one walk over the events.
#include <algorithm>
#include <atomic>
#include <functional>
#include <initializer_list>
#include <mutex>

#include "analysis/iterations.h"
#include "analysis/nvtx_paths.h"
#include "base/parallel.h"
#include "profile/order.h"
#include "trace/levels.h"
#include "trace/row_analyses.h"
#include "trace/row_events.h"
#include "trace/row_merger.h"

namespace nsys_ai::perfetto {
namespace {

// As measured, for a slice of one level and for a counter's pixel.
constexpr double kBytesOfSlice = 11;
constexpr double kBytesOfCounters = 14;

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
    const std::vector<bool> all(rows_.count(), true);
    // What analyses need is made beside the rows that need none of it.
    std::vector<Job> jobs;
    jobs.push_back([this] { profile_.derived(build_iterations); });
    jobs.push_back([this] { profile_.derived(build_nvtx_enclosures); });
    jobs.push_back([this] { profile_.derived(build_operation_order); });
    run(jobs, 0, 0.1);
    if (work_.cancel.cancelled()) return cancelled();
    RowEvents operations(recorded_, rows_, RowEvents::Section::operations, all, {}, work_);
    RowEvents nvtx(recorded_, rows_, RowEvents::Section::nvtx, all, {}, work_);
    RowEvents calls(recorded_, rows_, RowEvents::Section::calls, all, {}, work_);
    choose_levels({&operations, &nvtx, &calls});
    jobs.clear();
    for (size_t device = 0; device < profile_.devices().size(); ++device) {
      if (levels_.finest_ > 0) jobs.push_back([this, device] { count(DeviceIx(device)); });
      add_analyses(DeviceIx(device), jobs);
    }
    for (RowEvents* section : {&calls, &nvtx, &operations}) add_rows(*section, jobs);
    run(jobs, 0.1, 1);
    if (work_.cancel.cancelled()) return cancelled();
    return std::move(levels_);
  }

 private:
  using Job = std::function<void()>;

  void run(const std::vector<Job>& jobs, double from, double to) {
    std::atomic<size_t> done = 0;
    const auto tell = [&] {
      work_.report(from + (to - from) * static_cast<double>(done) / static_cast<double>(jobs.size()),
                   "merging the timeline");
    };
    if (jobs.empty()) return;
    tell();
    parallel_for(
        usable_cores(), jobs.size(),
        [&](size_t job) {
          if (!work_.cancel.cancelled()) jobs[job]();
          ++done;
        },
        tell);
  }

  // The finest level that has room, with all the coarser ones.
  void choose_levels(std::initializer_list<const RowEvents*> sections) {
    size_t events = 0;
    for (const RowEvents* of : sections) events += of->size();
    if (events < rules_.least_events && rules_.finest == 0) return;
    const auto length = static_cast<double>(std::max<int64_t>(1, profile_.extent().length()));
    const auto devices = static_cast<double>(profile_.devices().size());
    const auto bytes_at = [&](int64_t pixel) {
      const double pixels = length / static_cast<double>(pixel) + 1;
      double slices = 0;
      for (const RowEvents* of : sections)
        for (const size_t row : of->rows())
          slices += std::min(static_cast<double>(of->size(row)), 2 * pixels);
      // Each level has about half of what the one below it has.
      return 2 * kBytesOfSlice * (slices + 3 * devices * pixels) + kBytesOfCounters * devices * pixels;
    };
    int64_t pixel = std::max<int64_t>(1, rules_.finest);
    const double room = rules_.bytes_an_event * static_cast<double>(events);
    while (rules_.finest == 0 && bytes_at(pixel) > room && static_cast<double>(pixel) < length) pixel *= 2;
    levels_.finest_ = pixel;
    size_t count = 1;
    for (; static_cast<double>(pixel) < length && pixel <= INT64_MAX / 4; pixel *= 2) ++count;
    levels_.levels_.resize(count);
    for (auto& level : levels_.levels_) level.resize(rows_.count());
  }

  // Takes the events of one row, by start. One thread only.
  class RowLevels {
   public:
    RowLevels(LevelBuilder& builder, size_t row)
        : builder_(builder), row_(row), mergers_(builder.levels_.levels_.size()) {}

    // On the levels whose pixel is at most `most`; false when the work is cancelled.
    bool take(const Event& event, int64_t most = INT64_MAX) {
      int64_t pixel = builder_.levels_.finest_;
      for (size_t level = 0; level < mergers_.size() && pixel <= most; ++level, pixel *= 2)
        mergers_[level].add(event, taken_, pixel, [&](const Event& of, uint64_t) { list(level).append(of); });
      constexpr uint64_t kBetweenLooks = 4096;
      return ++taken_ % kBetweenLooks != 0 || !builder_.work_.cancel.cancelled();
    }
    void finish() {
      for (size_t level = 0; level < mergers_.size(); ++level) {
        mergers_[level].finish([&](const Event& of, uint64_t) { list(level).append(of); });
        list(level).fit();
      }
    }
    uint64_t taken() const { return taken_; }

   private:
    SliceList& list(size_t level) { return builder_.levels_.levels_[level][row_]; }

    LevelBuilder& builder_;
    size_t row_;
    std::vector<RowMerger> mergers_;
    uint64_t taken_ = 0;
  };

  // The longest first, so that no core works alone at the end.
  void add_rows(RowEvents& section, std::vector<Job>& jobs) {
    std::vector<size_t> rows = section.rows();
    std::sort(rows.begin(), rows.end(),
              [&](size_t a, size_t b) { return section.size(a) > section.size(b); });
    for (const size_t row : rows) {
      levels_.used_[row] = true;
      if (levels_.finest_ == 0) continue;
      jobs.push_back([this, &section, row] {
        RowLevels levels(*this, row);
        section.each(row, [&](const Event& event) { return levels.take(event); });
        levels.finish();
      });
    }
  }

  void add_analyses(DeviceIx device, std::vector<Job>& jobs) {
    jobs.push_back([this, device] { merge_projections(device); });
    for (const EventKind kind : {EventKind::gap, EventKind::iteration})
      jobs.push_back([this, device, kind] {
        const size_t row = rows_.analysis(kind, device);
        RowLevels levels(*this, row);
        const auto take = [&](const Event& event) { return levels.take(event); };
        kind == EventKind::gap ? each_gap(profile_, device, {}, take)
                               : each_iteration(profile_, device, {}, take);
        levels.finish();
        use(row, levels.taken());
      });
  }

  // On a level ranges are shown that lasted a pixel on the host.
  void merge_projections(DeviceIx device) {
    const size_t row = rows_.analysis(EventKind::projection, device);
    RowLevels levels(*this, row);
    SliceList& long_ones = levels_.long_projections_[device];
    each_projection_of_run(profile_, device, [&](const Event& event) {
      if (levels_.finest_ > 0 && event.time.length() >= levels_.finest_) long_ones.append(event);
      return levels.take(event, profile_.nvtx().interval(event.at).length());
    });
    levels.finish();
    long_ones.fit();
    use(row, levels.taken());
  }

  void count(DeviceIx device) {
    const Interval run = profile_.extent();
    if (run.empty()) return;
    const int64_t pixel = levels_.finest_;
    const int64_t start = start_of_pixel(run.start, pixel);
    const int64_t end = end_of_pixel(run.end - 1, pixel);
    levels_.counters_[device] = {start, counter_sums(profile_, device, {start, end}, (end - start) / pixel)};
  }

  // Neighbours of a vector of bits share a word.
  void use(size_t row, uint64_t taken) {
    const std::lock_guard lock(used_lock_);
    levels_.used_[row] = taken > 0;
  }

  Recorded recorded_;
  const Profile& profile_;
  const LevelRules& rules_;
  const Work& work_;
  MergeRows rows_;
  TimelineLevels levels_;
  std::mutex used_lock_;
};

Result<TimelineLevels> TimelineLevels::build(const Profile& profile, const LevelRules& rules,
                                             const Work& work) {
  return LevelBuilder(profile, rules, work).build();
}

}  // namespace nsys_ai::perfetto
