// What counts as work of a GPU, said beside what is asked: it is what busy, idle and gap mean anyway.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kDefinitions[] = {
    // ---- a list of all kinds, as one word
    {R"(\b(?:no|neither(?: an?| any)?|without(?: any| a)?) (?:cuda )?(?:kernels?|memcpys?|(?:memory )?cop(?:y|ies)|transfers?|memsets?)(?:(?:,? (?:and|or|nor|plus) (?:also )?|, ?|/| ?\+ ?| (?=no ))(?:(?:no|any|an?) )?(?:kernels?|memcpys?|(?:memory )?cop(?:y|ies)|transfers?|memsets?))+)", "NO_WORK"},
    {R"(\b(?:(?:any|a|an|at least one|some|each|every|its|all|the|all the|all its|either a) )?(?:cuda )?(?:kernels?|memcpys?|(?:memory )?cop(?:y|ies)|transfers?|memsets?)(?: intervals?)?(?:(?:,? (?:and|or|nor|plus) (?:also )?|, ?|/| ?\+ ?)(?:(?:any|an?|all|its|the) )?(?:kernels?|memcpys?|(?:memory )?cop(?:y|ies)|transfers?|memsets?)(?: intervals?| activity)?)+)", "ALL_WORK"},
    {R"(\b(?:in|during) which (?:the )?(?:device|gpu|card)(?: \d+)? (?:executed|executes|ran|runs|did|does|had|has|was running|is running) NO_WORK\b)", "in which NO_WORK"},
    {R"(\bwhere (?:neither|no) (?:rank|process|gpu|device) (?:has|had|runs|ran) (?:an? )?(?:NO_WORK|ALL_WORK)(?: on it)?)", "in which NO_WORK"},
    // ---- in brackets, behind a dash, at the end
    {R"(\s*\((?:[\s,;.:=-]|\b(?:union|unions|of|the|with|clipped|counted|counting|counts|count|included|including|alike|each|over|own|its|span|all|running|executing|recorded|active|in|flight|being|taken|together|as|one|busy|idle|time|intervals|any|on|it|at|i\.e|that|is|are|was|measured|merged|anything|across|both|processes|work|means|only|there|here|from|first|to|last|operation|operations|do|both|kinds|going)\b)*(?:NO|ALL)_WORK(?:[\s,;.:=-]|\b(?:union|unions|of|the|with|clipped|counted|counting|counts|count|included|including|alike|each|over|own|its|span|all|running|executing|recorded|active|in|flight|being|taken|together|as|one|busy|idle|time|intervals|any|on|it|at|that|is|are|was|measured|merged|anything|across|both|processes|work|only|there|here|from|first|to|last|operation|operations|do|kinds|all|going)\b)*\))", ""},
    {R"(\s*(?:,|-|–|—|:)\s*(?:i\.e\.?,? |that is,? |meaning |so |with |counting |counted as |including |as |the )*(?:union of |the union of )?(?:NO|ALL)_WORK(?: (?:counted|included|counting|alike|running|taken together|together|at all|all count(?:ed)?|running at all|merged))*(?=\s*[?.,]|\s*$))", ""},
    // ---- what is busy, what is idle
    {R"(\b(?:not |isn't |un)covered by ALL_WORK)", "idle"},
    {R"(\bcovered by (?:at least one )?ALL_WORK)", "busy"},
    {R"(\bunions? of (?:the )?ALL_WORK)", "busy time"},
    {R"(\b(?:intervals?|stretch(?:es)?|periods?|holes?|gaps?|idle gaps?|pauses?|times?|phases?|windows?)(,[^,]*,| [^,]*?)?,? (?:in which|during which|where|when|while|with|that has|that have) NO_WORK(?: (?:is|are|was|were))?(?: (?:running|executing|in flight|active|recorded|at all|run|runs|ran|on it|in it|there|executes|going on|scheduled))*)", "idle gap$1"},
    {R"(\b(?:intervals?|stretch(?:es)?|periods?|holes?|gaps?|idle gaps?|pauses?)(,[^,]*,| [^,]*?)? NO_WORK(?: (?:is|are|was|were))?(?: (?:running|executing|in flight|active|recorded|at all|run|runs|ran|on it))*)", "idle gap$1"},
    {R"(\b(?:interval|stretch|period|hole|gap|pause|phase)\b(.*?),? (?:in|during) which NO_WORK(?: (?:is|are|was|were))?(?: (?:running|executing|in flight|active|run|runs|ran))*)", "idle gap$1"},
    {R"(\b(?:with |where |while )?(?:at least one )?ALL_WORK (?:is |are |was |were )?(?:running|executing|in flight|active)\b)", "busy"},
    {R"(\bALL_WORK\b)", "GPU operations"},
};

constexpr Turn kKernelsAlone[] = {
    {R"(,? from the start of (?:its|the) first kernel to the end of (?:its|the) last (?:one|kernel),?)", " "},
    {R"(\b(idle gaps?|gaps?|idle time|pauses?|holes?)((?: of| on) (?:the )?(?:gpu|device)(?: \d+)?|) between (?:two |any two )?(?:consecutive|successive|adjacent|neighbou?ring) kernels\b)", "idle gap$2"},
    {R"(\b(?:pause|gap|idle time) between one kernel and the next(?: one)?\b)", "idle gap"},
    {R"(\bof the time from its first to its last kernel\b)", " "},
    {R"(\s*\(first kernel to last kernel\))", ""},
    {R"(\bof (?:the )?(?:span|time|interval|period) (?:from|between) the (?:start|beginning) of the first(?: kernel)? (?:to|and|until) the end of the last kernel\b)", "of the span"},
    {R"(\bof the span is not covered by (?:any|a) kernels?\b)", "of the span is idle"},
    {R"(\b(?:which is |that is )?not covered by (?:any|a) kernels?\b)", "idle"},
    {R"(\bcovered by (?:any|at least one|a) kernels?\b)", "busy"},
    {R"(\s*(?:,|\()?\s*(?:of |from |between |over |in )?(?:the )?(?:span |time )?(?:from |between )?(?:the )?first(?: kernel)?(?:'s)?(?: start)? (?:to|and|until) (?:the )?last kernel(?:'s)?(?: end)?\)?)", " "},
    {R"(\bwithout (?:any|a) kernel(?: running)?\b)", "idle"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_definitions() { return kDefinitions; }
std::span<const Turn> turns_of_kernels_alone() { return kKernelsAlone; }

}  // namespace nsys_ai::inline agent
