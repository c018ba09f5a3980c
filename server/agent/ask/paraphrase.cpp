// One table of patterns, applied one after the other.
#include "agent/ask/paraphrase.h"

#include <regex>
#include <vector>

namespace nsys_ai::inline agent {
namespace {

struct Turn {
  const char* said;   // in either case
  const char* plain;  // with `$1` for what stands in the first brackets
};

// clang-format off
constexpr Turn kTurns[] = {
    // ---- marks and units
    {R"(\b(?:t|time|pid|gpu|device|stream|process|step|iteration)\s*=\s*(?=\d))", ""},
    {R"(([<>])\s*=\s*(\d))", "$1 $2"},
    {R"(([<>])(\d))", "$1 $2"},
    {R"((\w)\*(?=[\s?,.]|$))", "$1"},
    {R"(\bw/o\b)", "without"},
    {R"(\bone (gigabyte|megabyte|kilobyte|millisecond|microsecond|second)\b)", "1 $1"},
    {R"(\bbigger than\b)", "larger than"},
    {R"(\bthan an? (millisecond|microsecond|second|gigabyte|megabyte|kilobyte)\b)", "than 1 $1"},
    {R"(\bhundredth\b)", "100th"},
    {R"(\btwentieth\b)", "20th"},
    {R"(\beleventh\b)", "11th"},
    {R"(\btwelfth\b)", "12th"},
    {R"(\b(?:next to last|next-to-last|last but one|second to last|second-to-last)\b)", "second last"},
    {R"(\bops\b)", "operations"},
    {R"(\bop\b)", "operation"},
    {R"(([^\d\s,;:(])[,;:(]?\s+(?:\(?in )?\(?(?:ns|us|µs|ms|s|sec|secs|seconds|milliseconds|microseconds|nanoseconds|kb|mb|gb|kib|mib|gib|bytes|gb/s)\)?\s*[?.!]*$)", "$1"},
    {R"(,\s*(?:in )?(?:ns|us|µs|ms|s|seconds|milliseconds|microseconds|kb|mb|gb|bytes|gb/s)\s*[?.!]*$)", ""},
    {R"(^(.+), count\s*[?.]*$)", "number of $1"},
    {R"(^(?:gpu|device) ?(\d+): (.+?) / (.+?)\s*[?.]*$)", "$2 as a share of $3 on GPU $1"},
    {R"(^(.+?) / (.+?)\s*[?.]*$)", "$1 as a share of $2"},
    {R"(^(?:gpu|device) ?(\d+): (.+?)(?: time)? as (?:a )?(?:%|percent|percentage|share|fraction) of (?:its |the )?busy time\s*[?.]*$)", "what share of the busy time of GPU $1 is $2"},
    {R"(\bhow much of the time (?:gpu|device) (\d+) is (?:active|busy) goes to (.+?)\s*[?.]*$)", "what share of the busy time of GPU $1 is $2"},
    {R"(\bhow much of (?:the |all )?(?:gpu|device)(?:'s|’s)? (?:active|busy) time (?:is|goes to) (.+?)\s*[?.]*$)", "what share of the busy time is $1"},
    {R"(\b(?:max|maximum)\s*\(\s*(?:duration|time)(?: of)?\s*\))", "maximum duration"},
    {R"(\b(?:max|maximum)\s*\(\s*([^()]+?)\s*\))", "longest $1"},
    {R"(\b(?:min|minimum)\s*\(\s*([^()]+?)\s*\))", "shortest $1"},
    {R"(\b(?:avg|average|mean)\s*\(\s*([^()]+?)\s*\))", "average duration of $1"},
    {R"(\bmedian\s*\(\s*([^()]+?)\s*\))", "median duration of $1"},
    {R"(\b(?:sum|total)\s*\(\s*([^()]+?)\s*\))", "total duration of $1"},
    {R"(\bcount\s*\(\s*([^()]+?)\s*\))", "number of $1"},
    {R"(\bhow many % of\b)", "what percentage of"},
    // ---- percentiles
    {R"(^(on [^,]+), (?=\d+\s?% of )(.+)$)", "$2 $1"},
    {R"(^(\d+(?:\.\d+)?)\s?% of (?:all |the |our )?(.+?)(?: runs| calls)? (?:take|takes|finish|finishes|complete|completes|last|run|end|are) (?:(?:in|within|under|below|less than|shorter than|at most|no longer than)\s*)+(?:how many|how much|how long|what|which|\.\.\.|…).*?( on (?:gpu|device|stream) \d+)?\s*[?.]*$)", "p$1 of the duration of $2$3"},
    {R"(^how (?:slow|long|bad) (?:are|is) the (?:worst|slowest) 1\s?% of (.+?)(?: \(p99\))?\s*[?.]*$)", "p99 of the duration of $1"},
    {R"(^how (?:slow|long|bad) (?:are|is) the (?:worst|slowest) 5\s?% of (.+?)(?: \(p95\))?\s*[?.]*$)", "p95 of the duration of $1"},
    {R"(^how (?:slow|long|bad) (?:are|is) the (?:worst|slowest) 10\s?% of (.+?)(?: \(p90\))?\s*[?.]*$)", "p90 of the duration of $1"},
    {R"(\b(?:fraction|share|percentage|proportion) of (?:tiny |small |short )?(kernels|copies|calls) \(?\s*(<|>|under|below|over|above) ?([\d.]+ ?[a-zµ]+)\)? by (?:count|number)\b)", "what percentage of $1 are $2 $3"},
    {R"(^(?:what percentage|what fraction|what share|how many percent|how many %) of (?:all )?(?:the )?kernel (?:executions|runs|launches) (?:finish|end|complete|take|last) (?:in |within )?(under|below|less than|over|more than) (.+)$)", "what percentage of kernels are $1 $2"},
    {R"(\b(cuda[A-Z]\w+)(?: calls?)? (p\d\d|average|avg|mean|median|max) latency\b)", "$2 duration of $1"},
    {R"(\b(average|avg|mean|median|max|p\d\d) latency of (cuda[A-Z]\w+))", "$1 duration of $2"},
    {R"(\b(cuda[A-Z]\w+\b.*) on the host\s*[?.]*$)", "$1"},
    // ---- each by itself
    {R"(^(.*\b(?:average|avg|mean|median|registers?|p\d\d)\b.*?)\s+per (?:call|launch|run|invocation|instance|execution|occurrence|thread)\b)", "$1"},
    {R"(^(.*?)\s+per (?:call|launch|run|invocation|instance|execution|occurrence)\b(.*\b(?:average|avg|mean|median)\b.*)$)", "$1$2"},
    {R"(\b((?:average|avg|mean|median|total) (?:\w+ )?(?:time|duration)) per (?!iteration|step|gpu|device|stream|process|thread|second|rank|name|kernel\b)([\w:.]*[A-Z_:]\S*))", "$1 of $2"},
    {R"(\b(average|avg|mean) (bytes|size) per ((?:d2h|h2d|d2d|device-to-host|host-to-device|device-to-device) )?cop(?:y|ies)\b)", "$1 $2 of $3copies"},
    {R"(^(?:what (?:is|was) the )?(?:max|maximum)(?: of)? ((?:cuda|cu[A-Z])\w+|\w+_\w+))", "longest $1"},
    {R"(^(?:what (?:is|was) the )?(?:min|minimum)(?: of)? ((?:cuda|cu[A-Z])\w+|\w+_\w+))", "shortest $1"},
    {R"(\b(?:max|maximum) (bubble|gap|idle gap|pause|stall)\b)", "longest $1"},
    {R"(\b(slowest|longest|fastest|shortest) (\S+) instance\b)", "$1 $2"},
    {R"(\b(\w+) tail latency \((p\d\d)\))", "$2 duration of $1"},
    {R"(^(.+?) relative to (?:all |the |total )?(.+?)(?:, in percent)?\s*[?.]*$)", "$1 as a share of $2"},
    // ---- FLOPs
    {R"(^(?:compute|calculate) (?:the )?mfu\b)", "MFU"},
    {R"(\b([\d.]+(?:e\+?\d+)? ?(?:[tgp]|peta|tera|giga)?flops?) per (?:call|run|launch|invocation)\b)", "$1"},
    {R"(\bwhat (?:fraction|share|percentage|percent|%) of (?:the )?(?:\w+ ){0,2}peak is (?:that|it)\b)", "what MFU is that"},
    {R"(\bhow close to (?:the )?(?:\w+ ){0,3}peak (?:does|did|do) (?:it|they|that) (?:get|come)(?: \(%\))?)", "what MFU is that"},
    {R"(\bthe (?:two|2|both) gpus together (?:did|do|executed|performed|ran)\b)", "the run did in total"},
    {R"(\b(?:both|all) (?:gpus|ranks|devices) (?:did|do|executed|performed|ran) (.+? (?:total|overall|in all|together))\b)", "the run did $1"},
    // ---- launches
    {R"(\b(?:delay|latency|lag|time) between launching (?:a |the )?kernel and (?:it|its|the kernel(?:'s)?) start(?:ing)?\b)", "launch latency"},
    {R"(\b(?:delay|latency|lag|time) (?:between|from) (?:the )?(?:cudaLaunchKernel|launch|launch call|launch api call|kernel launch|launching)(?: call| api call)?(?: being (?:called|issued))? (?:and|to|until) (?:the )?(?:kernel(?:'s)? )?(?:start(?:ing)?|execution|begin(?:ning)?|kernel start|kernel starting|kernel running)(?: of the kernel)?(?: on (?:the )?gpu)?(?! of\b))", "launch latency"},
    {R"(\bhow (?:long|much later) after (?:its|their|the|being) launch(?:ed)?(?: call)? (?:does|do|did) (?:a |the )?kernels? (?:start|begin|run))", "launch latency of kernels"},
    {R"(\bwhen process (\d+) launches a kernel,?)", "of process $1"},
    {R"(\btimes? (?:a |the )?(?:cuda )?graphs? (?:was|were|is|are|got) launched\b)", "cudaGraphLaunch calls"},
    {R"(\b(how many|number of|count of) (?:cuda )?graph launches\b)", "$1 cudaGraphLaunch calls"},
    // ---- which of two
    {R"(\bcompare (?:the )?(.+?) (?:between|of|on|across|for|over) (?:the )?(?:two |both |2 |all )?(?:gpus|devices)\b.*$)", "which GPU has the most $1"},
    {R"(\bcompare (?:the )?(.+?) (?:per|by|for each) (gpu|device|process|stream|direction)\b.*$)", "$1 per $2"},
    {R"(^(?:compare|contrast) (?:the )?(?:two |both )?(?:gpus|devices)\s*[?.]*$)", "which GPU has the most busy time"},
    {R"(^(?:compare|contrast) (?:gpu|device) (\d+) (?:and|with|to|vs\.?|against) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "which GPU has the most busy time on GPU $1 and GPU $2"},
    {R"(^(?:compare|contrast) (?:the )?(.+?) (?:of|on|between) (?:gpu|device) (\d+) (?:and|with|to|vs\.?|against) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "which GPU has the most $1 on GPU $2 and GPU $3"},
    {R"(^(?:are|is) (?:the |our )?(?:gpus|devices|load|work)\b.* ?(?:evenly|balanced|even|imbalanced|unbalanced|uneven)\b.*$)", "which GPU has the most busy time"},
    {R"(^(?:how|is|are) .*\b(?:evenly|balanced|even|imbalanced|unbalanced|uneven)\b.*\b(?:gpus|devices)\b.*$)", "which GPU has the most busy time"},
    {R"(\b(?:difference|gap) (?:in|of) (.+?) between (gpu|device|process) (\d+) and (?:gpu |device |process )?(\d+))", "how much more $1 does $2 $3 have than $2 $4"},
    {R"(^(?:which|who|what)(?: gpu| device| one| of them)? (?:has|had|spends|spent|does|did|runs|ran) more (.+?),? (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*[?.]*$)", "which GPU has the most $1 on GPU $2 and GPU $3"},
    {R"(^(?:which|who|what)(?: gpu| device| one| of them)? (?:has|had|spends|spent|does|did|runs|ran) (?:less|fewer) (.+?),? (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*[?.]*$)", "which GPU has the least $1 on GPU $2 and GPU $3"},
    {R"(^is (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+) (?:busier|more busy|more loaded)\s*[?.]*$)", "which GPU has the most busy time on GPU $1 and GPU $2"},
    {R"(^is (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+) (?:idler|more idle|idle more)\s*[?.]*$)", "which GPU has the most idle time on GPU $1 and GPU $2"},
    {R"(^(?:which|who|what)(?: gpu| device| one)? (?:is idle|idles|idled|waits|waited) (?:more|longer),? (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*[?.]*$)", "which GPU has the most idle time on GPU $1 and GPU $2"},
    {R"(^(?:which|who|what)(?: gpu| device| one)? is (?:busier|more busy|more loaded),? (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*[?.]*$)", "which GPU has the most busy time on GPU $1 and GPU $2"},
    {R"(^(.+?) (?:gap|difference),? (?:between |of )?(gpu|device) (\d+) (?:vs\.?|versus|and|to) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "how much more $1 does $2 $3 have than $2 $4"},
    {R"(^(?!.*\b(?:gap|difference|ratio|factor|times)\b)(.+?),? (?:of |on |for )?(?:gpu|device) (\d+) (?:vs\.?|versus|against|compared (?:to|with)) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "which GPU has the most $1 on GPU $2 and GPU $3"},
    {R"(^on which (gpu|device|process) (?:is|does|do|are) (.+?) (?:slower|take longer|takes longer|longer)(?: in total| overall)?\s*[?.]*$)", "which $1 has the most total duration of $2"},
    {R"(^(?:busiest|most used) (stream|gpu|device|process) by (?:kernel count|number of kernels)\b)", "$1 with the most kernels"},
    // ---- places
    {R"(^what (?:did|does|was|is) (?:the )?(gpu \d+|gpu|device \d+) (?:run|execute|running|executing|doing|do) (?=at |between |from |in the (?:first|last) )(.+)$)", "which kernels ran on $1 $2"},
    {R"(^what (?:runs|ran|was running|is running) on (?:the )?(gpu \d+|gpu|device \d+) (?=at |between |from |in the (?:first|last) )(.+)$)", "which kernels ran on $1 $2"},
    {R"(\b(first|last|longest) thing (?=(?:that |which )?(?:the )?(?:gpu|device)\b))", "$1 operation "},
    {R"(\b(gpus|devices|processes) (?:(?:that )?(?:were|are|got) )?(?:profiled|traced|captured)\b)", "$1 are there"},
    {R"(\bgpu (utili[sz]ation|usage|busy time|idle time) (?:per|by|of each|for each) (?:process|rank)\b)", "GPU $1 per GPU"},
    {R"(\bthreads (?:calling|that call|that use|using) (?:the )?cuda(?: api)?\b)", "threads with CUDA calls"},
    {R"(\bpid that\b)", "process that"},
    {R"(\b(?:the )?process with pid (\d+))", "process $1"},
    {R"(\b(?:pid|process) with the (?:larger|bigger|higher|greater|most|largest|biggest|highest) (host-to-device|device-to-host|h2d|d2h) (?:traffic|volume|bytes|transfers?)\b)", "process with the most $1 bytes"},
    {R"(\bpid with the\b)", "process with the"},
    {R"(\bdoes (gpu|device) (\d+) use more than one stream\b.*$)", "how many streams does $1 $2 use"},
    {R"(\b(?:kernel|kernels) activity\b)", "kernels"},
    {R"(\battributed to\b)", "inside"},
    {R"(\b(kernel|copy|memset|call|gap|range) #(\d+)\b)", "$1 number $2"},
    {R"(\b(iteration|step|stream|gpu|process) #(\d+)\b)", "$1 $2"},
    {R"(\bwhat dominates (?:on )?(.+?)\s*[?.]*$)", "which kernel takes the most time on $1"},
    // ---- idle
    {R"(\b(?:longest|biggest|largest) (?:stretch|period|phase|time|interval|pause) (?:during which|in which|where|when|while|that) (.+?) (?:does nothing|is idle|sits idle|is doing nothing|has nothing to do|is unused|did nothing|was idle)\b)", "longest idle gap on $1"},
    {R"(\b(?:has|have|had) no work(?: at all)?\b)", "is idle"},
    {R"(\b(?:is|was|are|were) doing nothing\b)", "is idle"},
    {R"(\b(?:does|did|do) nothing\b)", "is idle"},
    {R"(\b(?:sits|sat|sit) (?:there )?idle\b)", "is idle"},
    {R"(\b(?:idle time|idle gaps?|gaps?|time) between (?:consecutive|back-to-back|back to back|successive|adjacent|neighbou?ring) (?:gpu )?(?:operations|ops))", "idle gap"},
    {R"(\bgaps? without (?:any |a )?(?:kernels?|copy|copies|memsets?|operations?)(?:,? (?:kernels?|copy|copies|memsets?|or|and|nor))*)", "idle gaps"},
    {R"(\bidle most of the time\b)", "idle"},
    {R"(^what (?:is|was) the (?:host|cpu) doing while the gpu (?:sits there doing nothing|is idle|sits idle|waits|idles|is waiting|does nothing)\s*[?.]*$)", "why is the GPU idle"},
    {R"(^(?:the )?(?:reasons?|causes?) (?:for|of) (?:the |this |our )?(?:low|poor|bad) gpu (?:utili[sz]ation|usage)\s*[?.]*$)", "why is the GPU idle"},
    {R"(^why is (?:the |my |our )?gpu (?:utili[sz]ation|usage) (?:so )?(?:low|poor|bad)\s*[?.]*$)", "why is the GPU idle"},
    // ---- copies and memory
    {R"(\bpcie (?=upload|download|h2d|d2h))", ""},
    {R"(\b(?:peak|top|best) (copy|h2d|d2h|d2d|host-to-device|device-to-host) (?:bandwidth|throughput|speed)\b)", "highest bandwidth of a $1 copy"},
    {R"(\bresults (?=copied|come|came|read|sent|transferred|moved))", ""},
    {R"(\b(?:amount of )?(?:device |gpu )?memory (?:cleared|zeroed|set) by memsets?\b)", "total bytes of memsets"},
    {R"(^(?:should (?:i|we) use pinned memory(?: here)?|pinned (?:vs\.?|versus|or) pageable(?: transfers| copies| memory)?(?: - what do we use)?|(?:do|does) (?:we|it|they) (?:upload|copy|transfer) from pageable (?:buffers|memory).*)\s*[?.]*$)", "are copies pinned or pageable"},
    // ---- what is wrong
    {R"(^(?:the )?(?:main|biggest|primary|key|top) bottleneck(?: and| \+|,) (?:a )?(?:recommendations?|what to do|fix|advice)\s*[?.]*$)", "what is the bottleneck and what should I do"},
    {R"(\b(?:main|biggest|primary|key) bottleneck\b)", "bottleneck"},
    {R"(^why is (?:this|the|my|our) (?:training |inference )?(?:step|iteration|job|model|program|code|workload|training|run) (?:so )?slow\b.*$)", "what is the bottleneck and what should I do"},
    {R"(^where(?:'s| is| does| did) (?:the |all the |all of the |my )?(?:gpu )?time (?:going|gone|go)\s*[?.]*$)", "where does the time go"},
    {R"(^is (?:the |our |my )?(?:input|data)(?: pipeline| loading| loader|loader)? (?:the |a |my |our )?(?:bottleneck|problem|limit)\s*[?.]*$)", "what is the bottleneck"},
    {R"(^where (?:do|does|did) the (?:cpu|host)(?: threads?)? spend most of (?:its|their|the) time (?:in|within|inside) (?:the )?cuda(?: api)?\s*[?.]*$)", "which CUDA call takes the most time"},
    {R"(^where (?:do|does|did) (?:the |my |our )?\w+ spend (?:the )?most (?:of )?(?:its|the|their)? ?time,? by nvtx (?:stage|range|label|region|phase)s?\s*[?.]*$)", "which NVTX range takes the most time"},
    // ---- two points
    {R"(\b(?:delay|time|interval) between the (?:very )?first (.+?) and the start of (.+)$)", "how long from the start of the first $1 to the start of $2"},
    {R"(\bhow long from the first (.+?) until (.+?) (?:starts|begins)\s*[?.]*$)", "how long from the start of the first $1 to the start of $2"},
    {R"(\btime to (?:the )?first kernel \(from (?:the )?first cuda call\))", "how long from the start of the first CUDA call to the start of the first kernel"},
    {R"(\b(?:gap|time|how long)(?: is it| was it)? between the first two (.+?) kernels\b(.*?)\s*[?.]*$)", "how long from the end of the first $1 kernel$2 to the start of the second $1 kernel$2"},
    {R"(\bfrom the end of kernel (\d) to the start of kernel (\d)\b)", "how long from the end of kernel number $1 to the start of kernel number $2"},
    {R"(\bgap between the last two kernels\b)", "how long from the end of the second last kernel to the start of the last kernel"},
};
// clang-format on

struct Compiled {
  std::regex said;
  const char* plain;
};

const std::vector<Compiled>& compiled() {
  static const std::vector<Compiled> all = [] {
    std::vector<Compiled> turns;
    for (const Turn& turn : kTurns)
      turns.push_back({std::regex(turn.said, std::regex::icase | std::regex::optimize), turn.plain});
    return turns;
  }();
  return all;
}

}  // namespace

std::string in_plain_words(std::string_view question) {
  // Nobody writes longer ones by hand, and the patterns look back.
  constexpr size_t kLongest = 300;
  std::string text(question);
  if (text.size() > kLongest) return text;
  for (const Compiled& turn : compiled()) text = std::regex_replace(text, turn.said, turn.plain);
  return text;
}

}  // namespace nsys_ai::inline agent
