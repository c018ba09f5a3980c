// Patterns for two things in one question, and for remarks that say again what a query says anyway.
#include "agent/ask/restatement.h"

namespace nsys_ai::inline agent {
namespace {

const std::string kPlace = "((?:stream|process|pid|rank) \\d+)";
const std::string kThing = "(kernels|kernel|copies|copy|memcpys|memcpy)";
const std::string kBeside =
    "(?: (?:both )?(?:(?:are |is )?(?:running|executing|active|in flight)|run|execute|overlap))?"
    "(?: (?:at the same time|at once|simultaneously|concurrently))?";
const std::string kLongTime =
    "(?:how much time is there (?:in|during) which|for how (?:long|much time) (?:do|did|were|are)|"
    "how long (?:do|did|were|are)|time (?:during|in) which|overlap(?:ping)? time (?:between|of)|overlap (?:between|of))";
// Nothing is left out where all three are said.
const std::string kGapWord = "\\b(?:gaps?|holes?|pauses?|stretch(?:es)?|bubbles?)\\b";
const std::string kSeparator = "(?:,| ?/|)(?: or| and|) ?(?:no )?";
const std::string kAllOfThem = "kernels?" + kSeparator + "(?:copies|copy|memcpys?)" + kSeparator + "memsets?";
const std::string kOne = "(?:a |an |any |some |the )?";

// `overlap between kernels of stream 8 and kernels of stream 7`, `time in which a copy of process 1 and a
// copy of process 2 are both in flight`.
std::string side(const char* of) { return kOne + kThing + " (?:of|from|on|in) (?:the )?" + of; }

}  // namespace

const std::vector<Restatement>& restatements_of_pairs() {
  static const std::vector<Restatement> all = {
      {as_said(
           "^(?=.*\\b(?:simultaneously|at the same time|at once|concurrently)\\b)(?:total time|time|(?:for )?how (?:much time|long)"
           "(?: in total)?) (?:with|did|were|was|is there with) (?:an? |the |at least one )?(.+?)"
           "(?: (?:both )?(?:running|active|in flight|executing|run))?(?: simultaneously| concurrently| at the same time)? on (?:both )?(?:the )?"
           "(gpu \\d+|device \\d+) and (?:on )?(gpu \\d+|device \\d+)(?: simultaneously| at the same time| at once| concurrently)?"
           "(?:, total|, in total)?\\s*\\??$"),
       "time in which $1 on $2 and $1 on $3 run at the same time"},
      {as_said("^" + kLongTime + " " + side(kPlace.c_str()) + " and " + side(kPlace.c_str()) + kBeside),
       "time in which $1 of $2 and $3 of $4 run at the same time"},
      {as_said("^(?:overlap time|overlap|how much time) between " + kPlace + "'s " + kThing + " and " +
               kPlace + "'s " + kThing),
       "time in which $2 of $1 and $4 of $3 run at the same time"},
      {as_said("^(?:how much )?(?:kernel )?overlap (?:is there )?between (stream \\d+) and (stream \\d+)"),
       "time in which kernels on $1 and kernels on $2 run at the same time"},
      {as_said(
           "^time (?:during|in) which both (stream \\d+) and (stream \\d+)( of process \\d+)? have a kernel "
           "(?:executing|running)"),
       "time in which kernels on $1$3 and kernels on $2$3 run at the same time"},
      {as_said("^how much kernel time on (stream \\d+)( (?:of|on) gpu \\d+)? coincides with (?:a )?kernels?"
               "(?: running)? on (stream \\d+)"),
       "time in which kernels on $1 and kernels on $3 run at the same time$2"},

      {as_said(R"(\b((?:GPU|device)[- ]to[- ](?:GPU|device)) \(?peer\)? )"), "peer-to-peer "},
      {as_said(R"(\b(?:the )?(?:first|second|third|fourth) (?:GPU|device) \((?:GPU|device) (\d+)\))"),
       "GPU $1"},
      {as_said(R"(\bgridX (?:x|times|by) gridY (?:x|times|by) gridZ\b)"), "grid blocks"},

      {as_said(
           R"(\b(spend|spent) (?:on |in )?(?:allocating|loading|freeing|copying|creating|destroying|setting|launching)(?: [\w-]+){0,4} (?:via|through|using|by calling) (cu\w+))"),
       "$1 in $2"},
      {as_said(
           R"(\b(?:allocating|loading|freeing|copying|creating|destroying|setting)(?: [\w-]+){0,4} (?:via|through|using|by calling) (cu\w+))"),
       "$1"},
      {as_said(
           R"(\b(?:kernel )?launches (?:went|go|that went|that go|made|issued) (?:through|via|with|by) (?:the driver call )?(cu(?:da)?LaunchKernel\w*))"),
       "calls are named \"$1\""},

      {as_said("^(.*" + kGapWord +
               ".*) between (?:consecutive|successive|adjacent) (?:GPU )?operations"
               "(?: of any (?:type|sort|kind))?(?: \\(" +
               kAllOfThem + "\\))?"),
       "$1"},
      {as_said("^(.*" + kGapWord + ".*) \\((?:no |incl\\. |including )?" + kAllOfThem + "\\)"), "$1"},
      {as_said("(" + kGapWord + ") with (?:nothing|no work)(?: at all)? (?:running|executing)"), "$1"},
      {as_said(
           ",? \\(?(?:in time order|of any rank|of any process|irrespective of the process)\\)?(?=$|[ ,?.])"),
       ""},
      {as_said("(?:, | \\()(?:the two MPI ranks together|both MPI ranks together|the two ranks together|"
               "both ranks together|both ranks pooled)\\)?(?=$|[ ,?.])"),
       ""},

      {as_said(
           R"(^(?!.*\bin (?:ms|us|ns|s|milliseconds|microseconds|nanoseconds|seconds)\b)(?:out )?of (?:the |all )?(?:added[- ]up |total |summed |overall )?kernel (?:durations|duration|time)((?: added up)?(?: on (?:gpu|device) \d+)?), how much(?:,? \(?as a (?:share|fraction|percentage)\)?,?)? (?:belongs to|is|goes to|goes into|comes from|is spent in) )"),
       "what share of total kernel time$1 belongs to "},
      {as_said(
           R"(^ratio of (?:the )?(?:(?:total |summed )?(?:NVTX )?durations?|times?)(?::| of)? (\S+) (?:/|to|over) (\S+)$)"),
       "duration of $1 divided by duration of $2"}};
  return all;
}

}  // namespace nsys_ai::inline agent
