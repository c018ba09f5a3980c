// The report on a run of inference: findings, phases and the answers of skills, as data that every front end shows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/answer.h"
#include "skills/findings.h"

namespace nsys_ai {

struct ReportOptions {
  ScopeRequest scope = {};
  int64_t kernel_limit = 30;  // 0 for none, negative for all
  bool percentiles = true;
  bool nvtx_kernel_map = true;
  double coverage_threshold = 0.7;  // below this share of kernel time the report warns
  std::string phase_map = {};       // JSON; empty for the built-in maps
  std::string requests = {};        // a log (analysis/phases/request_log.h); empty for none
  ProfilePtr explaining =
      {};  // another capture of the program, for the inside of whole graphs; null for none
  bool picture = false;             // whether `stages.svg` stands beside the Markdown
};

// The answer of a skill, under the name that the report has for it.
struct ReportPart {
  std::string name;
  Answer answer;
};
// The kernels of one process on one GPU.
struct ReportProcess {
  std::optional<int64_t> pid;
  int64_t device = 0;  // as the process numbers it
  Answer kernels;
};
// A table of the folder `tables`, with its columns also where it has no rows.
struct ReportTable {
  std::string name;  // without `.csv`
  Table table;
};

struct RunReport {
  std::string file;  // the name of the profile
  std::string scope;
  ReportOptions options;
  std::vector<std::string> warnings;
  Findings findings;
  std::vector<ReportPart> parts;
  std::vector<ReportProcess> processes;
  std::vector<ReportTable> tables;

  // Null where the report has no such part.
  const Answer* find(std::string_view name) const;
};

// Fails on a scope that the capture does not have, a wrong map of phases and on cancellation.
Result<RunReport> make_report(const Profile& profile, const ReportOptions& options, const Work& work);

// Of at most 12 kB, to paste into a pull request: names are shortened, details folded.
std::string report_markdown(const RunReport& report);

// Whether a finding costs time, so that something is to be done.
inline bool needs_action(const Finding& finding) { return finding.severity != Severity::information; }

}  // namespace nsys_ai
