// Rules that runs have to hold: bounds of figures, relative to a base or absolute, and of columns of skills.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/check_file.h"
#include "skill/user_skills.h"

namespace nsys_ai {

// `.nsys-ai/check.json`; no rules where there is no file. Fails with `FILE: message`.
Result<CheckFile> read_check_file(const std::vector<std::filesystem::path>& workspace);
// A rule that cannot be evaluated in any run is an error of its author.
Result<void> valid_rule(const CheckRule& rule, const SkillSet& skills);

struct CheckedRuns {
  const nsys::Comparison& comparison;
  bool has_base = false;  // otherwise both sides of the comparison are the runs themselves
  const std::vector<ProfilePtr>& runs;
};

// `today` is a date such as 2027-01-31, from which on older acceptances no longer hold.
Result<CheckReport> checked(const CheckedRuns& runs, const CheckFile& rules, const SkillSet& skills,
                            const std::string& today, const Work& work);

}  // namespace nsys_ai
