// What counts as work of a GPU, said beside what is asked: it is what busy, idle and gap mean anyway.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kDefinitions[] = {
    // ---- a list of all kinds, as one word
    {R"(\b(?:no|neither(?: an?| any)?|without(?: any| a)?) (?:cuda )?(?:kernels?|memcpys?|(?:memory )?cop(?:y|ies)|transfers?|memsets?)(?:(?:,? (?:and|or|nor|plus) (?:also )?|, ?|/| ?\+ ?| (?=no ))(?:(?:no|any|an?) )?(?:kernels?|memcpys?|(?:memory )?cop(?:y|ies)|transfers?|memsets?))+)", "NO_WORK"},
    {R"(\b(?:(?:any|a|an|at least one|some|each|every|its|all|the|all the|all its|either a) )?(?:cuda )?(?:kernels?|memcpys?|(?:memory )?cop(?:y|ies)|transfers?|memsets?)(?: intervals?)?(?:(?:,? (?:and|or|nor|plus) (?:also )?|, ?|/| ?\+ ?)(?:(?:any|an?|all|its|the) )?(?:kernels?|memcpys?|(?:memory )?cop(?:y|ies)|transfers?|memsets?)(?: intervals?| activity)?)+)", "ALL_WORK"},
    {R"(\b(?:in|during) which ((?:device|gpu) \d+) (?:executed|executes|ran|runs|did|does|had|has|was running|is running) NO_WORK\b)", "on $1 in which NO_WORK"},
    {R"(\b(?:in|during) which (?:the )?(?:device|gpu|card) (?:executed|executes|ran|runs|did|does|had|has|was running|is running) NO_WORK\b)", "in which NO_WORK"},
    {R"(\bwhere (?:neither|no) (?:rank|process|gpu|device) (?:has|had|runs|ran) (?:an? )?(?:NO_WORK|ALL_WORK)(?: on it)?)", "in which NO_WORK"},
    // ---- said of idle and busy
    {R"(,? ?\(?(?:i\.e\.?,? |meaning |that is,? )?(?:(?:where|when|if|with|and) )?(?:idle|it|busy|a gap) (?:means?|meaning|is|being|defined as) (?:that |when |with )?(?:NO|ALL)_WORK(?: (?:is|was|are|were|runs?|ran|executes?|executing|running|active|in flight|at all|on it))*\)?)", ""},
    {R"(,? \(?(?:(?:treating|counting|with|if|when|where|taking|considering) )?(?:any |all )?(?:ALL_WORK|operations?|memcpys? and memsets?|copies and memsets)(?: intervals)?(?: all| alike| both| each)*(?: count(?:s|ed|ing)?)?(?: alike| equally)? as (?:busy|work|activity|running)(?: time)?(?: as well as kernels)?\)?)", ""},
    {R"(,? any (?:gpu )?operation(?: \(ALL_WORK\))?,)", ""},
    {R"(\bmerge (?:the )?ALL_WORK(?: intervals)?\b.*\bunion\s*[.?]*$)", "busy time of the GPU"},
    {R"(,? be it ALL_WORK)", ""},
    {R"(,? counting (?:any|each|every) moment (?:in|at) which (?:at least one )?ALL_WORK (?:was|is) (?:running|active)(?: on it)?)", ""},
    {R"(\b(busy|active|occupied|working|doing something|doing anything)((?: \w+){0,3}?) with ALL_WORK\b)", "$1$2"},
    {R"(^(.*\b(?:utili[sz]ation|busy share|busy fraction)\b[^:,(]*?)(?::|,|\()? ?(?:i\.e\.?,? |that is,? )?(?:the )?(?:busy )?unions? of .*$)", "$1"},
    {R"(^(.*\bbusy(?: time)?\b[^:,]*)[:,] (?:the )?union of (?:the )?(?:NO|ALL)_WORK(?: intervals)?(.*)$)", "$1$2"},
    {R"(,? (?:when|if|once) (?:the )?(?:intervals of )?(?:overlapping )?ALL_WORK(?: intervals)? (?:are|is) (?:merged|joined|counted (?:only )?once|united|combined)\b)", ""},
    {R"(\b(?:time|period) (?:during|in) which (?:at least one )?ALL_WORK (?:was|is) (?:running|executing|active)(?: on (?=the gpu|gpu|device))?)", "busy time of "},
    {R"(\b(?:in|during) which the GPU neither ran a kernel nor copied anything\b)", "in which the GPU was idle"},
    {R"(,? ?(?:span|it) (?:minus|less) busy(?: time)?(?: \(ALL_WORK\))?)", ""},
    {R"(\(span = ALL_WORK\))", ""},
    {R"(\bfrom the (?:start|beginning) of (?:its|the) first to the end of (?:its|the) last ALL_WORK)", "from the first to the last operation"},
    {R"(\b(first|last|second|third) (?:gpu )?operation \(ALL_WORK\))", "$1 operation"},
    // ---- in brackets, behind a dash, at the end
    {R"(\s*\((?:[\s,;.:=-]|\b(?:union|unions|of|the|with|clipped|counted|counting|counts|count|included|including|alike|each|over|own|its|span|all|running|executing|recorded|active|in|flight|being|taken|together|as|one|busy|idle|time|intervals|any|on|it|at|i\.e|that|is|are|was|measured|merged|anything|across|both|processes|work|means|only|there|here|from|first|to|last|operation|operations|do|both|kinds|going)\b)*(?:NO|ALL)_WORK(?:[\s,;.:=-]|\b(?:union|unions|of|the|with|clipped|counted|counting|counts|count|included|including|alike|each|over|own|its|span|all|running|executing|recorded|active|in|flight|being|taken|together|as|one|busy|idle|time|intervals|any|on|it|at|that|is|are|was|measured|merged|anything|across|both|processes|work|only|there|here|from|first|to|last|operation|operations|do|kinds|all|going)\b)*\))", ""},
    {R"(\s*(?:,|-|–|—|:)\s*(?:i\.e\.?,? |that is,? |meaning |so |with |counting |counted as |including |as |the )*(?:union of |the union of )?(?:NO|ALL)_WORK(?: (?:counted|included|counting|alike|running|taken together|together|at all|all count(?:ed)?|running at all|merged))*(?=\s*[?.,]|\s*$))", ""},
    // ---- what is busy, what is idle
    {R"(\b(?:not |isn't |un)covered by ALL_WORK)", "idle"},
    {R"(\bcovered by (?:at least one )?ALL_WORK)", "busy"},
    {R"(\bunions? of (?:the )?ALL_WORK)", "busy time"},
    {R"(\b(?:intervals?|stretch(?:es)?|periods?|holes?|gaps?|idle gaps?|pauses?|times?|phases?|windows?)(,[^,]*,| [^,]*?)?,? (?:in which|during which|where|when|while|with|that has|that have) NO_WORK(?: (?:is|are|was|were))?(?: (?:running|executing|in flight|active|recorded|at all|runs?|ran|on it|in it|there|executes|going on|scheduled))*)", "idle gap$1"},
    {R"(\b(?:intervals?|stretch(?:es)?|periods?|holes?|gaps?|idle gaps?|pauses?)(,[^,]*,| [^,]*?)? NO_WORK(?: (?:is|are|was|were))?(?: (?:running|executing|in flight|active|recorded|at all|runs?|ran|on it))*)", "idle gap$1"},
    {R"(\b(?:interval|stretch|period|hole|gap|pause|phase)\b(.*?),? (?:in|during) which NO_WORK(?: (?:is|are|was|were))?(?: (?:running|executing|in flight|active|runs?|ran))*)", "idle gap$1"},
    {R"(\b(?:with |where |while )?(?:at least one )?ALL_WORK (?:is |are |was |were )?(?:running|executing|in flight|active)\b)", "busy"},
    {R"(\bALL_WORK\b)", "GPU operations"},
};

