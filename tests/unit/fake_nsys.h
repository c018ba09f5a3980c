// An nsys for tests: a shell script that does what the test says.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "profile/report/report.h"
#include "tests/support/environment.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {

inline void write_program(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  write_bytes(path, text);
  ::chmod(path.c_str(), 0755);
}

// A folder with a good export ($good), a cache, and an nsys that copies the export.
class WithNsys : public testing::Test {
 protected:
  WithNsys() {
    sketch::write("gpu 0 stream 7   gemm 100..200us   softmax 250..280us\n",
                  (folder / "good.sqlite").string());
    environment.set("NSYS_AI_NSYS", (folder / "nsys").string());
    environment.set("NSYS_AI_CACHE_DIR", cache.string());
    environment.unset("NSYS_AI_CACHE_LIMIT");
    nsys_does("cp \"$good\" \"$out\"");
  }

  // Lines of a shell, where $out is the file to write and $report the report.
  void nsys_does(const std::string& lines) {
    write_program(
        folder / "nsys",
        fmt::format(
            "#!/bin/sh\necho \"$@\" >> {0}/calls\n"
            "if [ \"$1\" = --version ]; then echo 'NVIDIA Nsight Systems version 2025.5.2.266-255236693005v0'; exit; fi\n"
            "out=$5 report=$8 good={0}/good.sqlite here={0}\n{1}\n",
            folder.path().string(), lines));
  }
  // The exports that were asked for so far, each with its arguments.
  std::vector<std::string> calls() const {
    std::vector<std::string> lines;
    std::ifstream file(folder / "calls");
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("export")) lines.push_back(line);
    return lines;
  }
  std::filesystem::path report(const std::string& name = "run.nsys-rep",
                               const std::string& bytes = "NVIDIA Tegra Profiler Report 2026@2@1@191-v0.\n") {
    write_bytes(folder / name, bytes);
    return folder / name;
  }
  std::vector<std::string> cached() const {
    std::vector<std::string> names;
    std::error_code absent;
    for (const auto& entry : std::filesystem::directory_iterator(cache, absent))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  // Without the places of this machine.
  Result<Exported> exported_here(const std::filesystem::path& of, const Work& work = {}) const {
    return exported(of, work, machine);
  }

  const TemporaryFolder folder;
  const std::filesystem::path cache = folder / "cache";
  Environment environment;
  ReportMachine machine{{}, free_bytes_in};
};

}  // namespace nsys_ai::test
