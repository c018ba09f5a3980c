// bench-generate: writes a profile as large as one asks for, to measure with.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>

#include "tests/bench/generate.h"

namespace nsys_ai::bench {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void add_options(CLI::App& app, GenerateOptions& options) {
  WorkloadOptions& workload = options.workload;
  const CLI::Range count(int64_t{0}, int64_t{1'000'000'000});
  const auto number = [&](const char* name, int64_t& value, const CLI::Range& range, const char* what) {
    app.add_option(name, value, what)->check(range)->capture_default_str()->type_name("N");
  };
  number("--calls", workload.counts.calls, count, "CUDA calls, with one for each kernel, copy and memset");
  number("--copies", workload.counts.copies, count, "Memory copies");
  number("--devices", workload.devices, CLI::Range(1, 1024), "GPUs");
  app.add_option("--instance-labels", workload.instance_share,
                 "Share of NVTX labels that carry an instance id, as text of their own")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str()
      ->type_name("SHARE");
  number("--kernels", workload.counts.kernels, count, "Kernels");
  number("--memsets", workload.counts.memsets, count, "Memsets");
  number("--nvtx", workload.counts.nvtx, count, "NVTX ranges");
  app.add_flag("--nvtx-by-start", workload.nvtx_by_start,
               "Write ranges in the order of their starts, not ends");
  number("--nvtx-depth", workload.nvtx_depth, CLI::Range(1, 1000), "Ranges that nest in one another");
  number("--os-calls", workload.counts.os_calls, count, "Calls of the operating system");
  app.add_option("--out", options.path, "The file to write")->required()->type_name("FILE");
  number("--processes", workload.processes, CLI::Range(1, 4096), "Processes, each with its part of the GPUs");
  number("--samples", options.samples, count, "CPU samples, 8 frames each");
  app.add_option("--seed", workload.seed, "Other numbers, another profile")
      ->capture_default_str()
      ->type_name("N");
}

int run(const GenerateOptions& options) {
  using Clock = std::chrono::steady_clock;
  std::signal(SIGINT, [](int) { interrupted = 1; });
  std::signal(SIGTERM, [](int) { interrupted = 1; });
  // A limit on the size of files is to be an error of the write, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  const auto start = Clock::now();
  auto told = start;
  const auto seconds = [](Clock::duration time) { return std::chrono::duration<double>(time).count(); };
  const Generated made = generate(options, [&](const Generated& done, int64_t all) {
    if (Clock::now() - told >= std::chrono::seconds(1)) {
      told = Clock::now();
      fmt::print(stderr, "{:3.0f} %  {} of {} rows, {} MB\n",
                 100.0 * static_cast<double>(done.rows) / static_cast<double>(all), done.rows, all,
                 done.bytes / 1'000'000);
    }
    return interrupted == 0;
  });
  const double taken = seconds(Clock::now() - start);
  fmt::print("{}: {} rows, {:.1f} MB in {:.2f} s, {:.2f} million rows/s\n", options.path, made.rows,
             static_cast<double>(made.bytes) / 1e6, taken, static_cast<double>(made.rows) / taken / 1e6);
  return 0;
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int argc, char** argv) {
  CLI::App app(
      "Writes a profile in the layout of Nsight Systems 2026.2 (schema 3.25.0), as large as asked for.",
      "bench-generate");
  nsys_ai::bench::GenerateOptions options;
  nsys_ai::bench::add_options(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    return nsys_ai::bench::run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-generate: {}\n", error.what());
    return 1;
  }
}
