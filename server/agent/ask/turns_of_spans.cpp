// Turns of phrase of the time from the first to the last operation of a GPU, and of what part of it something
// ran.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kSpans[] = {
    // ---- the span
    {R"(^how (?:high|large|good) is the (?:gpu )?utili[sz]ation( of (?:gpu|device) \d+|)(?:,.*)?\s*\?*$)", "utilisation$1"},
    {R"(^between the start of its first (?:gpu )?operation and the end of its last,? )", ""},
    {R"(\bwhat (fraction|share|part|portion|percentage) of the time was ((?:gpu|device) \d+) doing something\b)", "busy share of $2"},
    {R"(\b(?:during which|in which|for what) (fraction|share|part) of (?:the )?time between the start of the first (?:gpu )?operation and the end of the last was the gpu executing a kernel\b)", "what share of the span is a kernel running"},
    {R"(\bhow much of the span of (gpu \d+|device \d+|the gpu)(?: \([^)]*\))? is (kernel|copy) time(?:, as a fraction)?)", "what share of the span of $1 is a $2 running"},
    {R"(\b(?:periods|intervals|phases|stretches) of more than (one|a|\d[\d.]*) (millisecond|ms|microsecond|us|second|s)\b)", "idle gaps longer than $1 $2"},
    {R"(\bhow often did ((?:gpu|device) \d+|the gpu) (?:sit|stay|go|stand) idle for (?:over|more than) (\d[\d.]*) ?(ms|us|s)(?: at a stretch)?)", "how many idle gaps on $1 longer than $2 $3"},
    {R"(\b(?:length of the )?(biggest|largest|longest) gap in the gpu activity\b)", "longest idle gap"},
    {R"(\b(?:the )?(?:interval|time|period|stretch|span|window) (?:from|between) (gpu \d+|device \d+|the gpu)'s first (?:gpu )?(?:operation )?(?:to|and|until) (?:its |the )?last(?: (?:gpu )?operation| one)?(?: of any kind)?)", "the span of $1"},
    {R"(\b(gpu \d+|device \d+|the gpu)'s (?:full |whole |active |gpu )?span(?:,| from| between|:)? \(?(?:the |its )?first (?:gpu )?(?:operation )?(?:to|and|until) (?:the |its )?last(?: (?:gpu )?operation| one)?\)?,?)", "the span of $1"},
    {R"(^(?:from|between) (gpu \d+|device \d+|the gpu)'s first (?:gpu )?operation (?:to|and) its last(?: one| operation)?, (?:during |for |in )?what (fraction|share|part|portion) )", "what $2 of the span of $1 "},
    {R"(\b(?:the )?(?:interval|time|period|stretch|window) (?:from|between) (?:the |its )?first (?:gpu )?(?:operation )?(?:to|and|until) (?:the |its )?last(?: (?:gpu )?operation| one)?(?: of any kind)?( on (?:gpu|device) \d+|)(?=\s*[,?.]|\s*$| (?:was|is|on|had|did|during)))", "the span$1"},
    {R"(^(?:from|between) (?:the |its )?first (?:and|to) (?:the |its )?last (?:thing it (?:ran|did)|(?:gpu )?operation), (?=what|how|for))", ""},
    {R"(\bover its full span(?: \(first to last (?:operation|op)[^)]*\))?)", "of its span"},
    {R"(\b(?:for|during) (?:what|which) (fraction|share|part|portion) of the span)", "what $1 of the span"},
    {R"(\b(kernel-only|kernel) (?:busy )?share(?: of)?,? (gpu \d+|device \d+) of its span\b)", "what share of the span of $2 is a kernel running"},
    {R"(^kernel-only busy share of (gpu \d+|device \d+) span\b.*$)", "what share of the span of $1 is a kernel running"},
    {R"(^(gpu \d+|device \d+) kernel-only busy (?:fraction|share) of its (?:full )?(?:operation )?span\b.*$)", "what share of the span of $1 is a kernel running"},
    {R"(\bidle gaps? between (?:any )?(?:two )?(?:gpu )?operations\b)", "idle gap"},
    {R"(\b(gpu \d+|device \d+) busy share of its span\b)", "busy share of $1"},
    {R"(^how much of (the span(?: of (?:gpu \d+|device \d+|the gpu))?) )", "what share of $1 "},
    // ---- what part of it something ran
    {R"(\b(what (?:fraction|share|part|portion) of the span)((?: of)?) (?:was|is|were) ((?:gpu|device) \d+|the gpu) (?:busy )?(?:executing|running|with) (?:a|any|at least one) (kernel|copy)(?: running)?)", "$1 of $3 is a $4 running"},
    {R"(\b(what (?:fraction|share|part|portion) of the span(?: (?:of|on) (?:gpu \d+|device \d+|the gpu))?),? (?:was|is|were) (?:at least one |any |a )?(?:memory )?(kernel|copy|memcpy|memset)(?: of any kind)? (?:in progress|in flight|running|active|executing)(?: on it)?)", "$1 is a $2 running"},
    {R"(\b(what (?:fraction|share|part|portion) of the span(?: (?:of|on) (?:gpu \d+|device \d+|the gpu))?),? (?:was|is) (?:taken up|covered|filled|occupied) by (?:memory )?(kernel|copies|copy|memcpy|memset)s?(?: of any kind)?)", "$1 is a $2 running"},
    {R"(\bis a copies running\b)", "is a copy running"},
    {R"(\b(what (?:fraction|share|part|portion)) of the span on\b)", "$1 of the span of"},
    {R"(\bis covered by the union of its kernel intervals(?: alone)?)", "is a kernel running"},
    {R"(\b(what (?:fraction|share|part) of) (device \d+|gpu \d+)'s span(?: \([^)]*\))? is )", "$1 the span of $2 is "},
    {R"(\bhow much time (?:passes|elapses|goes by|is there|lies) from the (?:beginning|start) of the first (?:gpu )?operation to the end of the last(?: one| operation)?)", "span of the GPU"},
    {R"(\bgpu busy ?/ ?span\b)", "gpu busy share"},
    {R"(\bgpu span, first operation start to last operation end\b)", "span of the GPU"},
    {R"(\blength of the gpu's (?:active )?span,? from the first to the last operation\b)", "span of the GPU"},
    {R"(\b(what (?:fraction|share|part)) of (gpu \d+|device \d+)'s (?:operation )?span(?: \([^)]*\))? is covered by (?:memory )?(?:copies|memcpys)\b)", "$1 of the span of $2 is a copy running"},
    {R"(^between the first and the last operation on (gpu \d+|device \d+), what (?:percentage|share|fraction) of the time is a (memcpy|kernel|copy|memset) (?:in progress|running)\s*\?*$)", "what share of the span of $1 is a $2 running"},
    // ---- how much of it is left
    {R"(\bhow much idle time (?:accumulated|accumulates|piled up|adds up|is there|comes together)\b)", "idle time"},
    {R"(\bif i add up all the (?:holes|gaps|pauses) on (gpu \d+|device \d+|the gpu)\b.*$)", "idle time of $1"},
    {R"(\b(longest|biggest|largest) (?:interval|stretch|time|period) (?:during which|in which|when|where|that) ((?:gpu|device) \d+|the gpu) (?:was |is |had |sat |stood )?(?:completely |entirely |fully )?(?:idle|nothing(?: at all)? to do|unused)(?:, meaning[^,]*(?:, [^,]*)*?,)?(?:,? between two (?:of its )?operations)?)", "longest idle gap on $2"},
    {R"(\bhow often was ((?:gpu|device) \d+|the gpu) (?:completely idle|left with nothing running|idle|without work)(?: \([^)]*\))? for (more|longer) than (one|a|\d[\d.]*) (millisecond|ms|microsecond|us|second|s)\b.*$)", "how many idle gaps on $1 longer than 1 $4"},
    {R"(^count (?:the )?holes of over (\S+ \S+) in ((?:gpu|device) \d+)'s work\b.*$)", "how many idle gaps on $2 longer than $1"},
    {R"(^(?:idle )?gaps > ?(\d[\d.]*) ?(ms|us|s),? (gpu|device) ?(\d+)(?:,? count)?\s*$)", "how many idle gaps on $3 $4 longer than $1 $2"},
    {R"(^(?:gpu|device) (\d+) total idle(?: ns| time)?\s*$)", "idle time of GPU $1"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_spans() { return kSpans; }

}  // namespace nsys_ai::inline agent
