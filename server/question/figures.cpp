// Sums, means, and their wording.
#include "question/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "analysis/kernels/kernels.h"
#include "base/text_table.h"

namespace nsys_ai {

bool is_ranked(const std::optional<Statistic>& statistic) {
  return statistic == Statistic::median || statistic == Statistic::percentile;
}

std::string aggregate(const AskQuery& q, Measure measure) {
  const std::string value = value_of(measure);
  if (measure == Measure::count) return "count(*)";
  // Interpolates linearly, like skills.
  if (is_ranked(q.statistic))
    return fmt::format("percentile({}, {})", value,
                       q.statistic == Statistic::median ? 50 : q.percentile.value_or(50));
  // Counts the time of several open ones once: `before` is the latest end of the ones that began earlier.
  if (q.statistic == Statistic::covered) return "sum(max(0, end - max(start, coalesce(before, start))))";
  if (q.statistic == Statistic::deviation) return fmt::format("stddev_pop({})", value);
  if (measure == Measure::bandwidth && !q.statistic) return "1.0 * sum(bytes) / nullif(sum(duration), 0)";
  return q.statistic == Statistic::mean ? fmt::format("avg({})", value) : fmt::format("sum({})", value);
}

Value rounded(const Value& value, Unit unit) {
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr || unit == Unit::gb_per_s || unit == Unit::share || unit == Unit::none) return value;
  if (unit == Unit::count) return value;
  return static_cast<int64_t>(std::llround(*number));
}

std::string shown(const Value& value, Unit unit) {
  if (const auto* number = std::get_if<double>(&value); number != nullptr && unit == Unit::count) {
    const bool whole = *number == std::floor(*number) && std::abs(*number) < 1e15;
    return whole ? readable_count(static_cast<int64_t>(*number)) : fmt::format("{:.4g}", *number);
  }
  return readable(value, unit);
}

std::string quoted_name(const std::string& name) { return "`" + shortened(one_line(name), 160) + "`"; }

std::string sentence(const AnswerContext& context, const std::string& value) {
  const std::string words = sentence_of(context.query);
  if (words.starts_with("which ") || words.starts_with("on which "))
    return fmt::format("{}{}: {}.", static_cast<char>(words[0] - 'a' + 'A'), words.substr(1), value);
  return fmt::format("The {} is {}.", words, value);
}

std::string only_so_many(int64_t count) {
  return count == 1 ? "There is one only" : fmt::format("There are {} only", readable_count(count));
}

void add_short_name(AnswerContext& context, const std::string& name) {
  // An operation with parameters in its name is a kernel.
  const bool kernel = context.query.thing == Thing::kernel ||
                      (context.query.thing == Thing::operation && name.find('(') != std::string::npos);
  if (kernel) context.fact("short name", base_name(name), Unit::none);
  // PyTorch appends ids of the single operation to a label.
  if (context.query.thing == Thing::range)
    if (const size_t ids = std::min(name.find(", seq = "), name.find(", op_id = ")); ids != std::string::npos)
      context.fact("short name", name.substr(0, ids), Unit::none);
  const size_t version = name.rfind("_v");
  if (context.query.thing == Thing::call && version != std::string::npos && version + 2 < name.size() &&
      name.find_first_not_of("0123456789", version + 2) == std::string::npos)
    context.fact("short name", name.substr(0, version), Unit::none);
}

namespace {

// The devices of the scope by the processes' ordinals.
std::map<int64_t, std::vector<DeviceIx>> by_ordinal(const AnswerContext& context) {
  std::map<int64_t, std::vector<DeviceIx>> found;
  for (const DeviceIx device : context.scope.devices())
    found[context.profile.devices()[device].ordinal].push_back(device);
  return found;
}

bool is_one_gpu(const Profile& profile, const std::vector<DeviceIx>& devices) {
  return std::all_of(devices.begin(), devices.end(), [&](DeviceIx at) {
    const Device& device = profile.devices()[at];
    return device.is_known && device.part == profile.devices()[devices[0]].part;
  });
}

}  // namespace

bool has_shared_gpu(const AnswerContext& context) {
  const auto devices = by_ordinal(context);
  return std::any_of(devices.begin(), devices.end(), [](const auto& of) { return of.second.size() > 1; });
}

bool has_one_shared_gpu(const AnswerContext& context) {
  const auto devices = by_ordinal(context);
  return has_shared_gpu(context) && std::all_of(devices.begin(), devices.end(), [&](const auto& of) {
           return is_one_gpu(context.profile, of.second);
         });
}

bool shares_a_gpu(AnswerContext& context) {
  for (const auto& [ordinal, devices] : by_ordinal(context))
    if (devices.size() > 1 && !is_one_gpu(context.profile, devices)) {
      (void)context.cannot(fmt::format(
          "{} processes each number a GPU {}: name one of them, as in `of process {}`.", devices.size(),
          ordinal, context.profile.pid_of(context.profile.devices()[devices[0]].process).value_or(0)));
      return true;
    }
  return false;
}

std::string value_of(Measure measure) {
  switch (measure) {
    case Measure::duration:
      return "duration";
    case Measure::bytes:
      return "bytes";
    case Measure::bandwidth:
      return "1.0 * bytes / nullif(duration, 0)";
    case Measure::start:
      return "start";
    case Measure::end:
      return "end";
    case Measure::latency:
      return "latency";
    case Measure::queue:
      return "queue";
    case Measure::registers:
      return "nullif(registers_per_thread, 0)";  // every kernel has some, so zero means that they were not
                                                 // recorded
    case Measure::blocks:
      return "grid_x * grid_y * grid_z";
    case Measure::block_threads:
      return "block_x * block_y * block_z";
    case Measure::shared_memory:
      return "static_shared_bytes + dynamic_shared_bytes";
    case Measure::busy:
    case Measure::idle:
    case Measure::communication:
      return std::string(enum_name(measure));  // for iterations
    default:
      return "NULL";
  }
}

}  // namespace nsys_ai
