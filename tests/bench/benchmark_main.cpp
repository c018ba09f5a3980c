// bench-store: measures the program on one profile, as ratios to a plain scan by SQLite.
//
// Ratios and not times are checked, since they mean the same on a slow machine as on a fast one.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "base/memory.h"
#include "tests/bench/measure.h"

namespace nsys_ai::bench {
namespace {

struct Options {
  MeasureOptions measure;
  std::string json;   // the file that is written
  std::string fewer;  // the file that was written of a profile with fewer rows
  bool check = false;
};

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

int run(Options options) {
  options.measure.progress = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  Report report = measure(options.measure);
  if (!options.fewer.empty()) compare_with_fewer_rows(report, text_of(options.fewer));
  fmt::print("{}", markdown(report));
  std::fflush(stdout);
  if (!options.json.empty() && !(std::ofstream(options.json) << json(report)))
    throw std::runtime_error("cannot write " + options.json);
  if (!options.check) return 0;
  const std::vector<std::string> sentences = fallen(report);
  for (const std::string& sentence : sentences) fmt::print(stderr, "bench-store: {}\n", sentence);
  return sentences.empty() ? 0 : 1;
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("PROFILE", options.measure.path, "An export of Nsight Systems")->required();
  app.add_flag("--check", options.check, "Exit with 1, naming what fell, when a ratio is beyond its limit");
  app.add_flag("--cold", options.measure.cold,
               "Drop the files from the page cache too, and measure what is read then");
  app.add_option("--fewer", options.fewer,
                 "What --json wrote of a profile with fewer rows: ratios may be 15 % larger now")
      ->type_name("FILE");
  app.add_option("--json", options.json, "Write the figures there too")->type_name("FILE");
  app.add_option("--program", options.measure.program, "nsys-ai, to measure `info`; else beside this program")
      ->type_name("FILE");
  app.add_option("--runs", options.measure.runs,
                 "Repetitions; the best of each counts, and the median of memory")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->type_name("N");
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int argc, char** argv) {
  nsys_ai::release_large_blocks();  // as the program does
  try {
    CLI::App app(
        "Measures the program on one profile: times as ratios to R, a scan of the same columns by SQLite.",
        "bench-store");
    nsys_ai::bench::Options options;
    nsys_ai::bench::add_options(app, options);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : 2;
    }
    if (options.measure.program.empty()) {
      const auto beside = std::filesystem::read_symlink("/proc/self/exe").replace_filename("nsys-ai");
      if (std::filesystem::exists(beside)) options.measure.program = beside;
    }
    return nsys_ai::bench::run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench-store: %s\n", error.what());
    return 2;
  }
}
