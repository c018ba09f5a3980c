// What layers above the profile rely on without looking, checked row by row.
#include <fmt/format.h>

#include "base/text_table.h"
#include "tests/fuzz/walk.h"

namespace nsys_ai::fuzz {
namespace {

// Differences and sums of two times, and lengths, stay inside 64 bits.
constexpr int64_t kFarthest = int64_t{1} << 61;

// Immutable. Each check gives the first thing that is wrong.
class Promises {
 public:
  explicit Promises(const Profile& profile) : profile_(profile) {}
  std::string broken() const;

 private:
  std::string broken_identities() const;
  std::string broken_kernels() const;
  std::string broken_copies() const;
  std::string broken_calls() const;
  std::string broken_nvtx() const;
  std::string broken_spans(const Spans& spans, const char* family) const;
  std::string broken_operations(const Operations& operations, const char* family) const;
  template <class Value>
  static bool are_coded(const Coded<Value>& column, size_t size) {
    if (column.size() != size) return false;
    for (size_t i = 0; i < size; ++i)
      if (column.code[i] >= column.values.size()) return false;
    return true;
  }
  static std::string broken_times(const char* family, size_t at, int64_t start, int64_t end);
  bool is_name(NameId name) const { return name < profile_.names().size(); }
  bool is_thread(ThreadIx thread) const { return thread < profile_.threads().size(); }

