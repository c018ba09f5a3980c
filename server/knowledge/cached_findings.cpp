// Numbers take eight bytes and texts follow their lengths, in the order of the members of findings.
#include "knowledge/cached_findings.h"

#include <cstring>
#include <string>
#include <string_view>

#include "base/guarded.h"
#include "base/program_file.h"
#include "profile/cache/cache_folder.h"
#include "profile/cache/kept_part.h"

namespace nsys_ai {
namespace {

class FindingsWriter {
 public:
  void operator()(int64_t value) {
    const auto* from = reinterpret_cast<const uint8_t*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof(value));
  }
  void operator()(const std::string& text) {
    (*this)(static_cast<int64_t>(text.size()));
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }
  template <class T>
  void each(const std::vector<T>& list, void (*members)(FindingsWriter&, const T&)) {
    (*this)(static_cast<int64_t>(list.size()));
    for (const T& one : list) members(*this, one);
  }
  template <class E>
  void word(E value) {
    (*this)(static_cast<int64_t>(value));
  }
  std::vector<uint8_t> taken() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

// After an error it reads nothing more.
class FindingsReader {
 public:
  explicit FindingsReader(std::span<const uint8_t> bytes) : left_(bytes) {}

  void operator()(int64_t& value) {
    if (left_.size() < sizeof(value)) return fail();
    std::memcpy(&value, left_.data(), sizeof(value));
    left_ = left_.subspan(sizeof(value));
  }
  void operator()(std::string& text) {
    const size_t size = count();
    text.assign(reinterpret_cast<const char*>(left_.data()), size);
    left_ = left_.subspan(size);
  }
  template <class T>
  void each(std::vector<T>& list, void (*members)(FindingsReader&, T&)) {
    for (size_t left = count(); left > 0 && good_; --left) members(*this, list.emplace_back());
  }
  template <class E>
  void word(E& value) {
    int64_t number = 0;
    (*this)(number);
    value = static_cast<E>(number);
    if (static_cast<int64_t>(value) != number) fail();
  }
  bool is_done() const { return good_ && left_.empty(); }

 private:
  // A count of items that take at least one byte each.
  size_t count() {
    int64_t size = 0;
    (*this)(size);
    if (size < 0 || static_cast<uint64_t>(size) > left_.size()) fail();
    return good_ ? static_cast<size_t>(size) : 0;
  }
  void fail() {
    good_ = false;
    left_ = {};
  }

  std::span<const uint8_t> left_;
  bool good_ = true;
};

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

std::optional<CachedPart> findings_part() {
  const auto program = program_stamp();
  if (!program) return std::nullopt;
  return CachedPart{CacheFolder::kFindings, *program};
}

}  // namespace

std::vector<uint8_t> bytes_of(const Findings& findings) {
  FindingsWriter writer;
  visit_findings(writer, findings);
  return writer.taken();
}

std::optional<Findings> findings_of(std::span<const uint8_t> bytes) {
  FindingsReader reader(bytes);
  Findings findings;
  visit_findings(reader, findings);
  if (!reader.is_done() || !is_sound(findings)) return std::nullopt;
  return findings;
}

std::optional<Findings> cached_findings(const Profile& profile) {
  const auto part = findings_part();
  if (!part) return std::nullopt;
  const auto kept = load_part(profile, *part);
  if (!kept) return std::nullopt;
  auto findings = findings_of(*kept);
  if (!findings) remove_part(profile, *part);
  return findings;
}

void cache_findings(const Profile& profile, const Findings& findings) {
  run_guarded("The keeping of findings", [&] {
    if (const auto part = findings_part()) store_part(profile, *part, bytes_of(findings));
  });
}

}  // namespace nsys_ai
