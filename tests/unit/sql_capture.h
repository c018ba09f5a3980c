// Captures built in code, for the tests of the relational model.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "base/text_table.h"
#include "profile/load/part_texts.h"
#include "profile/profile.h"
#include "sql/query.h"

namespace nsys_ai::test {

// Two processes, 100 and 200, that each call a GPU of their own 0, with correlation ids that collide.
//
//   ns            0        100       200       300       400
//   process 100   call 1   [kernel gemm 100..200]   copy H2D 300..400, 1001 bytes
//   process 200   call 1   [kernel relu 150..250]   copy D2D 200..200, 64 bytes
class BuiltCapture {
 public:
  BuiltCapture() {
    data.processes = {{100, true, 100, "trainer"}, {200, true, 200, ""}};
    data.threads = {{ProcessIx(0), 1, "main"}, {ProcessIx(1), 2, ""}};
    data.gpus = {{7, 0, "H100", "GPU-a", "0000:01", 132, 80, 3'350'000'000'000, 9, 0}};
    data.devices = {{ProcessIx(0), 0, GpuIx(0)}, {ProcessIx(1), 1, GpuIx::none()}};
    data.streams = {{DeviceIx(0), 1, 7}, {DeviceIx(1), 1, 13}};
    data.kernels.shapes.values = {{{2, 3, 4}, {32, 1, 1}, 40, 1, 2}};
    kernel(11, "void gemm<float>(float*)", 0, 100, 200, 1);
    kernel(12, "void relu(float*)", 1, 150, 250, 1);
    copy(5, 1, 0, 300, 400, 1001, 2);
    copy(6, 8, 1, 200, 200, 64, 0);
    call(21, "cudaLaunchKernel_v7000", 0, 10, 20, 1);
    call(22, "cudaLaunchKernel_v7000", 1, 60, 70, 1);
    call(23, "cudaMemcpyAsync", 0, 280, 290, 2);
    range(31, "step", 0, 5, 500);
    range(32, "forward", 0, 8, 30);
    range(33, "open", 1, 50, Nvtx::kOpen);
  }

  void kernel(int64_t row, const std::string& name, size_t stream, int64_t start, int64_t end, uint32_t id) {
    operation(data.kernels, row, stream, start, end, id);
    data.kernels.names.code.push_back(static_cast<uint32_t>(data.kernels.names.values.size()));
    data.kernels.names.values.push_back(
        {data.names.intern(name), data.names.intern(name.substr(5, name.find_first_of("<(") - 5))});
    data.kernels.shapes.code.push_back(0);
  }

  void copy(int64_t row, uint8_t kind, size_t stream, int64_t start, int64_t end, int64_t bytes,
            uint32_t id) {
    operation(data.copies, row, stream, start, end, id);
    data.copies.bytes.push_back(bytes);
    data.copies.copy_kind.push_back(kind);
    data.copies.src_kind.push_back(0);
    data.copies.dst_kind.push_back(2);
  }

  void call(int64_t row, const std::string& name, size_t thread, int64_t start, int64_t end, uint32_t id) {
    data.calls.add_span(row, start, end);
    data.calls.thread.push_back(ThreadIx(thread));
    data.calls.correlation.push_back(id);
    data.calls.name.code.push_back(static_cast<uint32_t>(data.calls.name.values.size()));
    data.calls.name.values.push_back(data.names.intern(name));
    data.calls.event_class.push_back(0);
    data.calls.return_value.push_back(0);
  }

  void range(int64_t row, const std::string& text, size_t thread, int64_t start, int64_t end) {
    data.nvtx.add_span(row, start, end);
    data.nvtx.thread.push_back(ThreadIx(thread));
    data.nvtx.end_thread.push_back(ThreadIx(thread));
    texts_.push_back(text);
    PartTexts texts;
    for (const std::string& of : texts_) texts.add(of);
    Strings strings;
    PartTexts::concatenate(data.nvtx.text, {&texts}, strings, 1);
    data.nvtx.domain.push_back(0);
    data.nvtx.type.push_back(Nvtx::kPushPop);
  }

  ProfileData data;

 private:
  std::vector<std::string> texts_;  // of ranges

  static void operation(Operations& operations, int64_t row, size_t stream, int64_t start, int64_t end,
                        uint32_t id) {
    operations.add_span(row, start, end);
    operations.stream.push_back(StreamIx(stream));
    operations.correlation.push_back(id);
    operations.graph_node.values = {0};
    operations.graph_node.code.push_back(0);
  }
};

// The rows of a query, a line each, cells parted by a bar; or its error.
inline std::string ask(const Profile& profile, std::string_view sql, const ScopeRequest& request = {},
                       const QueryLimits& limits = {}, const Bindings& bindings = {}) {
  const auto scope = Scope::make(profile, request);
  if (!scope) return scope.error().message;
  const auto answer = run_query(profile, *scope, {sql, bindings}, limits);
  if (!answer) return answer.error().message;
  std::string text;
  for (const auto& row : answer->table.rows) {
    std::string line;
    for (const Value& value : row) {
      if (&value != row.data()) line += '|';
      if (const auto* integer = std::get_if<int64_t>(&value)) line += fmt::format("{}", *integer);
      if (const auto* real = std::get_if<double>(&value)) line += fmt::format("{}", *real);
      if (const auto* word = std::get_if<std::string>(&value)) line += *word;
      if (std::holds_alternative<std::monostate>(value)) line += "NULL";
    }
    text += line + "\n";
  }
  return text;
}

// So many more kernels, on both GPUs in turn, with 7 names, 10 ns each, 100 ns apart, launched in order.
inline ProfileData many_kernels(size_t count) {
  BuiltCapture capture;
  for (size_t i = 0; i < count; ++i) {
    const auto start = static_cast<int64_t>(1000 + 100 * i);
    const auto id = static_cast<uint32_t>(100 + i);
    capture.call(static_cast<int64_t>(1000 + i), "cudaLaunchKernel", i % 2, start - 50, start - 40, id);
    capture.kernel(static_cast<int64_t>(1000 + i), fmt::format("void many{}(float*)", i % 7), i % 2, start,
                   start + 10, id);
  }
  return std::move(capture.data);
}

}  // namespace nsys_ai::test
