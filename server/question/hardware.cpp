// The properties of the GPUs, as far as the capture records them.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text_table.h"
#include "question/figures.h"

namespace nsys_ai {
namespace {

struct HardwareFact {
  Measure measure;
  std::string_view column;  // in the table gpu
};
constexpr auto kFacts = std::to_array<HardwareFact>(
    {{Measure::model, "name"},
     {Measure::sms, "nullif(sm_count, 0)"},
     {Measure::memory, "nullif(memory_bytes, 0)"},
     {Measure::peak_bandwidth, "nullif(bandwidth_gbps, 0)"},
     {Measure::compute_capability,
      "CASE WHEN compute_major > 0 THEN compute_major || '.' || compute_minor END"}});

Value value_of_gpu(const Gpu& gpu, Measure measure) {
  const auto known = [](int64_t number) { return number > 0 ? Value(number) : Value(); };
  switch (measure) {
    case Measure::model:
      return gpu.name.empty() ? Value() : Value(gpu.name);
    case Measure::sms:
      return known(gpu.sm_count);
    case Measure::memory:
      return known(gpu.memory_bytes);
    case Measure::peak_bandwidth:
      return gpu.bandwidth_bytes_per_s > 0 ? Value(static_cast<double>(gpu.bandwidth_bytes_per_s) / 1e9)
                                           : Value();
    default:
      return gpu.compute_major > 0 ? Value(fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor))
                                   : Value();
  }
}

// If no process used a GPU, lists the machine's.
void add_gpus_of_machine(const Profile& profile, Table& table) {
  for (const Gpu& gpu : profile.gpus()) {
    std::vector<Value> row = {gpu.cuda_ordinal, Value()};
    for (const HardwareFact& fact : kFacts) row.push_back(value_of_gpu(gpu, fact.measure));
    table.rows.push_back(std::move(row));
  }
}

std::vector<Value> different_values(const Table& table, size_t column) {
  std::vector<Value> values;
  for (const auto& row : table.rows)
    if (!is_null(row[column]) && std::ranges::find(values, row[column]) == values.end())
      values.push_back(row[column]);
  return values;
}

}  // namespace

Result<void> answer_hardware(AnswerContext& context) {
  const Measure asked = *context.query.measure;
  std::string columns;
  for (const HardwareFact& fact : kFacts)
    columns += fmt::format(", {} AS {}", fact.column, enum_name(fact.measure));
  auto table = context.select(fmt::format("SELECT device, pid{} FROM gpu ORDER BY device, process", columns));
  if (!table) return tl::unexpected(table.error());
  if (table->rows.empty() && !context.query.gpus) add_gpus_of_machine(context.profile, *table);
  if (table->rows.empty())
    return context.cannot("The capture shows no use of a GPU.",
                          {"Capture with `nsys profile --trace=cuda,nvtx` while the program uses the GPU."});
  const auto at =
      static_cast<size_t>(std::ranges::find(kFacts, asked, &HardwareFact::measure) - kFacts.begin());
  const Unit unit = unit_of(asked);
  const std::vector<Value> values = different_values(*table, at + 2);
  if (values.empty())
    return context.cannot(
        fmt::format("The capture does not say the {} of its GPUs.", word_of(asked)),
        {"Export with a current nsys, which writes what the GPUs are (`TARGET_INFO_GPU`)."});
  std::string value_text;
  for (const Value& value : values) value_text += (value_text.empty() ? "" : " and ") + one_line(readable(value, unit));
  context.answer.text = sentence(context, value_text);
  if (values.size() > 1) context.answer.text += " The GPUs differ: the table has each.";
  context.fact(std::string(word_of(asked)), values.size() == 1 ? values[0] : Value(value_text), unit);
  for (size_t i = 0; i < kFacts.size(); ++i) {
    table->columns[i + 2].unit = unit_of(kFacts[i].measure);
    const auto others = different_values(*table, i + 2);
    if (kFacts[i].measure != asked && others.size() == 1)
      context.fact(std::string(word_of(kFacts[i].measure)), others[0], unit_of(kFacts[i].measure));
  }
  if (table->rows.size() > 1) context.answer.table = std::move(*table);
  return {};
}

}  // namespace nsys_ai
