// What the GPUs and the machine are.
#include <fmt/format.h>

#include <algorithm>

#include "agent/ask/figures.h"
#include "agent/ask/inquiry.h"
#include "base/quantity.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "profile/families/family_machine.h"

namespace nsys_ai::inline agent {
namespace {

std::string_view hardware_column(Measure measure) {
  switch (measure) {
    case Measure::model:
      return "name";
    case Measure::multiprocessors:
      return "nullif(sm_count, 0)";
    case Measure::memory:
      return "nullif(memory_bytes, 0)";
    case Measure::peak_bandwidth:
      return "nullif(bandwidth_gbps, 0)";
    case Measure::bus:
      return "bus";
    case Measure::uuid:
      return "uuid";
    case Measure::capability:
      return "CASE WHEN compute_major > 0 THEN compute_major || '.' || compute_minor END";
    default:
      return "NULL";
  }
}

Value hardware_of(const Gpu& gpu, Measure measure) {
  const auto known = [](int64_t number) { return number > 0 ? Value(number) : Value(); };
  switch (measure) {
    case Measure::model:
      return gpu.name.empty() ? Value() : Value(gpu.name);
    case Measure::multiprocessors:
      return known(gpu.sm_count);
    case Measure::memory:
      return known(gpu.memory_bytes);
    case Measure::peak_bandwidth:
      return gpu.bandwidth_bytes_per_s > 0 ? Value(static_cast<double>(gpu.bandwidth_bytes_per_s) / 1e9)
                                           : Value();
    case Measure::bus:
      return gpu.bus.empty() ? Value() : Value(gpu.bus);
    case Measure::uuid:
      return gpu.uuid.empty() ? Value() : Value(gpu.uuid);
    case Measure::capability:
      return gpu.compute_major > 0 ? Value(fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor))
                                   : Value();
    default:
      return {};
  }
}

bool is_read_late(Measure measure) { return measure == Measure::l2_cache || measure == Measure::gpu_clock; }

std::string frequency(double hz) {
  return hz >= 1e9 ? fmt::format("{:.4g} GHz", hz / 1e9) : fmt::format("{:.4g} MHz", hz / 1e6);
}

Value late_hardware_of(const MachineFacts& facts, const Gpu& gpu, Measure measure) {
  const MachineFacts::GpuFacts* of = facts.gpu(gpu.id);
  if (of == nullptr) return {};
  if (measure == Measure::l2_cache) return of->l2_bytes > 0 ? Value(of->l2_bytes) : Value();
  return of->clock_hz > 0 ? Value(frequency(static_cast<double>(of->clock_hz))) : Value();
}

// Where no process used one: those that the machine has.
void add_gpus_of_machine(Inquiry& inquiry, const MachineFacts& facts, Table& table) {
  const Measure measure = inquiry.query.measure;
  for (const Gpu& gpu : inquiry.profile.gpus())
    table.rows.push_back(
        {gpu.cuda_ordinal, Value(),
         is_read_late(measure) ? late_hardware_of(facts, gpu, measure) : hardware_of(gpu, measure)});
}

// What the columns of `gpu` do not hold, in the place of what they gave.
void fill_late(Inquiry& inquiry, const MachineFacts& facts, Table& table) {
  for (auto& row : table.rows)
    for (const DeviceIx at : inquiry.scope.devices()) {
      const Device& device = inquiry.profile.devices()[at];
      const auto pid = inquiry.profile.pid_of(device.process);
      if (!device.gpu.exists() || device.ordinal != integer(row[0]) || pid.value_or(0) != integer(row[1]))
        continue;
      row[2] = late_hardware_of(facts, inquiry.profile.gpus()[device.gpu], inquiry.query.measure);
    }
}

// `52512506` is what older exports write for 525.125.06.
std::string driver_version(std::string_view said) {
  const bool number =
      said.size() >= 6 && said.size() <= 9 && said.find_first_not_of("0123456789") == std::string_view::npos;
  if (!number) return said == "0" ? "" : std::string(said);
  return fmt::format("{}.{}.{}", said.substr(0, 3), said.substr(3, said.size() - 5),
                     said.substr(said.size() - 2));
}

// As the driver counts: 12020 is 12.2.
std::string cuda_version(std::string_view said) {
  const auto number = parse_real(said);
  if (!number || *number < 1000) return "";
  const auto whole = static_cast<int64_t>(*number);
  return fmt::format("{}.{}", whole / 1000, whole % 1000 / 10);
}

std::string_view name_of_fact(Measure measure) {
  switch (measure) {
    case Measure::driver:
      return "NvDriverVersion";
    case Measure::cuda_version:
      return "CudaDriverVersion";
    case Measure::cpu_cores:
      return "CpuCores";
    case Measure::cpu_model:
      return "CpuDescription";
    case Measure::cpu_clock:
      return "CpuSpeedMhz";
    case Measure::host_name:
      return "Hostname";
    default:
      return "OsDescription";
  }
}

Value machine_value(Measure measure, const std::string& said) {
  if (said.empty() || ascii_lower(said) == "unknown") return {};
  const auto text = [](std::string shown) { return shown.empty() ? Value() : Value(std::move(shown)); };
  const auto number = parse_real(said);
  switch (measure) {
    case Measure::driver:
      return text(driver_version(said));
    case Measure::cuda_version:
      return text(cuda_version(said));
    case Measure::cpu_cores:
      return number && *number > 0 ? Value(static_cast<int64_t>(*number)) : Value();
    case Measure::cpu_clock:
      return number && *number > 0 ? Value(frequency(*number * 1e6)) : Value();
    default:
      return said;
  }
}

// What a figure is not, where people take it for something else.
std::string_view caveat_of(Measure measure) {
  if (measure == Measure::cuda_version)
    return " It is the newest that the driver supports; which toolkit the program was built with is not recorded.";
  if (measure == Measure::cpu_cores)
    return " They are those that the system numbers: threads of cores count.";
  if (measure == Measure::nsys_version) return " It is of the nsys that wrote this export.";
  if (measure == Measure::gpu_clock) return " It is the highest that the GPU has, and not what it ran at.";
  return "";
}

}  // namespace

