// What a person does with the rounds of the annotation loop, as commands.
#pragma once

#include "protocol/annotate_file.h"
#include "protocol/json.h"
#include "protocol/nsys_command.h"
#include "rpc/call.h"

namespace nsys_ai {

struct Session;

// Where the rounds of the workspace are, and the capture of the last one that was kept.
Result<Json> handle_annotation_rounds(Session& session, const Json& argument, Call& call);
// Puts the ranges of a round into its sources. Fails where these changed since, or are not saved.
Result<Json> handle_accept_round(Session& session, const Json& argument, Call& call);
// Takes all ranges of the sources of a round back. Fails where these are not saved.
Result<Json> handle_take_back_ranges(Session& session, const Json& argument, Call& call);

// What both do, whoever asks.
Result<nsys::RoundDone> run_on_round(std::string_view command, const AnnotateRound& round, const Work& work);

}  // namespace nsys_ai
