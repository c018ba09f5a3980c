// Asks the store through the same functions as skills do.
#include "tests/bench/store.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/time/busy.h"
#include "analysis/time/idle.h"
#include "profile/order.h"
#include "tests/bench/clock.h"

namespace nsys_ai::bench {
namespace {

constexpr int kRepetitions = 5;
constexpr int64_t kShortestGapNs = 20'000;

double median_of(const std::function<void()>& question) {
  std::vector<double> times;
  for (int i = 0; i < kRepetitions; ++i) times.push_back(ms_of(question));
  return median(times);
}

Scope middle_half(const Profile& profile) {
  const Interval all = profile.extent();
  const int64_t quarter = all.duration() / 4;
  auto scope = Scope::make(profile, {.gpus = {}, .window = Interval{all.start + quarter, all.end - quarter}});
  if (!scope) throw std::runtime_error(scope.error().message);
  return *scope;
}

// Busy and idle of each device, summed, so that nobody can leave out to compute it.
int64_t busy_and_idle(const Profile& profile, const Scope& scope) {
  int64_t sum = 0;
  for (const DeviceTime& time : device_times(profile, scope)) sum += time.busy + time.idle();
  return sum;
}

// The longest labels by the time of kernels whose innermost range has the label; returns the time of all.
int64_t attribution_summary(const Profile& profile) {
  constexpr size_t kShown = 20;
  const Attribution& attribution = profile.derived(build_attribution);
  const auto& kernels = profile.kernels();
  const auto& ranges = profile.nvtx();
  std::vector<int64_t> by_label(profile.nvtx().text.templates().size(), 0);
  int64_t all = 0;
  for (size_t kernel = 0; kernel < kernels.size(); ++kernel) {
    const uint32_t range = attribution.of_kernel[kernel];
    if (range == NvtxForest::kNoRange) continue;
    const int64_t length = kernels.interval(kernel).duration();
    by_label[ranges.text[range]] += length;
    all += length;
  }
  std::vector<uint32_t> labels(by_label.size());
  for (uint32_t i = 0; i < labels.size(); ++i) labels[i] = i;
  const auto shown = labels.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, labels.size()));
  std::partial_sort(labels.begin(), shown, labels.end(),
                    [&](uint32_t left, uint32_t right) { return by_label[left] > by_label[right]; });
  return all;
}

void ask(const Profile& profile, Everything& measured) {
  const Scope whole = Scope::whole(profile);
  const Scope window = middle_half(profile);
  volatile int64_t sink = 0;
  measured.devices = std::max<int64_t>(1, static_cast<int64_t>(whole.devices().size()));
  const auto devices = static_cast<double>(measured.devices);
  measured.top_kernels_ms = median_of([&] { sink = sink + std::ssize(kernel_stats(profile, whole)); });
  measured.top_kernels_window_ms =
      median_of([&] { sink = sink + std::ssize(kernel_stats(profile, window)); });
  measured.busy_idle_ms = median_of([&] { sink = sink + busy_and_idle(profile, window); }) / devices;
  measured.gaps_ms =
      median_of([&] { sink = sink + std::ssize(idle_gaps(profile, whole, kShortestGapNs)); }) / devices;
  measured.attribution_ms = median_of([&] { measured.attributed_ns = attribution_summary(profile); });
}

// A file that is open for as long as it is needed.
class File {
 public:
  explicit File(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw std::runtime_error(path + ": " + std::strerror(errno));
  }
  ~File() { ::close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

FirstAnswer measure_first_answer(const std::string& path) {
  FirstAnswer measured;
  const int64_t read_before = device_bytes_read();
  const double processor_before = processor_ms();
  std::vector<KernelStats> stats;
  measured.ms = ms_of([&] {
    const Profile& profile = opened(path);
    stats = kernel_stats(profile, Scope::whole(profile));
  });
  measured.processor_ms = processor_ms() - processor_before;
  measured.device_bytes = device_bytes_read() - read_before;
  measured.memory = memory_now();
  for (const KernelStats& kernel : stats) {
    measured.kernels += kernel.calls;
    measured.kernel_ns += kernel.total;
  }
  return measured;
}

Everything measure_everything(const std::string& path) {
  Everything measured;
  const double processor_before = processor_ms();
  const Profile* profile = nullptr;
  measured.ms = ms_of([&] {
    profile = &opened(path);
    measured.loaded = memory_now();
    profile->derived(build_nvtx_forest);
    profile->derived(build_launches);
    profile->derived(build_attribution);
  });
  measured.processor_ms = processor_ms() - processor_before;
  measured.built = memory_now();
  ask(*profile, measured);
  return measured;
}

void warm_page_cache(const std::string& path) {
  const File file(path);
  std::vector<char> buffer(size_t{1} << 20);
  while (::read(file.descriptor(), buffer.data(), buffer.size()) > 0) {
  }
}

void drop_page_cache(const std::string& path) {
  const File file(path);
  // Pages that are not written yet stay.
  ::fdatasync(file.descriptor());
  if (const int error = ::posix_fadvise(file.descriptor(), 0, 0, POSIX_FADV_DONTNEED))
    throw std::runtime_error(path + ": " + std::strerror(error));
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace nsys_ai::bench