constexpr Turn kKernelsAlone[] = {
    {R"(\b(?:sum of |all )?(?:the )?(?:idle )?(?:gaps|pauses|holes|breaks) (?:between (?:the )?kernels|from one kernel to the next)(?: add up to)?)", "total idle time"},
    {R"(^how much time do total idle time\s*\?*$)", "total idle time"},
    {R"(^if i add up total idle time, how long was the gpu idle(?: altogether| in all| in total)?\s*\?*$)", "total idle time"},
    {R"(\b(?:the )?(?:interval|span|time|period) (?:from|between) (?:the )?(?:start|beginning) of the first kernel (?:to|and) (?:the )?end of the last(?: one| kernel)?)", "the span"},
    {R"(,? (?:between|from) its first (?:and|to) (?:its )?last kernel\b)", ""},
    {R"(^between the first kernel starting and the last one finishing,? )", ""},
    {R"(\bover (?:the )?span first kernel start - last kernel end\b)", ""},
    {R"(\bof the span had no kernel running\b)", "of the span is idle"},
    {R"(\b(idle share of the gpu) over its kernel span\b)", "$1"},
    {R"(^if i merge all(?: of)? the kernel intervals on the gpu, how much busy time comes out\s*\?*$)", "busy time"},
    {R"(,? from the start of (?:its|the) first kernel to the end of (?:its|the) last (?:one|kernel),?)", " "},
    {R"(\b(idle gaps?|gaps?|idle time|pauses?|holes?)((?: of| on) (?:the )?(?:gpu|device)(?: \d+)?|) between (?:two |any two )?(?:consecutive|successive|adjacent|neighbou?ring) kernels\b)", "idle gap$2"},
    {R"(\b(?:pause|gap|idle time) between one kernel and the next(?: one)?\b)", "idle gap"},
    {R"(\s*\(first kernel to last kernel\))", ""},
    {R"(\bof (?:the )?(?:span|time|interval|period) (?:from|between) the (?:start|beginning) of the first(?: kernel)? (?:to|and|until) the end of the last kernel\b)", "of the span"},
    {R"(\bof the span is not covered by (?:any|a) kernels?\b)", "of the span is idle"},
    {R"(\b(?:which is |that is )?not covered by (?:any|a) kernels?\b)", "idle"},
    {R"(\s*(?:,|\()?\s*(?:of |from |between |over |in )?(?:the )?(?:span |time )?(?:from |between )?(?:the )?first(?: kernel)?(?:'s)?(?: start)? (?:to|and|until) (?:the )?last kernel(?:'s)?(?: end)?\)?)", " "},
    {R"(\bwithout (?:any|a) kernel(?: running)?\b)", "idle"},
    {R"(\bhow many (?:idle )?gaps are there between kernels in which the gpu is idle\b)", "how many idle gaps are there"},
    {R"(^(?:between its first and its last kernel, )?how (?:many times|often) did the (?:device|gpu) fall idle\s*\?*$)", "how many idle gaps are there"},
    {R"(\bhow many times was the gpu idle between two kernels\b)", "how many idle gaps are there"},
    {R"(^count the gaps between kernels in which the gpu ran nothing\s*\.?$)", "number of idle gaps"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_definitions() { return kDefinitions; }
std::span<const Turn> turns_of_kernels_alone() { return kKernelsAlone; }

}  // namespace nsys_ai::inline agent
