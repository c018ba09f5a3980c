// The arguments of the commands of `workspace/executeCommand` (docs/PROTOCOL.md).
#pragma once

#include "protocol/lsp_client.h"
#include "protocol/nsys.h"

namespace nsys_ai::nsys {

struct ShowDocumentArguments {
  std::string uri;
};
template <class F>
void fields(ShowDocumentArguments& v, F& f) {
  f("uri", v.uri, "A document of this server.");
}

struct AnnotateArguments {
  std::string uri;
  lsp::Position position;
  std::string around;
};
template <class F>
void fields(AnnotateArguments& v, F& f) {
  f("uri", v.uri, "A Python source that is open.");
  f("position", v.position, "The place in it.");
  f("around", v.around,
    "function, statement or call: what the range is put around; nothing: all ranges are taken back.");
}

struct AnnotatedSource {
  lsp::WorkspaceEdit edit;
  bool asked = false;
};
template <class F>
void fields(AnnotatedSource& v, F& f) {
  f("edit", v.edit, "The change.");
  f("asked", v.asked, "Whether the client was asked to make it.");
}

// The argument of nsys-ai.acceptRound and nsys-ai.takeBackRanges.
struct RoundArguments {
  std::string round;
};
template <class F>
void fields(RoundArguments& v, F& f) {
  f("round", v.round, "The folder of a round of nsys-ai annotate loop.");
}

struct RoundDone {
  std::string text;
  int64_t files = 0;
};
template <class F>
void fields(RoundDone& v, F& f) {
  f("text", v.text, "What was done, for a person.");
  f("files", v.files, "How many sources changed.");
}

struct AnnotationRounds {
  std::string folder;
  std::string round;
  std::string profile;
  std::string uri;
};
template <class F>
void fields(AnnotationRounds& v, F& f) {
  f("folder", v.folder, "Where the rounds are.");
  f("round", v.round, "The folder of the last one that was kept.");
  f("profile", v.profile,
    "The capture of the last round that was kept; its view `annotate` shows the rounds.");
  f("uri", v.uri, "The document that shows them.");
}

struct OpenInPerfettoArguments {
  std::string profile;
  std::optional<std::string> target;
  std::optional<TimeWindow> window;
};
template <class F>
void fields(OpenInPerfettoArguments& v, F& f) {
  f("profile", v.profile, "The profile's file.");
  f("target", v.target, "What to show, as a cell's `target` names it, with some time around.");
  f("window", v.window, "The part to show; all where neither is given.");
}

// Accepts the same places as for Perfetto.
using ShowOnTimelineArguments = OpenInPerfettoArguments;

struct RunSkillArguments {
  std::optional<std::string> profile;
  std::string skill;
  std::optional<OrderedMap<Scalar>> params;
};
template <class F>
void fields(RunSkillArguments& v, F& f) {
  f("profile", v.profile, "The profile's file; the active one where it is left out.");
  f("skill", v.skill, "The skill's name.");
  f("params", v.params, "Its parameters, as a person would write them.");
}

struct SuppressFindingArguments {
  std::string finding;
  std::string reason;
  std::optional<std::string> profiles;
};
template <class F>
void fields(SuppressFindingArguments& v, F& f) {
  f("finding", v.finding, "The finding's key.");
  f("reason", v.reason, "Why it is not to be shown.");
  f("profiles", v.profiles,
    "Names of files that it holds for, with * for any part; all where it is left out.");
}

struct UnsuppressFindingArguments {
  std::string finding;
  std::string profile;
};
template <class F>
void fields(UnsuppressFindingArguments& v, F& f) {
  f("finding", v.finding, "The finding's key.");
  f("profile", v.profile, "The profile's file.");
}

// The document that the server showed, or that the client should show.
struct ShownDocument {
  std::string uri;
  bool asked = false;
};
template <class F>
void fields(ShownDocument& v, F& f) {
  f("uri", v.uri, "The document.");
  f("asked", v.asked, "Whether the client was asked to show it; else it is for the client to do.");
}

struct RemoveBookmarkArguments {
  std::string profile;
  std::string name;
};
template <class F>
void fields(RemoveBookmarkArguments& v, F& f) {
  f("profile", v.profile, "The profile's file.");
  f("name", v.name, "What the place is called.");
}

}  // namespace nsys_ai::nsys
