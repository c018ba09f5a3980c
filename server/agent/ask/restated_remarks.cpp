// Patterns for remarks that say again what every answer holds to: that a range is of one thread, that
// overlaps count once, that a gap lies between operations, that times are of the file.
#include "agent/ask/restatement.h"

namespace nsys_ai::inline agent {
namespace {

const std::string kThingsOf =
    "(?:kernels?|copies|copy|memcpys?|memsets?|operations?|ops|activities|activity|work|"
    "gpu|all|any|type|kind|both|processes|process|of|its|the|or|and|,|/| )+";
// What ends a remark.
const std::string kEnd = "(?=\\s*[?.!,;:)]|\\s*$)";
// A range in which something lies, by words for it.
const std::string kLies =
    "(?:lies?|lay|starts?|started|begins?|began|is|are|was|were|falls?|happens?|sits?|sitting|"
    "starting|beginning|lying)";

std::vector<Restatement> of_threads_launches_and_unions() {
  return {
      // ---- threads of ranges
      {as_said(R"(,? \(?on (?:the|that|its) (?:very )?(?:same|own) thread\)?)" + kEnd), ""},
      {as_said(R"(, same thread)" + kEnd), ""},
      {as_said(R"( (?:of|on) (?:that|the) same thread)" + kEnd), ""},
      {as_said(
           R"((,? (?:inside|within|in|during) [^?,]*?)( range)s? (?:of|on) (?:its|their|that) (?:own )?thread)" +
           kEnd),
       "$1$2"},
      // ---- operators whose ids differ
      {as_said(
           R"(,? \(?(?:whatever|regardless of|with|of|for) (?:its |their |the )?(?:any )?(?:seq|op_id|op id|sequence number)s?(?:(?:,|/| or| and) ?(?:seq|op_id|op id)s?)*(?: (?:it|they) (?:has|have))?\)?)" +
           kEnd),
       ""},
      {as_said(R"(,? \(?any (?:seq|op_id|op id)(?:(?:,|/| or| and) ?(?:seq|op_id|op id))*\)?)" + kEnd), ""},
      // ---- launches inside ranges
      {as_said(
           R"(,? (?:meaning|counting|i\.e\.|that is,?) (?:that )?(?:the |their |each )?launch(?:ing)? calls? (?:that )?)" +
           kLies +
           R"( (?:inside|in|within) (?:such |that |one of )?(?:a |the )?(?:those )?(?:ranges?|ones?|it)(?: [^?]*)?)" +
           kEnd),
       ""},
      {as_said(R"(\bkernels (?:whose|with (?:a|the|their)) (?:launch|launching) calls? )" + kLies +
               R"( (?:inside|within|in) (?:one of |some |any of )?)"),
       "kernels launched inside "},
      {as_said(
           R"(\bkernels (?:have|has) (?:the|their|its) launch(?:ing)? calls? (?:beginning |starting |sitting |lying )?(?:inside|within|in|while) (?:one of |some |any of )?)"),
       "kernels are launched inside "},
      {as_said(
           R"(\bkernels (?:were |are |get )?launched by (?:launch )?calls that (?:start|begin|lie) (?:inside|within|in) )"),
       "kernels launched inside "},
      // ---- overlaps that count once, where a union is asked for
      {as_said(
           R"(^(?=.*\b(?:busy|running|utili[sz]ation|active|executing|in use)\b)(.*?),? \(?(?:not counting|without counting|counting) (?:overlapping|overlaps?|concurrent|parallel)(?: \w+)? (?:not )?(?:twice|once|only once|just once)\)?)" +
           kEnd),
       "$1"},
      {as_said(
           R"(^(?=.*\b(?:busy|running|utili[sz]ation|active|executing|in use)\b)(.*?),? \(?(?:with )?(?:overlaps?|overlapping \w+) (?:is |are )?(?:counted |counting )?(?:only |just )?once\)?)" +
           kEnd),
       "$1"}};
}

std::vector<Restatement> of_gaps_places_and_names() {
  return {
      // ---- gaps between operations
      {as_said("(\\b(?:idle |gpu )*(?:gaps?|holes?|pauses?|bubbles?|stretch(?:es)?)\\b(?:[^?]*?)) "
               "(?:in )?between (?:its |the |any |two )?(?:gpu )?(?:activities|operations|ops|pieces of work)"
               "(?: \\((?:any |all )?" +
               kThingsOf + "\\))?" + kEnd),
       "$1"},
      {as_said("(\\b(?:idle |gpu )*(?:gaps?|holes?|pauses?|bubbles?|stretch(?:es)?)\\b(?:[^?]*?)) "
               "(?:in )?between (?:its |the |any |two )?(?:gpu )?(?:activities|operations|ops|pieces of work)"
               "(?: \\((?:any |all )?" +
               kThingsOf + "\\))?,? "),
       "$1 "},
      {as_said(", (?:counting|taking|with|where) " + kThingsOf +
               " (?:as|are|is|count as) (?:activity|activities|work|busy)" + kEnd),
       ""},
      // ---- clocks
      {as_said(
           R"(,? \(?(?:start )?(?:on|in|by|of) (?:the )?(?:file|profile|capture|trace|session)(?:'s)? (?:own )?(?:clock|time|timestamps?)\)?)" +
           kEnd),
       ""},
      {as_said(R"(, (?:file|capture) (?:clock|time))" + kEnd), ""},
      {as_said(R"(\b(?:file|capture) time (?=\d))"), ""},
      {as_said(R"(\bin the file: )"), ""},
      // ---- processes: all there are
      {as_said(
           R"(,? \(?(?:no matter|regardless of|whatever|independent of|irrespective of)(?: from)? (?:which |what |the )?(?:process|pid|rank)(?:es|s)?(?: (?:they|it) (?:belongs?|comes?|is|are)(?: to| from| of)?)?\)?)" +
           kEnd),
       ""},
      {as_said(R"(^(?:regardless of|no matter|whatever) (?:the |which |what )?(?:process|pid|rank),? )"), ""},
      // ---- what is in a range
      {as_said(
           R"(\b((?:calls|kernels|copies|memcpys|memsets|ranges)(?: (?:of|on|in) (?:process|pid|gpu|device|thread) \d+)?)(?: that)? (?:start|begin|starting|beginning|lie|lying|occur|fall|happen)s? ((?:inside|within) (?:(?:an?|the|any|some|one of the) )?(?:(?:NVTX )?range [\w:.\x01]+|[\w:.\x01]+(?: NVTX)? range|[\w:.]*(?:::|_)[\w:.]*|\x01)))"),
       "$1 $2"},
      {as_said(
           R"(\b((?:calls|kernels|copies|memcpys|memsets|ranges)(?: (?:of|on|in) (?:process|pid|gpu|device|thread) \d+)?)(?: that)? (?:are |were )?(?:start|begin|starting|beginning|made|launched|issued|open)s? (?:while|when) (?:an? |the |any )?([\w:.\x01]+(?: NVTX)? range|range [\w:.\x01]+)(?: of that thread)? (?:is|was) (?:open|active|running)\b)"),
       "$1 inside the $2"},
      // ---- names by their beginning
      {as_said(
           R"(,? \b(?:that have |having |have |has |with |whose )(?:an? |the |their )?(?:short |kernel )?names? (?:that |which )?(?:starts?|starting|begins?|beginning) with (?:the text |the word |the letters )?['"]?([\w:.]*[\w:])['"]?\*?)"),
       " named \"$1\""},
      {as_said(R"(\b(ranges?|kernels?) (?:starting|beginning) with ([\w:]*(?:::|_)[\w:]*))"),
       "$1 named \"$2\""}};
}

std::vector<Restatement> of_units_and_comparisons() {
  return {
      // ---- what a rate is
      {as_said(
           R"(, (?:total |summed |all )?bytes (?:/|over|divided by|per) (?:the )?(?:total |summed |all )?(?:copy |transfer |memset )?(?:time|duration)s?)" +
           kEnd),
       ""},
      {as_said(
           R"(,? \(?(?:in )?(?:decimal )?GB/s(?:,| with| where)? (?:1 )?GB ?(?:=|is|means) ?(?:1e9|10\^9|1,?000,?000,?000)(?: bytes)?\)?)" +
           kEnd),
       ""},
      // ---- sizes of grids
      {as_said(R"(\bblocks in (?:the|their|its) grid\b)"), "blocks"},
      {as_said(R"(\bgrid sizes? (?:over|above|of more than|larger than|greater than) (\d+)(?: blocks)?\b)"),
       "more than $1 blocks"},
      {as_said(R"(\bwhose grid has (?=more than|less than|fewer than|at least))"), "with "},
      {as_said(R"(,? \(?(?:grid ?)?x ?(?:\*|times|by) ?(?:grid ?)?y ?(?:\*|times|by) ?(?:grid ?)?z\)?)"), ""},
      // ---- units and numbers
      {as_said(
           R"(,? ?\(?(?:where I take )?(?:1 )?[GM]B (?:=|is|as|means|meaning) (?:1e[69]|10\^[69]|1,?000,?000(?:,?000)?)(?: bytes)?\)?)"),
       ""},
      {as_said(R"(,? \(?(?:as a number )?(?:between|from) 0 (?:and|to) 1\)?)"), ""},
      {as_said(R"(\b(\d+) million bytes\b)"), "$01000000 bytes"},
      {as_said(R"(\bat the same (?:moment|instant)\b)"), "at the same time"},
      {as_said(R"(,? (?:rounded )?to (?:the nearest|whole|full) (?:bytes?|ns|nanoseconds?)\b)"), ""},
      // ---- operators
      {as_said(R"(\b(?:the )?(?:pytorch |aten )?operator (?=[\w]+::))"), ""},
      {as_said(R"(,? (?:on|of) the calling thread\b)"), ""},
      {as_said(R"(, every (?:kernel|copy|call|range) only (?:one time|once))" + kEnd), ""},
      {as_said(R"(,? (?:short )?name prefix(?:ed)?(?: with)? ['"]?([\w:.]*[\w:])['"]?)"), " named \"$1\""},
      // ---- comparisons of places
      {as_said(
           R"(^how many times (?:as (?:long|much time)|more(?: total)? time|longer) (?:did|does|do) (?:the )?(.+?) (?:need|take|spend|last|run)(?: in total)? (on|of|in) ((?:gpu|device|process|pid) \d+) (?:in comparison (?:with|to)|compared (?:with|to)|as|than)(?: (?:on|of|in))? ((?:gpu|device|process|pid) \d+)(?:,? in total)?\s*\??$)"),
       "total duration of $1 $2 $3 divided by total duration of $1 $2 $4"},
      {as_said(
           R"(^how many times (?:as (?:long|much time)|more(?: total)? time|longer) (?:did|does) ((?:gpu|device|process|pid) \d+) spend (?:in|on|with) (.+?),? (?:in comparison (?:with|to)|compared (?:with|to)|as|than) ((?:gpu|device|process|pid) \d+)(?: did)?(?:,? in total)?\s*\??$)"),
       "total duration of $2 of $1 divided by total duration of $2 of $3"}};
}

std::vector<Restatement> of_windows_and_recordings() {
  return {
      // ---- windows
      {as_said(
           R"(,? (?:and )?(?:with )?(?:each |every |all |the )?(?:kernels?|copy|copies|activities|activity|ops|operations|it|them)?(?: of both processes)? ?(?:being )?\(?(?:clipped|cut|trimmed|cutting|clipping)(?: (?:it|them|ops|kernels|copies|activities))?(?: off)? (?:to|at|by) (?:that|the|this) (?:window's edges|window edges|edges of the window|edges|window)\)?)"),
       ""},
      {as_said(
           R"(,? (?:on |of |in |by )?(?:the )?(?:file|capture|profile|trace)(?:'s)?(?: own)? (?:clock|time base)\b)"),
       ""},
      {as_said(
           R"(\b(?:in |at |between )?seconds? (\d+\.?\d*) (?:to|and)(?: second)? (\d+\.?\d*)\b(?! ?(?:ms|us|ns|s)\b))"),
       "between $1 and $2 s"},
      {as_said(R"( \(inclusive\)(?= (?:to|and|until)\b))"), ""},
      // The end of a window is no part of it.
      {as_said(R"( \((?:\d+\.?\d* itself )?(?:exclusive|excluded|not included)\))"), ""},
      {as_said(
           R"(\b(?:whose|with a|with) start(?: time)?(?: in the file)?(?: is)? (?:from|at least|between|in) (\d+\.?\d*) ?s (?:to|and|until) (\d+\.?\d*) ?s\b)"),
       "starting between $1 and $2 s"},
      {as_said(R"(\b(?:starting )?(?:in |with )?(\d+\.?\d*) ?s <= start < (\d+\.?\d*) ?s\b)"),
       "starting between $1 and $2 s"},
      // ---- calls of both interfaces
      {as_said(R"(\bCUDA runtime (?:\+|and|or) driver(?: API)? (?=calls?\b))"), "CUDA API "},
      {as_said(R"(\btids\b)"), "threads"},
      // A device that is the first is a GPU.
      {as_said(R"(\b(first|second|third|fourth|next|last) device-to-host\b)"), "$1 D2H"},
      {as_said(R"(\b(first|second|third|fourth|next|last) device-to-device\b)"), "$1 D2D"},
      {as_said(
           R"(,? \(?(?:of )?(?:both )?runtime(?: api)? (?:and|\+|or|plus) driver(?: api)?(?: alike| together)?\)?)" +
           kEnd),
       ""},
      {as_said(R"(, runtime(?: api)? (?:and|\+|or) driver(?: api)?(?: alike)?,)"), ""},
      // ---- inside
      {as_said(
           R"(\b(?:wholly|completely|entirely|fully) (?=(?:inside|within|in|contained|enclosed|nested)\b))"),
       ""},
      {as_said(R"(\b(?:enclosed by|contained in|contained within|nested within) )"), "inside "},
      // ---- places by how they rank
      {as_said(R"(\bthe runner-up\b)"), "the second longest"},
      // ---- the machine
      {as_said(
           R"(^(?:the )?(?:number of|how many) (?:gpus|graphics cards|gpu devices|devices)(?: (?:are )?listed| does (?:this|the) (?:file|profile|capture|trace) (?:know of|know|list|describe|mention)| in (?:the )?device info(?:rmation)?)(?: in (?:this|the) (?:file|profile|capture|trace))?\s*\??$)"),
       "number of GPUs of the machine"},
      // ---- the recording
      {as_said(
           R"(^(?=.*\b(?:how long|duration|length)\b)(?=.*\b(?:session|analysis details|profiler (?:ran|began|started|was|record\w*)|recording (?:start|stop|began|begins)|(?:start|stop|end) of (?:the )?recording)\b)(?=.*\b(?:captured?|profiled?|profiling|recording|recorded|profiler|session)\b)(?!.*\b(?:kernels?|cop(?:y|ies)|memcpys?|memsets?|ranges?|calls?|gpus?|gaps?|threads?|process(?:es)?|streams?|api|until|first|idle|busy|nvtx|overhead)\b).*$)"),
       "recording time of the capture"},
      {as_said(
           R"(^(?:how long|for how long) (?:did|was|has) (?:the profiler|nsys|nsight|the profile|profiling) (?:record(?:ed|ing)?|run(?:ning)?|active)(?: for)?(?: in total)?\s*\??$)"),
       "recording time of the capture"},
      {as_said(
           R"(^(?:how long (?:was|is|did)|what (?:is|was) the (?:total )?(?:length|duration) of) (?:the |this )?(?:whole |entire |full )?(?:profiling |recording |nsys |capture )?session(?: (?:last|take|run|go on))?(?:,? from (?:its |the )?start to (?:its |the )?(?:stop|end))?\s*\??$)"),
       "recording time of the capture"},
      {as_said(
           R"(^what is the total length of (?:this|the) (?:capture|recording), session start to session stop\s*\??$)"),
       "recording time of the capture"},
      // ---- asides
      {as_said(" (?:\u2014|\u2013) "), ", "},
      {as_said(R"(\b(?:demangled|full) (?=(?:kernel )?names?\b))"), ""},
      {as_said(R"(,? time-wise)" + kEnd), ""}};
}

}  // namespace

const std::vector<Restatement>& restatements_of_remarks() {
  static const std::vector<Restatement> all =
      joined({of_threads_launches_and_unions(), of_gaps_places_and_names(), of_units_and_comparisons(),
              of_windows_and_recordings()});
  return all;
}

}  // namespace nsys_ai::inline agent
