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
const std::string kOne = "(?:a |an |any |some |the )?";

// `overlap between kernels of stream 8 and kernels of stream 7`, `time in which a copy of process 1 and a
// copy of process 2 are both in flight`.
std::string side(const char* of) { return kOne + kThing + " (?:of|from|on|in) (?:the )?" + of; }

}  // namespace

const std::vector<Restatement>& restatements_of_bounds() {
  static const std::vector<Restatement> all = {
      {as_said(
           R"(\b((?:GPU|device|process|stream|thread)(?: id)?) (?:with|that has|which has|has) the (?:smaller|lower|lesser|fewer) )"),
       "$1 with the least "},
      {as_said(
           R"(\b((?:GPU|device|process|stream|thread)(?: id)?) (?:with|that has|which has|has) the (?:larger|higher|greater|bigger) )"),
       "$1 with the most "},
      {as_said(
           R"(\b(?:with|have|has|having|used?|uses|using|that need|needing|at(?: the)?) (\d+) (register|thread)s?(?: ?(?:/|per) ?(thread|block))?(?: limit)?\b(?! or| and (?:more|up)|\+))"),
       "with exactly $1 $2s"},
      {as_said(R"(\bregistersPerThread ?==? ?(\d+)\b)"), "exactly $1 registers"},
      {as_said(
           R"(\bhow far apart (?:do|are|is) (?:the )?(?:successive|consecutive|adjacent|neighbou?ring) (.+?) (?:begin|start|starting|beginning)s?\b)"),
       "interval between starts of $1"},
      {as_said(
           R"(\bstart[- ]to[- ]start (?:distance|interval|time|gap|spacing|period) (?:of|between) (?:consecutive |successive |adjacent )?)"),
       "interval between starts of "},
      {as_said(
           R"(^there (?:are|were) (?:two|2) (?:calls of |ranges (?:of |named )?)?(\S+?)( ranges| kernels| copies)?[,;.:] (?:and )?(.+) of the (later|second|last)(?: one)?(\s*[?.]?)$)"),
       "$3 of the last $1$2$5"},
      {as_said(R"(\bthreads (?:created|spawned|started) (?:through|by|with|via|using) pthread_create\b)"),
       "OS calls named \"pthread_create\""},
      {as_said(
           R"(\bwhat (?:is|was) the (longest|shortest|slowest|fastest) (?:run|execution) of (?:the )?(\w+) kernel\b)"),
       "how long is the $1 kernel named \"$2\""},
      {as_said(
           R"(,? \(?(?:with )?overlaps? (?:is |are )?(?:not|never) (?:double[- ]counted|counted twice)\)?)"),
       ""}};
  return all;
}

const std::vector<Restatement>& restatements_of_pairs() {
  static const std::vector<Restatement> all = {
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

      {as_said(
           R"( between (?:consecutive|successive|adjacent) (?:GPU )?operations(?: of any (?:type|sort|kind))?)"
           R"((?: \((?:kernels?|copies|copy|memcpys?|memsets?|,|/| |or|and)+\))?)"),
       ""},
      {as_said(
           R"( \((?:no |incl\. |including )(?:kernels?|copies|copy|memcpys?|memsets?|,|/| |or|and|no)+\))"),
       ""},
      {as_said(R"( with (?:nothing|no work)(?: at all)? (?:running|executing))"), ""},
      {as_said(
           R"(,? \(?(?:in time order|of any rank|of any process|irrespective of the process|the two MPI ranks together|both MPI ranks together|)"
           R"(the two ranks together|both ranks pooled|both ranks together|both processes together|the two processes together)\)?(?=$|[ ,?.]))"),
       ""},

      {as_said(
           R"(^(?:out )?of (?:the |all )?(?:added[- ]up |total |summed |overall )?kernel (?:durations|duration|time)((?: added up)?(?: on (?:gpu|device) \d+)?), how much(?:,? \(?as a (?:share|fraction|percentage)\)?,?)? (?:belongs to|is|goes to|goes into|comes from|is spent in) )"),
       "what share of total kernel time$1 belongs to "},
      {as_said(
           R"(^ratio of (?:the )?(?:(?:total |summed )?(?:NVTX )?durations?|times?)(?::| of)? (\S+) (?:/|to|over) (\S+)$)"),
       "duration of $1 divided by duration of $2"}};
  return all;
}

}  // namespace nsys_ai::inline agent
