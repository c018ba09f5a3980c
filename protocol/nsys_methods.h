// This server's own messages, by name.
#pragma once

#include "protocol/lsp.h"
#include "protocol/method.h"
#include "protocol/nsys.h"
#include "protocol/nsys_ask.h"
#include "protocol/nsys_card.h"
#include "protocol/nsys_compare.h"
#include "protocol/nsys_flame.h"
#include "protocol/nsys_frame.h"
#include "protocol/nsys_page.h"
#include "protocol/nsys_query.h"
#include "protocol/nsys_ranks.h"
#include "protocol/nsys_ranks_compare.h"
#include "protocol/nsys_report.h"
#include "protocol/nsys_skill.h"
#include "protocol/nsys_status.h"
#include "protocol/nsys_timeline.h"
#include "protocol/nsys_words.h"

namespace nsys_ai::method {

struct ActivateProfile : FromClient {
  using Params = nsys::ProfileParams;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "nsys/activateProfile";
  static constexpr std::string_view kDoc = "Measures source files with this profile from now on.";
};

struct AlignedTimes : FromClient {
  using Params = nsys::AlignedTimesParams;
  using Result = nsys::AlignedTimesResult;
  static constexpr std::string_view kMethod = "nsys/alignedTimes";
  static constexpr std::string_view kDoc = "Where the same steps are in two profiles, to align their timelines.";
};

struct AnswerInWords : FromClient {
  using Params = nsys::AnswerInWordsParams;
  using Result = nsys::Words;
  static constexpr std::string_view kMethod = "nsys/answerInWords";
  static constexpr std::string_view kDoc =
      "Has a language model put an answer in words, and checks each figure of it; or says why not.";
  static constexpr std::string_view kTitle = "Answering in words";
};

struct Ask : FromClient {
  using Params = nsys::AskParams;
  using Result = nsys::AskAnswer;
  static constexpr std::string_view kMethod = "nsys/ask";
  static constexpr std::string_view kDoc = "Answers a question in words, or says why not.";
  static constexpr std::string_view kTitle = "Answering the question";
};

struct AskComplete : FromClient {
  using Params = nsys::AskCompleteParams;
  using Result = nsys::AskCompletions;
  static constexpr std::string_view kMethod = "nsys/askComplete";
  static constexpr std::string_view kDoc = "What may follow what is typed of a question.";
};

struct CloseProfile : FromClient {
  using Params = nsys::ProfileParams;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "nsys/closeProfile";
  static constexpr std::string_view kDoc = "Closes a profile; its memory is freed once running requests end.";
};

struct CompareRanks : FromClient {
  using Params = nsys::CompareRanksParams;
  using Result = nsys::RanksComparison;
  static constexpr std::string_view kMethod = "nsys/compareRanks";
  static constexpr std::string_view kDoc =
      "Compares the ranks of two runs: which became slower, and whether it works or waits.";
  static constexpr std::string_view kTitle = "Comparing the ranks";
};

struct CompleteWithModel : FromServer {
  using Params = nsys::CompleteWithModelParams;
  using Result = nsys::CompleteWithModelResult;
  static constexpr std::string_view kMethod = "nsys/completeWithModel";
  static constexpr std::string_view kDoc =
      "Asks the editor's own model, of clients that set `editor` as the model.";
};

struct Diff : FromClient {
  using Params = nsys::DiffParams;
  using Result = nsys::Comparison;
  static constexpr std::string_view kMethod = "nsys/diff";
  static constexpr std::string_view kDoc =
      "Compares two open profiles, or two sets of runs: a verdict, how sure it is, and where the time went.";
  static constexpr std::string_view kTitle = "Comparing profiles";
};

struct Document : FromClient {
  using Params = nsys::DocumentParams;
  using Result = nsys::DocumentResult;
  static constexpr std::string_view kMethod = "nsys/document";
  static constexpr std::string_view kDoc = "The text of a document that the server makes.";
  static constexpr std::string_view kTitle = "Opening the profile";
};

struct Explain : FromClient {
  using Params = nsys::ExplainParams;
  using Result = nsys::ExplainResult;
  static constexpr std::string_view kMethod = "nsys/explain";
  static constexpr std::string_view kDoc = "The card that a hover over the target shows.";
};

struct Flame : FromClient {
  using Params = nsys::FlameParams;
  using Result = nsys::FlameResult;
  static constexpr std::string_view kMethod = "nsys/flame";
  static constexpr std::string_view kDoc =
      "Stacks of CPU samples or of launches, merged into a tree, with what they take.";
  static constexpr std::string_view kTitle = "Counting stacks";
};

struct FrameInput : FromClient {
  using Params = nsys::FrameInputParams;
  using Result = nsys::FrameResult;
  static constexpr std::string_view kMethod = "nsys/frameInput";
  static constexpr std::string_view kDoc = "Does what a person did on a frame, and draws it again.";
};

struct FrameOpen : FromClient {
  using Params = nsys::FrameOpenParams;
  using Result = nsys::FrameResult;
  static constexpr std::string_view kMethod = "nsys/frameOpen";
  static constexpr std::string_view kDoc = "Opens overview, timeline or tree as text, for keys.";
  static constexpr std::string_view kTitle = "Drawing the timeline";
};

struct Locate : FromClient {
  using Params = nsys::LocateParams;
  using Result = lsp::Location;
  static constexpr std::string_view kMethod = "nsys/locate";
  static constexpr std::string_view kDoc = "The document that describes a target, and its line there.";
};

struct ModelConsent : FromClient {
  using Params = nsys::ModelConsentParams;
  using Result = nsys::ModelStatus;
  static constexpr std::string_view kMethod = "nsys/modelConsent";
  static constexpr std::string_view kDoc =
      "A person agrees, or no longer agrees, that the model of nsys/modelStatus is sent what it says.";
};

struct ModelSent : FromClient {
  using Params = nsys::ModelSentParams;
  using Result = nsys::ModelSentResult;
  static constexpr std::string_view kMethod = "nsys/modelSent";
  static constexpr std::string_view kDoc = "Shows what was sent to language models.";
};

struct ModelStatus : FromClient {
  using Params = nsys::ModelStatusParams;
  using Result = nsys::ModelStatus;
  static constexpr std::string_view kMethod = "nsys/modelStatus";
  static constexpr std::string_view kDoc =
      "Whether a language model can be asked, which, and what it would be sent.";
};

struct OpenInPerfetto : FromClient {
  using Params = nsys::OpenInPerfettoParams;
  using Result = nsys::OpenInPerfettoResult;
  static constexpr std::string_view kMethod = "nsys/openInPerfetto";
  static constexpr std::string_view kDoc = "Serves the profile to Perfetto in the user's browser.";
};

struct OpenProfile : FromClient {
  using Params = nsys::OpenProfileParams;
  using Result = nsys::ProfileInfo;
  static constexpr std::string_view kMethod = "nsys/openProfile";
  static constexpr std::string_view kDoc =
      "Opens a profile. Opening a file that is open gives the same handle.";
  static constexpr std::string_view kTitle = "Opening the profile";
};

struct OpenTimeline : FromClient {
  using Params = nsys::OpenTimelineParams;
  using Result = nsys::OpenTimelineResult;
  static constexpr std::string_view kMethod = "nsys/openTimeline";
  static constexpr std::string_view kDoc =
      "Serves nsys-ai's own timeline of the profile to the user's browser.";
};

struct ProfileInfo : FromClient {
  using Params = nsys::ProfileParams;
  using Result = nsys::ProfileInfo;
  static constexpr std::string_view kMethod = "nsys/profileInfo";
  static constexpr std::string_view kDoc = "What an open profile holds.";
};

struct Profiles : FromClient {
  using Params = nsys::ProfilesParams;
  using Result = nsys::ProfilesResult;
  static constexpr std::string_view kMethod = "nsys/profiles";
  static constexpr std::string_view kDoc = "The profiles that are open.";
};

struct Query : FromClient {
  using Params = nsys::QueryParams;
  using Result = nsys::Answer;
  static constexpr std::string_view kMethod = "nsys/query";
  static constexpr std::string_view kDoc = "Reads the tables of a profile with one SELECT.";
  static constexpr std::string_view kTitle = "Running the query";
};

struct Ranks : FromClient {
  using Params = nsys::RanksParams;
  using Result = nsys::RankReport;
  static constexpr std::string_view kMethod = "nsys/ranks";
  static constexpr std::string_view kDoc =
      "Reads the captures of one run together: which rank is slow, whether always, and who waits for it.";
  static constexpr std::string_view kTitle = "Reading the ranks";
};

struct Report : FromClient {
  using Params = nsys::ReportParams;
  using Result = nsys::ReportResult;
  static constexpr std::string_view kMethod = "nsys/report";
  static constexpr std::string_view kDoc = "Writes the report on a run of inference, as Markdown and as data.";
  static constexpr std::string_view kTitle = "Writing the report";
};

struct RunSkill : FromClient {
  using Params = nsys::RunSkillParams;
  using Result = nsys::Answer;
  static constexpr std::string_view kMethod = "nsys/runSkill";
  static constexpr std::string_view kDoc = "Asks a skill its question.";
  static constexpr std::string_view kTitle = "Running the skill";
};

struct Skills : FromClient {
  using Params = nsys::SkillsParams;
  using Result = nsys::SkillsResult;
  static constexpr std::string_view kMethod = "nsys/skills";
  static constexpr std::string_view kDoc = "The questions that can be asked.";
};

struct Status : FromClient {
  using Params = nsys::StatusParams;
  using Result = nsys::StatusResult;
  static constexpr std::string_view kMethod = "nsys/status";
  static constexpr std::string_view kDoc = "How the server is doing: memory, profiles, requests under way.";
};

struct TargetAt : FromClient {
  using Params = lsp::HoverParams;
  using Result = std::optional<nsys::TargetAtResult>;
  static constexpr std::string_view kMethod = "nsys/targetAt";
  static constexpr std::string_view kDoc = "What a place of a text names: what a hover there is about.";
};

struct Timeline : FromClient {
  using Params = nsys::TimelineParams;
  using Result = nsys::Timeline;
  static constexpr std::string_view kMethod = "nsys/timeline";
  static constexpr std::string_view kDoc = "What a screen can show of a part of the run.";
};

struct TimelineBookmark : FromClient {
  using Params = nsys::TimelineBookmarkParams;
  using Result = nsys::TimelineBookmarkResult;
  static constexpr std::string_view kMethod = "nsys/timelineBookmark";
  static constexpr std::string_view kDoc = "Marks a place of the run in the workspace.";
};

struct TimelineRelated : FromClient {
  using Params = nsys::TimelineRelatedParams;
  using Result = nsys::TimelineRelatedResult;
  static constexpr std::string_view kMethod = "nsys/timelineRelated";
  static constexpr std::string_view kDoc = "Where an event is drawn, and what it hangs together with.";
};

struct TimelineSearch : FromClient {
  using Params = nsys::TimelineSearchParams;
  using Result = nsys::TimelineMatches;
  static constexpr std::string_view kMethod = "nsys/timelineSearch";
  static constexpr std::string_view kDoc = "What bears a name, wherever the timeline draws it.";
};

struct TimelineWindow : FromClient {
  using Params = nsys::TimelineWindowParams;
  using Result = nsys::TimelineWindowResult;
  static constexpr std::string_view kMethod = "nsys/timelineWindow";
  static constexpr std::string_view kDoc =
      "What is known of a part of the run, or the answer of a skill there.";
};

struct ViewOpen : FromClient {
  using Params = nsys::ViewOpenParams;
  using Result = nsys::ViewOpenResult;
  static constexpr std::string_view kMethod = "nsys/viewOpen";
  static constexpr std::string_view kDoc = "A page to draw.";
};

struct WriteModelKey : FromServer {
  using Params = nsys::WriteModelKeyParams;
  using Result = nsys::WriteModelKeyResult;
  static constexpr std::string_view kMethod = "nsys/writeModelKey";
  static constexpr std::string_view kDoc =
      "Asks for a key that the client keeps: it goes through a pipe, since messages end up in logs.";
};

}  // namespace nsys_ai::method
