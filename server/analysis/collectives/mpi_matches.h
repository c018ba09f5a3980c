// Calls of MPI of all ranks in a capture: which belong together, who waited for whom, and which never end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/families/family_host.h"
#include "profile/profile.h"

namespace nsys_ai {

enum class MpiRole : uint8_t { send, receive, send_receive, collective, wait, other };

// What the calls of other ranks say of a call.
enum class MpiPartner : uint8_t {
  none,     // it needs none
  unknown,  // the rank that it is for is not in this capture
  found,
  missing  // the rank is in this capture, and made no such call
};

struct MpiCall {
  uint32_t row = 0;  // of MpiCalls; the first of several for one call
  std::optional<int64_t> rank;
  MpiRole role = MpiRole::other;
  Interval time;            // a call that never returned ends with the recording
  bool is_blocking = true;  // false: it returns at once, such as MPI_Isend
  bool is_unfinished = false;
  MpiPartner partner = MpiPartner::none;
  // The rank that it waited for: that of its partner, or the last to enter the collective, or one that never
  // did.
  std::optional<int64_t> partner_rank;
  uint32_t communicator = 0;  // of a collective, in `MpiMatches::communicators`
  int64_t waited = 0;  // ns inside the call before that rank made its call
};

// A communicator as all of its ranks see it.
struct MpiCommunicatorName {
  std::string text;  // its members; else the how manieth of its ranks it is
  bool by_order = false;
};

struct MpiMatches {
  const MpiCalls* calls = nullptr;
  std::vector<MpiCall> all;  // by start, then by rank
  std::vector<MpiCommunicatorName> communicators;
  int64_t ranks = 0;         // how many ranks are in the capture
};

// Sends and receives match by communicator, ranks, tag and order; the nth collective of a communicator is the
// same on all of its ranks. Kept with the profile. Fails like `Profile::events`.
Result<const MpiMatches*> mpi_matches(const Profile& profile, const Work& work);

}  // namespace nsys_ai
