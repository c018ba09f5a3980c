// The report on a run, as in report.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/nsys_skill.h"

namespace nsys_ai::nsys {

struct ReportFinding {
  std::string key;
  std::string severity;
  std::string title;
  std::string evidence;
  std::string recommendation;
  std::string verify;
  int64_t at_stake_ns = 0;
  std::vector<std::string> refs;
};
template <class F>
void fields(ReportFinding& v, F& f) {
  f("key", v.key, "The page of the book of root causes.");
  f("severity", v.severity, "high, medium, low or information.");
  f("title", v.title, "What holds, with its number.");
  f("evidence", v.evidence, "Numerator, denominator and scope.");
  f("recommendation", v.recommendation, "What to do, in Markdown.");
  f("verify", v.verify, "How to see that it helped.");
  f("at_stake_ns", v.at_stake_ns, "What a fix saves at most, mean over GPUs.");
  f("refs", v.refs, "Events to look at.");
}

struct ReportTool {
  std::string name;
  std::string version;
};
template <class F>
void fields(ReportTool& v, F& f) {
  f("name", v.name, "nsys-ai.");
  f("version", v.version, "Its version.");
}

struct ReportTrace {
  std::string path;
};
template <class F>
void fields(ReportTrace& v, F& f) {
  f("path", v.path, "The name of the profile, without its folder.");
}

struct ReportOfProcess {
  std::optional<int64_t> pid;
  int64_t device = 0;
  Answer kernels;
};
template <class F>
void fields(ReportOfProcess& v, F& f) {
  f("pid", v.pid, "The process; absent where the capture names none.");
  f("device", v.device, "The GPU, as that process numbers it.");
  f("kernels", v.kernels, "The answer of top_kernels for this process and GPU.");
}

struct Report {
  std::string schema;
  ReportTool tool;
  std::string generated_at;
  ReportTrace trace;
  std::vector<std::string> warnings;
  std::vector<ReportFinding> findings;
  double nvtx_coverage_warn_threshold = 0;
  OrderedMap<Answer> metrics;
  std::vector<ReportOfProcess> by_pid;
};
template <class F>
void fields(Report& v, F& f) {
  f("schema", v.schema, "nsys-ai.report/1.");
  f("tool", v.tool, "What wrote it.");
  f("generated_at", v.generated_at, "When, in UTC.");
  f("trace", v.trace, "What it is about.");
  f("warnings", v.warnings, "What a reader has to know, one sentence each.");
  f("findings", v.findings, "The causes of lost time that hold, by the time that they concern.");
  f("nvtx_coverage_warn_threshold", v.nvtx_coverage_warn_threshold,
    "The share of kernel time in NVTX ranges below which the report warns.");
  f("metrics", v.metrics, "Answers of skills for the whole scope, by the name of the report's part.");
  f("by_pid", v.by_pid, "The kernels of each process on each of its GPUs; other answers have a column pid.");
}

struct ReportParams {
  std::string profile;
  std::optional<std::string> phaseMap;
  std::optional<std::vector<int64_t>> gpus;
  std::optional<TimeWindow> trim;
  std::optional<int64_t> process;
  std::optional<int64_t> iteration;
  std::optional<std::string> phase;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(ReportParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("phaseMap", v.phaseMap, "JSON that names the ranges of each phase; .nsys-ai/phases.json or a built-in map where it is left out.");
  f("gpus", v.gpus, "CUDA ordinals; all devices where it is empty or left out.");
  f("trim", v.trim, "The part of the capture to look at; all where it is left out.");
  f("process", v.process, "A pid; all processes where it is left out.");
  f("iteration", v.iteration, "A step of the program, from 0: its window and its process.");
  f("phase", v.phase, "A phase such as decode: the window of its longest stretch, and its process.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct ReportResult {
  std::string markdown;
  Report report;
};
template <class F>
void fields(ReportResult& v, F& f) {
  f("markdown", v.markdown, "The report to paste into a pull request, at most 12 kB.");
  f("report", v.report, "All of it.");
}

}  // namespace nsys_ai::nsys
