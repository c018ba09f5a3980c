// One sentence for each skill, filled from one row of its answer.
#include "knowledge/commentary.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analysis/kernels/kernels.h"
#include "analysis/time/time_use.h"
#include "base/markdown_code.h"
#include "base/text_table.h"
#include "knowledge/sentence_template.h"

namespace nsys_ai {
namespace {

// Describes the row with the maximum or minimum of a column; the first row if no column is named.
struct Sentence {
  std::string_view skill;
  std::string_view most;
  std::string_view least;
  // A template like the book's sentences: `{column}`, and in brackets the parts that need a value.
  std::string_view text;
  std::string_view none = {};   // used if the maximum is zero; empty if that needs no comment
  std::string_view given = {};  // rows without a value in this column are skipped
};

// Sorted by skill.
constexpr Sentence kSentences[] = {
    {"allocation_cost", "total_ns", "",
     "{api} costs most: {total_ns} in {calls:call|calls}[ of process {pid}]; a pool that is filled once saves them."},
    {"api_summary", "", "",
     "Most host time in CUDA goes to {name}: {total_ns} in {calls:call|calls}, {share} of all; time in a wait is no cost while the GPU is busy."},
    {"code_attribution", "total_ns", "",
     "Most kernel time that code can be named for is launched by {function}[ in {file}]: {share} (how sure: {confidence}).",
     "No code can be named for the kernels with most time; call chains of a capture with `--cudabacktrace=kernel` name it.",
     "function"},
    {"cpu_gpu_pipeline", "starved_ns", "",
     "Thread {tid}[ of process {pid}] was ahead of its GPU for {ahead_share} of its launches ({launches}); {starved_launches} of them came when the GPU had nothing left to do, which had waited for {starved_ns} by then.",
     "No launch came too late for its GPU."},
    {"critical_path", "on_path_ns", "",
     "Of what process {pid} could not go on without, {class} has most: {on_path_ns}, {share} of its window."},
    {"cuda_graphs", "launches", "",
     "Graph {graph} was launched most: {launches:time|times}, with {kernels:kernel|kernels} inside that were seen, {total_ns}[, by process {pid}]."},
    {"gpu_idle_gaps", "gap_ns", "",
     "The longest gap is {gap_ns} on GPU {device}[ of process {pid}] ({cause})[; the launching thread was in {range}]."},
    {"gpu_utilization", "", "busy_share",
     "The least busy is GPU {device}[ of process {pid}]: of the {span_ns} from its first operation to its last it is busy for {busy_share}, and runs kernels for {kernel_share}."},
    {"h2d_distribution", "bytes", "",
     "Most bytes come to the GPUs in the tenth of the time that begins at {start_ns}: {bytes} in {ops:copy|copies}; over the whole they come: {pattern}."},
    {"iteration_anomalies", "excess_ns", "",
     "{source} {iteration}[ of process {pid}] stands out: {excess_ns} over the median of {median_ns}[, explained by {explained_by}].",
     "None is much longer than the others; {source} {iteration}[ of process {pid}] takes {duration_ns}, where the median is {median_ns}."},
    {"iteration_detail", "", "",
     "Step {iteration}[ of process {pid}] takes {this_ns} on the GPU, where the median step takes {median_ns}."},
    {"iteration_timing", "duration_ns", "",
     "The longest[ of the {shown} shown] is {source} {iteration}[ of process {pid}]: {duration_ns}, of which {busy_ns} busy, {comm_ns} communication and {idle_ns} idle."},
    {"kernel_families", "", "",
     "Kernels of the family {family} take most kernel time: {total_ns}, {share} of all, in {calls:run|runs}."},
    {"kernel_instances", "", "",
     "{ref}, {name}: {duration_ns} on GPU {device}[ of process {pid}], stream {stream}, at {start_ns}."},
    {"kernel_launch_overhead", "api_share", "",
     "{name} costs most beside what it does: {api_ns} in calls for {kernel_ns} on the GPU, {calls:launch|launches}."},
    {"launch_latency", "launches", "",
     "Thread {tid}[ of process {pid}] launches most, {launches:time|times}: half of its kernels begin within {p50_ns}, 99 % within {p99_ns}."},
    {"launch_storm", "small_ns", "",
     "GPU {device}[ of process {pid}]: {launches:launch|launches}, the median kernel takes {p50_ns}; verdict: {verdict}.",
     "No small kernels run in rows: {launches:launch|launches} on GPU {device}[ of process {pid}], and the median kernel takes {p50_ns}."},
    {"memory_bandwidth", "union_ns", "",
     "Most copy time is {kind} from {src} memory in pieces of {size_class}: {gbps}[ on GPU {device} of process {pid}][, where the memory allows {peak_gbps}]."},
    {"memory_timeline", "used_bytes", "",
     "At most {used_bytes} were in use on GPU {device}[ of process {pid}], at {start_ns}."},
    {"memory_transfers", "total_ns", "",
     "Most copy time is {kind}: {bytes} in {ops:copy|copies}, {total_ns} when summed, at {avg_gbps} on average."},
    {"module_loading", "total_ns", "",
     "Most time for loading code goes to {api}: {total_ns} in {calls:call|calls}[ of process {pid}], the first at {first_ns}[; {in_iteration} lie inside of steps].",
     "No call that loads code takes time."},
    {"nccl_anomaly", "ratio", "",
     "{ref} stands out most: {duration_ns}, where the median of {alike} like it is {median_ns}; a peer that came late looks the same."},
    {"nccl_breakdown", "total_ns", "",
     "{collective} takes most communication time: {total_ns} in {calls:call|calls} on stream {stream}[ of process {pid}], from {min_ns} to {max_ns} each."},
    {"nccl_communicators", "bytes", "",
     "{collective} moves most: {bytes} in {calls:call|calls} in {time_ns}[, {busbw_gbps} on the bus]."},
    {"nvtx_coverage", "", "",
     "Of {kernel_ns} of kernel time ({kernel_ns_with_launch} with a recorded launch), {kernel_ns_in_nvtx} were launched inside NVTX ranges: {kernels_in_nvtx} of {kernels:kernel|kernels}."},
    {"nvtx_kernel_map", "", "",
     "Most kernel time comes from {path}: {total_ns} in {kernel}, {share} of the time of kernels that ranges launched."},
    {"nvtx_layer_breakdown", "", "",
     "{layer} takes most of the layers: {compute_ns} of compute and {comm_ns} of communication, {share} of kernel time."},
    {"os_runtime", "total_ns", "",
     "Threads spend most of their time in the operating system in {name}: {total_ns} in {calls:call|calls}[ of process {pid}]; waiting for work there is no loss."},
    {"overlap_breakdown", "exposed_comm_ns", "",
     "GPU {device}[ of process {pid}] has most exposed communication: {exposed_comm_ns} of {comm_ns}, while {overlap_ns} run beside compute; of {copy_ns} of copies {copy_kernel_overlap_ns} do.",
     "Nothing communicates without compute beside it."},
    {"pageable_copies", "total_ns", "",
     "Of copies of pageable memory {kind} by {api} moves most: {bytes} in {ops:copy|copies}, {total_ns}."},
    {"pipeline_bubble_metrics", "total_ns", "",
     "Most idle time is {cause} in gaps of {size_class}: {total_ns} in {gaps:gap|gaps} on GPU {device}[ of process {pid}], {share} of its span."},
    {"process_breakdown", "busy_ns", "",
     "Process {pid}[ ({name})] uses its GPU most: {kernels:kernel|kernels}, busy for {busy_ns}, {copy_bytes} copied, {api_ns} in CUDA calls.",
     "No process ran anything on a GPU; process {pid}[ ({name})] is seen in {seen_in}."},
    {"region_mfu", "", "",
     "{target} reaches {mfu_wall} of the peak, and {mfu_busy} of it while its operations ran."},
    {"root_causes", "headroom_ns", "", "{title}.", "Nothing that the book would see costs time. {title}."},
    {"speedup_estimate", "headroom_ns", "",
     "The fix for {fix} is worth most, at most {headroom_ns} a GPU ({share} of the scope)."},
    {"stream_concurrency", "shared_ns", "",
     "Stream {stream}[ of process {pid}] runs beside others most: {shared_ns} of {total_ns}.",
     "No stream runs beside another one of its GPU."},
    {"sync_copies", "duration_ns", "",
     "{ref} blocks longest: {kind} of {bytes} by {api}, {duration_ns}[ in process {pid}]."},
    {"sync_cost", "gpu_idle_ns", "",
     "{api} on thread {tid}[ of process {pid}] costs most: of {blocked_ns} in it the GPU was idle for {gpu_idle_ns}; the rest is a wait for work that runs.",
     "No wait cost GPU time: the GPU worked for as long as the host waited."},
    {"tensor_core_hint", "", "",
     "The kernel with most matrix work, {name}, takes {share} of kernel time; tensor cores: {hint}, since {why}."},
    {"thread_utilization", "share", "",
     "Thread {tid} ({name})[ of process {pid}] was on a core longest[, for {on_cpu_ns}]: {share} of what was recorded, by {basis}."},
    {"time_account", "total_ns", "",
     "Most time goes by while GPU {device}[ of process {pid}] is {use}: {total_ns}, {share} of its time."},
    {"top_kernels", "", "",
     "{name} takes most: {total_ns} in {calls:run|runs}, {share} of kernel time, {avg_ns} on average."},
};

// Compares like the order of rows: texts and missing values come lowest.
double number_of(const Value& value) {
  if (const auto* whole = std::get_if<int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return -1;
}

std::optional<size_t> column_named(const Answer& answer, std::string_view name) {
  const auto& columns = answer.table.columns;
  const auto found = std::ranges::find(columns, name, &Column::name);
  return found == columns.end() ? std::nullopt : std::optional(static_cast<size_t>(found - columns.begin()));
}

// Null if every row lacks the required column.
const std::vector<Value>* row_meant(const Answer& answer, const Sentence& of) {
  const auto column = column_named(answer, of.most.empty() ? of.least : of.most);
  const auto given = column_named(answer, of.given);
  const std::vector<Value>* meant = nullptr;
  for (const std::vector<Value>& row : answer.table.rows) {
    if (given && std::holds_alternative<std::monostate>(row[*given])) continue;
    const auto precedes = [&] {
      const double number = number_of(row[*column]), with = number_of((*meant)[*column]);
      return of.most.empty() ? number < with : number > with;
    };
    if (meant == nullptr || (column && precedes())) meant = &row;
  }
  return meant;
}

// Names from the profile are shown as code.
bool is_of_the_profile(std::string_view column) {
  return column == "name" || column == "kernel" || column == "path" || column == "layer" ||
         column == "range" || column == "api" || column == "function" || column == "file";
}

// The warnings among the checks of a capture.
std::string warnings_in(const Answer& answer) {
  const auto check = column_named(answer, "check"), verdict = column_named(answer, "verdict");
  if (!check || !verdict) return "";
  std::string warned, lacking;
  for (const auto& row : answer.table.rows) {
    const auto* name = std::get_if<std::string>(&row[*check]);
    const auto* of = std::get_if<std::string>(&row[*verdict]);
    if (name == nullptr || of == nullptr) continue;
    std::string& list = *of == "warning" ? warned : lacking;
    if (*of == "warning" || *of == "not recorded") list += (list.empty() ? "" : ", ") + *name;
  }
  for (std::string* list : {&warned, &lacking}) std::ranges::replace(*list, '_', ' ');
  std::string text = warned.empty() ? "No check of the capture warns" : "Checks that warn: " + warned;
  if (!lacking.empty()) text += "; not recorded: " + lacking;
  return text + ".";
}

}  // namespace

Commentary commentary_on(const Answer& answer) {
  if (answer.skill == "profile_health") return {warnings_in(answer), {}, {}};
  const auto* of = std::ranges::find(kSentences, answer.skill, &Sentence::skill);
  if (of == std::end(kSentences) || answer.outcome != Outcome::rows || answer.table.rows.empty()) return {};
  const std::vector<Value>* meant = row_meant(answer, *of);
  const std::vector<Value>& row = meant == nullptr ? answer.table.rows.front() : *meant;
  const auto most = column_named(answer, of->most.empty() ? of->least : of->most);
  const bool is_none = meant == nullptr || (most && of->least.empty() && number_of(row[*most]) <= 0);
  const std::string_view sentence = is_none ? of->none : of->text;
  Commentary said;
  if (sentence.empty()) return said;
  said.text = filled(sentence, [&](std::string_view name) -> std::optional<std::string> {
    // How many rows the answer has, where it leaves some out.
    if (name == "shown" && answer.truncated) return readable_count(std::ssize(answer.table.rows));
    const auto column = column_named(answer, name);
    if (!column || std::holds_alternative<std::monostate>(row[*column])) return std::nullopt;
    said.columns.push_back(*column);
    if (const auto* text = std::get_if<std::string>(&row[*column])) {
      // The column holds how the steps were found; people read what the steps are.
      if (name == "source") return *text == "repeat" ? "repeat" : "step";
      if (const auto use = name == "use" ? time_use(*text) : std::nullopt)
        return std::string(use_phrase(*use));
      if (text->empty() || !is_of_the_profile(name)) return one_line(*text);
      const bool is_kernel = name == "kernel" || answer.skill.find("kernel") != std::string::npos ||
                             column_named(answer, "family").has_value();
      return markdown_code(is_kernel ? short_display_name(*text) : *text);
    }
    return readable(row[*column], answer.table.columns[*column].unit);
  });
  said.row = row;
  if (most) {
    std::erase(said.columns, *most);
    said.columns.insert(said.columns.begin(), *most);
  }
  // The reference of an event keeps its case.
  if (!sentence.starts_with("{ref}") && said.text.front() >= 'a' && said.text.front() <= 'z')
    said.text.front() = static_cast<char>(said.text.front() - 'a' + 'A');
  return said;
}

}  // namespace nsys_ai
