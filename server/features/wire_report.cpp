// Copies members; answers have a form of their own (protocol/answer_json).
#include "features/wire_report.h"

#include <fmt/chrono.h>

#include <ctime>

#include "base/version.h"
#include "protocol/answer_json.h"

namespace nsys_ai {
namespace {

OrderedMap<nsys::Answer> wire_parts(const std::vector<ReportPart>& parts) {
  OrderedMap<nsys::Answer> answers;
  for (const ReportPart& part : parts) answers.entries.emplace_back(part.name, wire_answer(part.answer));
  return answers;
}

nsys::ReportFinding wire_finding(const Finding& finding) {
  return {finding.key,    std::string(name_of(finding.severity)), finding.title,      finding.detail,
          finding.advice, finding.verify,                         finding.at_stake_ns, finding.refs};
}

}  // namespace

nsys::Report wire_report(const RunReport& report) {
  nsys::Report wire;
  wire.schema = "nsys-ai.report/1";
  wire.tool = {"nsys-ai", std::string(kProgramVersion)};
  wire.generated_at = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  wire.trace = {report.file};
  wire.warnings = report.warnings;
  for (const Finding& finding : report.findings.findings) wire.findings.push_back(wire_finding(finding));
  wire.nvtx_coverage_warn_threshold = report.options.coverage_threshold;
  wire.metrics = wire_parts(report.parts);
  for (const ReportProcess& process : report.processes)
    wire.by_pid.push_back({process.pid, process.device, wire_answer(process.kernels)});
  return wire;
}

}  // namespace nsys_ai