Result<void> answer_hardware(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  auto table = inquiry.table(fmt::format("SELECT device, pid, {} AS value FROM gpu ORDER BY device, process",
                                         hardware_column(q.measure)));
  if (!table) return tl::unexpected(table.error());
  const auto facts = inquiry.profile.events<MachineFacts>(inquiry.work);
  if (!facts) return tl::unexpected(facts.error());
  if (is_read_late(q.measure)) fill_late(inquiry, **facts, *table);
  const std::vector<std::string> capture = {
      "Export with a current nsys, which writes what the GPUs are (`TARGET_INFO_GPU`)."};
  if (table->rows.empty() && q.gpus.empty()) add_gpus_of_machine(inquiry, **facts, *table);
  if (table->rows.empty())
    return inquiry.cannot("The capture shows no use of a GPU.",
                          {"Capture with `nsys profile --trace=cuda,nvtx` while the program uses the GPU."});
  std::vector<Value> values;
  for (const auto& row : table->rows)
    if (!std::holds_alternative<std::monostate>(row[2]) &&
        std::find(values.begin(), values.end(), row[2]) == values.end())
      values.push_back(row[2]);
  if (values.empty())
    return inquiry.cannot(fmt::format("The capture does not say the {} of its GPUs.", word_of(q.measure)),
                          capture);
  if (values.size() > 1) {
    std::string all;
    for (const Value& value : values)
      all += (all.empty() ? "" : " and ") + readable(value, unit_of(q.measure));
    return inquiry.cannot(fmt::format("The GPUs differ, {}: name one of them.", all));
  }
  const Unit unit = unit_of(q.measure);
  inquiry.answer.text =
      fmt::format("The {} is {}.{}", understood(q), readable(values[0], unit), caveat_of(q.measure));
  inquiry.fact(std::string(word_of(q.measure)), values[0], unit);
  if (table->rows.size() > 1) inquiry.answer.table = std::move(*table);
  return {};
}

namespace {

Result<void> answer_recording(Inquiry& inquiry) {
  const auto lasted = inquiry.profile.info().duration_ns;
  if (!lasted)
    return inquiry.cannot("The capture does not say how long it was recorded.",
                          {"Export with a current nsys, which writes it (`ANALYSIS_DETAILS`)."});
  const Interval events = Scope::whole(inquiry.profile).window();
  inquiry.answer.text = fmt::format("The {} is {}.", understood(inquiry.query), readable_ns(*lasted));
  if (!events.empty())
    inquiry.answer.text += fmt::format(" Its events lie within {} of it.", readable_ns(events.duration()));
  inquiry.fact(std::string(word_of(Measure::recording)), *lasted, Unit::ns);
  inquiry.answer.plan.emplace_back("what the file says of its recording");
  return {};
}

}  // namespace

Result<void> answer_machine(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  std::string said = inquiry.profile.info().product_version;
  if (q.measure == Measure::recording) return answer_recording(inquiry);
  if (q.measure != Measure::nsys_version) {
    const auto facts = inquiry.profile.events<MachineFacts>(inquiry.work);
    if (!facts) return tl::unexpected(facts.error());
    said = std::string((*facts)->value(name_of_fact(q.measure)).value_or(""));
  }
  const Value value = machine_value(q.measure, said);
  if (std::holds_alternative<std::monostate>(value))
    return inquiry.cannot(fmt::format("The capture does not say the {}.", word_of(q.measure)),
                          {"Export with a current nsys, which writes what the machine is "
                           "(`TARGET_INFO_SYSTEM_ENV`)."});
  const Unit unit = unit_of(q.measure);
  std::string told = one_line(readable(value, unit));
  // As code: what leaves for a language model is known as a name by it.
  if (q.measure == Measure::host_name) {
    std::replace(told.begin(), told.end(), '`', '\'');
    told = fmt::format("`{}`", told);
  }
  inquiry.answer.text =
      q.measure == Measure::cpu_cores
          ? fmt::format("The machine of the capture has {} CPU cores.{}", told, caveat_of(q.measure))
          : fmt::format("The {} is {}.{}", understood(q), told, caveat_of(q.measure));
  inquiry.fact(std::string(word_of(q.measure)), value, unit);
  inquiry.answer.plan.emplace_back("what the capture says of its machine");
  return {};
}

}  // namespace nsys_ai::inline agent
