// What a question asks by the wording known before that is nearest to it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/ask/reading.h"
#include "agent/known/likely_query.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai::inline agent {

// Each way in which words of a question may be names of the profile: of one kind or of another, or no names.
struct NameWays {
  std::vector<std::vector<NamedSpan>> ways;  // never empty; names where they may be, first
  bool lacks_name = false;                   // it names what the profile does not have
};
Result<NameWays> name_ways(const Profile& profile, const ReadWords& reading, const Work& work);

// The likely query in the words of `understood`, with the names that the question gives of this profile. None
// where no wording is near, and where the question has a name of a program that the profile lacks.
Result<std::optional<LikelyQuery>> known_query(const Profile& profile, std::string_view question,
                                               const Work& work);

// How far known wordings bear out that the question asks the query, by whichever of its names bears out most.
Result<BorneOut> query_borne_out(const Profile& profile, std::string_view question, const std::string& query,
                                 const Work& work);

}  // namespace nsys_ai::inline agent
