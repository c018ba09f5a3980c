// Visits the members of findings.
#include "knowledge/cached_findings.h"

#include <string>
#include <string_view>

#include "base/byte_archive.h"
#include "base/guarded.h"
#include "profile/cache/cache_folder.h"
#include "profile/cache/kept_part.h"

namespace nsys_ai {
namespace {

// One list of members for reading and writing.
template <class Archive, class Text>
void visit_text(Archive& archive, Text& text) {
  archive(text);
}
template <class Archive, class Of>
void visit_claim(Archive& archive, Of& claim) {
  archive.word(claim.use);
  archive(claim.ns);
}
template <class Archive, class Of>
void visit_not_judged(Archive& archive, Of& of) {
  archive(of.first);
  archive(of.second);
}
template <class Archive, class Of>
void visit_minor(Archive& archive, Of& of) {
  archive(of.first);
  archive(of.second);
}
template <class Archive, class Of>
void visit_finding(Archive& archive, Of& finding) {
  archive(finding.key);
  archive.word(finding.severity);
  archive(finding.title);
  archive(finding.detail);
  archive(finding.advice);
  archive(finding.verify);
  archive(finding.at_stake_ns);
  archive(finding.about_ns);
  archive.word(finding.leads);
  archive.each(finding.claims, visit_claim);
  archive.each(finding.refs, visit_text);
  archive.each(finding.skills, visit_text);
  archive.each(finding.mends, visit_text);
}
template <class Archive, class Of>
void visit_findings(Archive& archive, Of& findings) {
  archive.each(findings.findings, visit_finding);
  archive(findings.skipped);
  archive.each(findings.not_judged, visit_not_judged);
  archive.each(findings.failed, visit_text);
  archive.each(findings.ruled_out, visit_text);
  archive.each(findings.minor, visit_minor);
}

bool is_sound(const Findings& findings) {
  for (const Finding& of : findings.findings) {
    if (static_cast<uint64_t>(of.severity) > static_cast<uint64_t>(Severity::information)) return false;
    for (const ClaimedTime& claim : of.claims)
      if (static_cast<uint64_t>(claim.use) >= kTimeUses) return false;
  }
  return true;
}

}  // namespace

std::vector<uint8_t> bytes_of(const Findings& findings) {
  ByteWriter writer;
  visit_findings(writer, findings);
  return writer.taken();
}

std::optional<Findings> findings_of(std::span<const uint8_t> bytes) {
  ByteReader reader(bytes);
  Findings findings;
  visit_findings(reader, findings);
  if (!reader.is_done() || !is_sound(findings)) return std::nullopt;
  return findings;
}

std::optional<Findings> cached_findings(const Profile& profile) {
  const auto part = part_of_program(CacheFolder::kFindings);
  if (!part) return std::nullopt;
  const auto kept = load_part(profile, *part);
  if (!kept) return std::nullopt;
  auto findings = findings_of(*kept);
  if (!findings) remove_part(profile, *part);
  return findings;
}

void cache_findings(const Profile& profile, const Findings& findings) {
  run_guarded("The keeping of findings", [&] {
    if (const auto part = part_of_program(CacheFolder::kFindings))
      store_part(profile, *part, bytes_of(findings));
  });
}

}  // namespace nsys_ai
