// bench-generate: writes a profile as large as one asks for, to measure with.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "tests/bench/hostile.h"
#include "tests/bench/shapes.h"

namespace nsys_ai::bench {
namespace {

volatile std::sig_atomic_t interrupted = 0;

// What is given by hand, on top of a shape.
using Changes = std::vector<std::function<void(GenerateOptions&)>>;

struct Arguments {
  std::string shape{kUsualShape};
  double scale = 1;
  std::string path;
  Changes changes;
};

template <class T, class Place, class Range>
void add_change(CLI::App& app, Changes& changes, const char* name, Place place, const Range& range,
                const char* what) {
  app.add_option_function<T>(
         name,
         [&changes, place](const T& value) {
           changes.push_back([place, value](GenerateOptions& options) { place(options) = value; });
         },
         what)
      ->check(range)
      ->type_name("N");
}

void add_changes(CLI::App& app, Changes& changes) {
  const auto number = [&](const char* name, auto place, int64_t least, int64_t most, const char* what) {
    add_change<int64_t>(app, changes, name, place, CLI::Range(least, most), what);
  };
  const auto count = [&](const char* name, int64_t Counts::*member, const char* what) {
    number(
        name, [member](GenerateOptions& options) -> int64_t& { return options.workload.counts.*member; }, 0,
        1'000'000'000, what);
  };
  const auto workload = [&](const char* name, int64_t WorkloadOptions::*member, int64_t least, int64_t most,
                            const char* what) {
    number(
        name, [member](GenerateOptions& options) -> int64_t& { return options.workload.*member; }, least,
        most, what);
  };
  count("--calls", &Counts::calls, "CUDA calls, with one for each kernel, copy and memset");
  count("--copies", &Counts::copies, "Memory copies");
  workload("--devices", &WorkloadOptions::devices, 1, 1024, "GPUs");
  add_change<double>(
      app, changes, "--instance-labels",
      [](GenerateOptions& options) -> double& { return options.workload.instance_share; },
      CLI::Range(0.0, 1.0), "Share of NVTX labels that carry an instance, as text of their own");
  count("--kernels", &Counts::kernels, "Kernels");
  count("--memsets", &Counts::memsets, "Memsets");
  count("--nvtx", &Counts::nvtx, "NVTX ranges");
  app.add_flag_callback(
      "--nvtx-by-start",
      [&] { changes.push_back([](GenerateOptions& options) { options.workload.nvtx_by_start = true; }); },
      "Write ranges in the order of their starts, not ends");
  workload("--nvtx-depth", &WorkloadOptions::nvtx_depth, 1, 1000, "Ranges that nest in one another");
  count("--os-calls", &Counts::os_calls, "Calls of the operating system");
  workload("--processes", &WorkloadOptions::processes, 1, 4096, "Processes, each with its part of the GPUs");
  number(
      "--samples", [](GenerateOptions& options) -> int64_t& { return options.samples; }, 0, 1'000'000'000,
      "CPU samples, 8 frames each");
  add_change<uint64_t>(
      app, changes, "--seed", [](GenerateOptions& options) -> uint64_t& { return options.workload.seed; },
      CLI::NonNegativeNumber, "Other numbers, another profile (1)");
  workload("--streams", &WorkloadOptions::streams, 4, 1000, "Streams of a GPU in a process");
}

std::string list_of_shapes() {
  std::string list = "Shapes:\n";
  for (const Shape& shape : shapes()) {
    const Counts& counts = shape.options.workload.counts;
    list += fmt::format("  {:18} {};\n{:21}{:g} M kernels, {:g} M calls, {:g} M ranges\n", shape.name,
                        shape.what, "", static_cast<double>(counts.kernels) / 1e6,
                        static_cast<double>(counts.calls) / 1e6, static_cast<double>(counts.nvtx) / 1e6);
  }
  return list;
}

void add_options(CLI::App& app, Arguments& arguments) {
  std::vector<std::string> names;
  for (const auto* all : {&shapes(), &hostile_shapes()})
    for (const Shape& shape : *all) names.emplace_back(shape.name);
  app.add_flag_callback(
      "--hostile",
      [] {
        for (const Shape& shape : hostile_shapes()) fmt::print("{}\n", shape.name);
        throw CLI::Success();
      },
      "Print the names of the hostile shapes, which no program writes, and write nothing");
  app.add_flag_callback(
      "--list",
      [] {
        for (const Shape& shape : shapes()) fmt::print("{}\n", shape.name);
        throw CLI::Success();
      },
      "Print the names of the shapes, and write nothing");
  app.add_option("--out", arguments.path, "The file to write")->required()->type_name("FILE");
  app.add_option("--scale", arguments.scale, "As many times the rows of the shape; what follows is as given")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str()
      ->type_name("X");
  app.add_option("--shape", arguments.shape, "One of the shapes below; other options change it")
      ->check(CLI::IsMember(names))
      ->capture_default_str()
      ->type_name("NAME");
  add_changes(app, arguments.changes);
  app.footer(list_of_shapes());
}

int run(const Arguments& arguments) {
  GenerateOptions options = shaped(arguments.shape, arguments.scale);
  options.path = arguments.path;
  for (const auto& change : arguments.changes) change(options);
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
  try {
    CLI::App app(
        "Writes a profile in the layout of Nsight Systems 2026.2 (schema 3.25.0), as large as asked for.",
        "bench-generate");
    nsys_ai::bench::Arguments arguments;
    nsys_ai::bench::add_options(app, arguments);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : 2;
    }
    return nsys_ai::bench::run(arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench-generate: %s\n", error.what());
    return 1;
  }
}
