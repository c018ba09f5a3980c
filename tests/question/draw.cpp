// Sensible queries are built from what belongs together; then some are spoilt.
#include "tests/question/draw.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>

namespace nsys_ai::test {
namespace {

bool is_gpu_event(Thing t) { return t <= Thing::graph; }
bool moves_bytes(Thing t) { return t == Thing::memcpy || t == Thing::memset; }
bool is_of_thread(Thing t) {
  return t == Thing::call || t == Thing::os_call || t == Thing::mpi_call || t == Thing::range ||
         t == Thing::mark;
}

constexpr auto kGpuMeasures =
    std::to_array({Measure::busy, Measure::idle, Measure::span, Measure::kernel_busy, Measure::compute,
                   Measure::communication, Measure::overlap, Measure::exposed, Measure::copying,
                   Measure::copy_overlap, Measure::copy_exposed});

const std::vector<std::string> kSomeFamilies = {
    "communication",  "communication", "compute", "gemm",      "attention",
    "convolution",    "normalisation", "softmax", "reduction", "elementwise",
    "copy/transpose", "optimizer",     "other"};
const std::vector<std::string> kSomeLibraries = {"NCCL", "cuBLAS", "cuDNN", "CUTLASS", "Triton", "ATen"};
const std::vector<std::string> kSomeDirections = {"Host-to-Device", "Device-to-Host", "Device-to-Device",
                                                  "Peer-to-Peer", "Host-to-Host"};
const std::vector<std::string> kSomeMemory = {"Pinned", "Pageable", "Managed"};

}  // namespace

Thing Drawer::thing() { return chance(95) ? one_of(of_.things) : any_of_named<Thing>(); }

std::vector<Measure> Drawer::measures(Thing t) const {
  using enum Measure;
  std::vector<Measure> all = {count};
  const auto add = [&](bool fits, std::initializer_list<Measure> of) {
    if (fits) all.insert(all.end(), of);
  };
  if (t == Thing::run)
    return {duration,  recording, lead_in, tail,   driver,      cuda_version,
            cpu_cores, cpu_model, host,    system, nsys_version};
  if (t == Thing::gpu) all.insert(all.end(), kGpuMeasures.begin(), kGpuMeasures.end());
  add(t == Thing::gpu, {model, sms, memory, peak_bandwidth, compute_capability});
  add(t == Thing::mark, {names});
  add(t == Thing::iteration, {duration, busy, idle, communication});
  if (t >= Thing::gpu || t == Thing::sample || t == Thing::mark || t == Thing::iteration) return all;
  add(true, {count, duration, duration, duration});
  add(t != Thing::gap && t != Thing::graph, {rate});
  add(t == Thing::kernel, {names, latency, queue, registers, blocks, block_threads, shared_memory});
  add(t == Thing::call || t == Thing::os_call, {names});
  add(moves_bytes(t), {bytes, bytes, bandwidth});
  return all;
}

std::vector<Dimension> Drawer::dimensions(Thing t) const {
  std::vector<Dimension> all;
  const auto add = [&](bool fits, std::initializer_list<Dimension> of) {
    if (fits) all.insert(all.end(), of);
  };
  add(t == Thing::kernel,
      {Dimension::name, Dimension::short_name, Dimension::family, Dimension::library, Dimension::iteration});
  add(is_of_thread(t), {Dimension::name, Dimension::thread, Dimension::process});
  add(t == Thing::memcpy, {Dimension::direction});
  add(t == Thing::range || t == Thing::mark, {Dimension::domain});
  add(is_gpu_event(t), {Dimension::gpu, Dimension::process});
  add(is_gpu_event(t) && t != Thing::gap, {Dimension::stream});
  add(t == Thing::gpu, {Dimension::gpu});
  return all;
}

void Drawer::say_statistic(AskQuery& q, Measure m) {
  const bool of_events = m == Measure::duration || m == Measure::bytes || m == Measure::bandwidth ||
                         (m >= Measure::latency && m <= Measure::shared_memory);
  const bool needs = m >= Measure::registers && m <= Measure::shared_memory;
  if (q.thing == Thing::run) return;
  if (is_of_gpus(m) && chance(15)) q.statistic = Statistic::mean;
  if (!of_events || !(needs || chance(60))) return;
  q.statistic = any_of_named<Statistic>();
  if (q.statistic == Statistic::covered && !is_of_thread(*q.thing)) q.statistic = Statistic::mean;
  if (q.statistic == Statistic::covered && m != Measure::duration) q.statistic = Statistic::median;
  if (needs && q.statistic == Statistic::total) q.statistic = Statistic::mean;
  if (q.statistic == Statistic::percentile)
    q.percentile = one_of<double>({1, 5, 10, 25, 75, 90, 95, 99, 99.9, 12.5});
}

void Drawer::say_order(AskQuery& q) {
  q.order = any_of_named<Order>();
  const bool single = !q.group && q.thing != Thing::gpu;
  if (!single && (*q.order == Order::first || *q.order == Order::last)) q.order = Order::most;
  if (*q.order == Order::most || *q.order == Order::least) {
    Measure by = one_of(measures(*q.thing));
    for (int tries = 0;
         tries < 5 && (by == Measure::rate || by == Measure::names || (single && by == Measure::count));
         ++tries)
      by = one_of(measures(*q.thing));
    if (q.thing == Thing::gpu && !is_of_gpus(by)) by = kGpuMeasures[below(kGpuMeasures.size())];
    q.by = by;
    if (q.group) say_statistic(q, by);
  }
  if (q.want == Want::list) q.top = static_cast<int64_t>(1 + below(20));
  if (q.want != Want::pick) return;
  if (chance(30)) q.rank = static_cast<int64_t>(2 + below(4));
  if (!single) return;
  if (chance(25)) {
    q.place = is_of_thread(*q.thing)
                  ? one_of<Dimension>({Dimension::thread, Dimension::process})
                  : one_of<Dimension>({Dimension::gpu, Dimension::stream, Dimension::process});
    if (q.thing == Thing::gap && q.place == Dimension::stream) q.place = Dimension::gpu;
  } else if (chance(60)) {
    const Measure told = one_of(measures(*q.thing));
    if (told != Measure::count && told != Measure::names && told != Measure::rate) q.measure = told;
    if (chance(25)) q.measure = chance(50) ? Measure::start : Measure::end;
  }
}

void Drawer::say_what(AskQuery& q) {
  const Thing t = *q.thing;
  const auto groups = dimensions(t);
  const size_t dice = below(100);
  q.want = dice < 45   ? Want::figure
           : dice < 67 ? Want::pick
           : dice < 75 ? Want::list
           : dice < 92 ? Want::group
                       : Want::whether;
  if (t == Thing::run) q.want = Want::figure;
  if (q.want == Want::group && groups.empty()) q.want = Want::figure;
  if (t >= Thing::stream && q.want != Want::figure && q.want != Want::whether) q.want = Want::figure;
  const bool grouped = q.want == Want::group || ((q.want == Want::pick || q.want == Want::list) &&
                                                 !groups.empty() && t != Thing::gpu && chance(50));
  if (grouped) q.group = one_of(groups);
  if (q.want == Want::pick || q.want == Want::list) return say_order(q);
  if (q.want == Want::whether) return;
  q.measure = one_of(measures(t));
  if (q.group == Dimension::iteration ||
      (q.group && (*q.measure == Measure::names || *q.measure == Measure::rate)))
    q.measure = Measure::count;
  if (t == Thing::gpu && q.group) q.measure = kGpuMeasures[below(kGpuMeasures.size())];
  if (q.want == Want::figure && chance(t == Thing::gpu ? 30 : 15) &&
      (is_of_gpus(*q.measure) || *q.measure == Measure::count || *q.measure == Measure::duration ||
       *q.measure == Measure::bytes)) {
    q.share = true;
    return;
  }
  say_statistic(q, *q.measure);
}

// Cut in the middle of words, so that it is no name of something else.
std::string Drawer::part_of(const std::string& name) {
  std::vector<std::pair<size_t, size_t>> words;
  for (size_t i = 0; i < name.size();) {
    size_t end = i;
    while (end < name.size() &&
           (std::isalnum(static_cast<unsigned char>(name[end])) != 0 || name[end] == '_'))
      ++end;
    if (end - i >= 5) words.emplace_back(i, end - i);
    i = std::max(end, i + 1);
  }
  if (words.empty()) return name;
  const auto [from, size] = one_of(words);
  const size_t length = 4 + below(size - 4);
  return name.substr(from + below(size - length + 1), length);
}

std::optional<std::string> Drawer::name_for(Thing t) {
  const auto& names = t == Thing::kernel    ? of_.kernels
                      : t == Thing::call    ? of_.calls
                      : t == Thing::mark    ? of_.marks
                      : t == Thing::os_call ? of_.os_calls
                                            : of_.ranges;
  if (names.empty()) return std::nullopt;
  const std::string name = one_of(names);
  if (t == Thing::os_call || t == Thing::mpi_call) return name;
  return chance(35) ? part_of(name) : name;
}

void Drawer::add_bound(AskQuery& q) {
  std::vector<Measure> of = {Measure::duration, Measure::duration};
  if (moves_bytes(*q.thing)) of.push_back(Measure::bytes);
  for (const Measure m : measures(*q.thing))
    if (m >= Measure::latency && m <= Measure::shared_memory) of.push_back(m);
  Bound bound;
  bound.of = one_of(of);
  const auto& sizes = of_.sizes.at(bound.of);
  const int64_t value = sizes.empty() ? 1000 : one_of(sizes);
  const size_t way = below(6);
  if (way == 0) bound.above = value;
  if (way == 1) bound.below = value + 1;
  if (way == 2 || way == 4) bound.at_least = value;
  if (way == 3 || way == 4) bound.at_most = value;
  if (way == 5) bound.above = value / 2, bound.below = value + 1;
  q.bounds = std::vector<Bound>{bound};
}

void Drawer::add_condition(AskQuery& q) {
  const Thing t = *q.thing;
  const auto either = [&](std::optional<std::string>& is, std::optional<std::string>& is_not,
                          const std::vector<std::string>& all) { (chance(75) ? is : is_not) = one_of(all); };
  const size_t dice = below(100);
  const bool launched = t == Thing::kernel || moves_bytes(t);
  if (dice < 20 && (is_gpu_event(t) || (is_of_thread(t) && t != Thing::mark))) return add_bound(q);
  if (dice < 40 && (launched || t == Thing::call || t == Thing::range) && !of_.enclosing.empty()) {
    q.inside = chance(85) ? one_of(of_.enclosing) : part_of(one_of(of_.enclosing));
    return;
  }
  if (dice < 50 && launched && !of_.calls.empty()) {
    q.launched_by = one_of(of_.calls);
    return;
  }
  if (t == Thing::memcpy) {
    const size_t which = below(4);
    if (which < 2) return either(q.direction, q.not_direction, kSomeDirections);
    if (which == 2) q.memory = one_of(kSomeMemory);
    if (which == 3) q.blocking = chance(50);
    return;
  }
  if (t == Thing::call && chance(50)) {
    q.calls = any_of_named<CallClass>();
    return;
  }
  if (t == Thing::kernel && chance(35)) {
    if (chance(25)) return void(q.library = one_of(kSomeLibraries));
    return either(q.family, q.not_family, kSomeFamilies);
  }
  if (t == Thing::kernel || is_of_thread(t))
    ((t == Thing::kernel || t == Thing::call) && chance(20) ? q.not_name : q.name) = name_for(t);
}

void Drawer::add_window(AskQuery& q) {
  const auto& times = is_of_thread(*q.thing) || of_.gpu_times.empty() ? of_.host_times : of_.gpu_times;
  if (times.size() < 3) return;
  const auto point = [&] {
    return one_of(times) + (chance(50) ? 0 : static_cast<int64_t>(below(4000)) - 2000);
  };
  const size_t dice = below(10);
  const bool event = is_gpu_event(*q.thing) || is_of_thread(*q.thing);
  if (dice == 0 && event) return void(q.at_ns = point());
  int64_t from = point(), to = point();
  if (from > to) std::swap(from, to);
  if (from == to) to += 1000;
  if (dice != 1) q.from_ns = from;
  if (dice != 2) q.to_ns = to;
}

void Drawer::add_part(AskQuery& q) {
  const Thing t = *q.thing;
  if (t != Thing::run && !of_.gpus.empty() && chance(20)) {
    q.gpus = std::vector<int64_t>{one_of(of_.gpus)};
    if (of_.gpus.size() > 1 && chance(25)) q.gpus = of_.gpus;
  }
  if (is_gpu_event(t) && t != Thing::gap && q.measure != Measure::rate && !of_.streams.empty() && chance(15))
    q.stream = one_of(of_.streams);
  if (t != Thing::run && !of_.pids.empty() && chance(of_.pids.size() > 1 ? 20 : 6))
    q.process = one_of(of_.gpu_pids.empty() || is_of_thread(t) ? of_.pids : of_.gpu_pids);
  if (is_of_thread(t) && !of_.tids.empty() && chance(15)) q.thread = one_of(of_.tids);
  const bool timed =
      !(q.measure && (is_of_hardware(*q.measure) || is_of_machine(*q.measure))) && t != Thing::iteration;
  if (timed && chance(30)) add_window(q);
  if (!q.from_ns && !q.to_ns && !q.at_ns && t == Thing::kernel && chance(2))
    q.iteration = static_cast<int64_t>(below(4));
}

// Something that does not belong there.
void Drawer::spoil(AskQuery& q) {
  const std::function<void()> ways[] = {[&] { q.thing = any_of_named<Thing>(); },
                                        [&] { q.measure = any_of_named<Measure>(); },
                                        [&] { q.statistic = any_of_named<Statistic>(); },
                                        [&] { q.group = any_of_named<Dimension>(); },
                                        [&] { q.want = any_of_named<Want>(); },
                                        [&] { q.family = "fast"; },
                                        [&] { q.gpus = std::vector<int64_t>{77}; },
                                        [&] { q.stream = 99999; },
                                        [&] { q.process = 1; },
                                        [&] { q.rank = 500; },
                                        [&] { q.direction = one_of(kSomeDirections); },
                                        [&] { q.name = "no such name anywhere"; }};
  ways[below(std::size(ways))]();
}

AskQuery Drawer::draw() {
  AskQuery q;
  q.thing = thing();
  say_what(q);
  // A share is of a kind.
  const size_t conditions = q.share && q.thing != Thing::gpu ? 1 : chance(45) ? 1 : chance(15) ? 2 : 0;
  for (size_t i = 0; i < conditions; ++i) add_condition(q);
  add_part(q);
  if (chance(7)) spoil(q);
  return q;
}

std::string kind_of(const AskQuery& q) {
  std::string kind(enum_name(q.want));
  if (q.share) kind = "share";
  if (q.group) kind += " by " + std::string(enum_name(*q.group));
  if (q.thing) kind += " of " + std::string(enum_name(*q.thing));
  return kind;
}

}  // namespace nsys_ai::test