  const Profile& profile_;
};

std::string Promises::broken_times(const char* family, size_t at, int64_t start, int64_t end) {
  if (start < -kFarthest || end > kFarthest || end < start)
    return fmt::format("{} {} lasts from {} to {}", family, at, start, end);
  return {};
}

std::string Promises::broken_identities() const {
  for (const Thread& thread : profile_.threads())
    if (thread.process >= profile_.processes().size()) return "a thread has no process";
  for (const Device& device : profile_.devices()) {
    if (device.process >= profile_.processes().size()) return "a device has no process";
    if (device.gpu.exists() && device.gpu >= profile_.gpus().size()) return "a device has a wrong GPU";
  }
  for (const Stream& stream : profile_.streams())
    if (stream.device >= profile_.devices().size()) return "a stream has no device";
  for (size_t i = 0; i < profile_.names().size(); ++i) {
    const std::string_view text = profile_.text(NameId(i));
    if (text.find('\0') != std::string_view::npos) return fmt::format("name {} holds a NUL", i);
  }
  return {};
}

std::string Promises::broken_spans(const Spans& spans, const char* family) const {
  if (spans.row.size() != spans.size() || spans.length.size() != spans.size())
    return fmt::format("the columns of {} differ in length", family);
  for (size_t i = 0; i < spans.size(); ++i) {
    const bool open = spans.end(i) == Spans::kOpen;
    if (open && &spans != static_cast<const Spans*>(&profile_.nvtx()))
      return fmt::format("{} {} never ends", family, i);
    if (auto wrong = broken_times(family, i, spans.start[i], open ? spans.start[i] : spans.end(i));
        !wrong.empty())
      return wrong;
  }
  return {};
}

std::string Promises::broken_operations(const Operations& operations, const char* family) const {
  const size_t size = operations.size();
  if (operations.stream.size() != size || operations.correlation.size() != size ||
      !are_coded(operations.graph_node, size))
    return fmt::format("the columns of {} differ in length", family);
  for (size_t i = 0; i < size; ++i)
    if (operations.stream[i] >= profile_.streams().size())
      return fmt::format("{} {} has no stream", family, i);
  return broken_spans(operations, family);
}

std::string Promises::broken_kernels() const {
  const Kernels& kernels = profile_.kernels();
  if (!are_coded(kernels.names, kernels.size()) || !are_coded(kernels.shapes, kernels.size()))
    return "the columns of kernels differ in length";
  for (size_t i = 0; i < kernels.size(); ++i)
    if (!is_name(kernels.name(i)) || !is_name(kernels.short_name(i)))
      return fmt::format("kernel {} refers to nothing", i);
  return broken_operations(kernels, "kernel");
}

std::string Promises::broken_copies() const {
  const Copies& copies = profile_.copies();
  const Memsets& memsets = profile_.memsets();
  const GraphRuns& graphs = profile_.graph_runs();
  if (copies.bytes.size() != copies.size() || copies.copy_kind.size() != copies.size() ||
      copies.src_kind.size() != copies.size() || copies.dst_kind.size() != copies.size() ||
      copies.count.size() != copies.size() || memsets.bytes.size() != memsets.size() ||
      memsets.memory_kind.size() != memsets.size() || graphs.graph.size() != graphs.size())
    return "the columns of copies differ in length";
  if (auto wrong = broken_operations(copies, "copy"); !wrong.empty()) return wrong;
  if (auto wrong = broken_operations(graphs, "graph"); !wrong.empty()) return wrong;
  return broken_operations(memsets, "memset");
}

std::string Promises::broken_calls() const {
  const Calls& calls = profile_.calls();
  const size_t size = calls.size();
  if (calls.thread.size() != size || calls.correlation.size() != size || !are_coded(calls.name, size) ||
      calls.event_class.size() != size || calls.return_value.size() != size)
    return "the columns of calls differ in length";
  for (size_t i = 0; i < size; ++i)
    if (!is_thread(calls.thread[i]) || !is_name(calls.name[i]))
      return fmt::format("call {} refers to nothing", i);
  return broken_spans(calls, "call");
}

std::string Promises::broken_nvtx() const {
  const Nvtx& nvtx = profile_.nvtx();
  const size_t size = nvtx.size();
  if (nvtx.thread.size() != size || nvtx.end_thread.size() != size || nvtx.text.size() != size ||
      nvtx.domain.size() != size || nvtx.category.size() != size || nvtx.type.size() != size)
    return "the columns of NVTX differ in length";
  for (size_t i = 0; i < size; ++i)
    if (!is_thread(nvtx.thread[i]) || !is_thread(nvtx.end_thread[i]) ||
        nvtx.text[i] >= nvtx.text.templates().size())
      return fmt::format("range {} refers to nothing", i);
  for (size_t i = 0; i < size; ++i)
    if (!is_text(profile_.nvtx_text(i))) return fmt::format("the text of range {} is none", i);
  return broken_spans(nvtx, "range");
}

std::string Promises::broken() const {
  for (const auto& check : {&Promises::broken_identities, &Promises::broken_kernels, &Promises::broken_copies,
                            &Promises::broken_calls, &Promises::broken_nvtx})
    if (auto wrong = (this->*check)(); !wrong.empty()) return wrong;
  const Interval extent = profile_.extent();
  if (extent.end < extent.start) return "the extent is turned around";
  for (const std::string& note : profile_.notes())
    if (note.empty() || one_line(note) != note) return "a note is no line: " + note;
  return {};
}

std::string rest_of(const Operations& operations, size_t at) {
  return fmt::format("{} {} stream {} correlation {}", operations.start[at], operations.end(at),
                     operations.stream[at].value, operations.correlation[at]);
}

}  // namespace

std::string broken_promise(const Profile& profile) { return Promises(profile).broken(); }

Told told(const Profile& profile) {
  Told told;
  const auto add = [&](const char* family, int64_t row, const std::string& text) {
    told.events += fmt::format("{} {}\n", family, text);
    told.rows += fmt::format("{} {}\n", family, row);
  };
  const Kernels& kernels = profile.kernels();
  for (size_t i = 0; i < kernels.size(); ++i)
    add("kernel", kernels.row[i],
        fmt::format("{} {} / {} grid {}", rest_of(kernels, i), profile.text(kernels.name(i)),
                    profile.text(kernels.short_name(i)), kernels.shapes[i].grid[0]));
  const Copies& copies = profile.copies();
  for (size_t i = 0; i < copies.size(); ++i)
    add("copy", copies.row[i],
        fmt::format("{} {} bytes kind {}", rest_of(copies, i), copies.bytes[i], copies.copy_kind[i]));
  const Memsets& memsets = profile.memsets();
  for (size_t i = 0; i < memsets.size(); ++i)
    add("memset", memsets.row[i], fmt::format("{} {} bytes", rest_of(memsets, i), memsets.bytes[i]));
  const Calls& calls = profile.calls();
  for (size_t i = 0; i < calls.size(); ++i)
    add("call", calls.row[i],
        fmt::format("{} {} thread {} correlation {} {}", calls.start[i], calls.end(i),
                    profile.threads()[calls.thread[i]].tid, calls.correlation[i],
                    profile.text(calls.name[i])));
  const Nvtx& nvtx = profile.nvtx();
  for (size_t i = 0; i < nvtx.size(); ++i)
    add("range", nvtx.row[i],
        fmt::format("{} {} thread {} {} type {} domain {} {}", nvtx.start[i], nvtx.end(i),
                    nvtx.thread[i].value, nvtx.end_thread[i].value, nvtx.type[i], nvtx.domain[i],
                    profile.nvtx_text(i)));
  return told;
}

}  // namespace nsys_ai::fuzz
