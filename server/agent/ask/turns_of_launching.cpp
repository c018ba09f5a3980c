// Turns of phrase of launch latency and queue time, of launches that were not recorded, and of what a graph
// launched.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kLaunching[] = {
    // ---- what they are, said beside them
    {R"(\b(launch latency|queue time|queue delay|queue(?:ing)? (?:delay|wait|latency))((?: there)?(?: [^,:;(]+?)?)\s*(?:,|:|;|\(| - )\s*(?:i\.e\.?,? |that is,? |meaning |defined as )?(?:measured |taken |counted )?(?:the )?(?:time |delay |interval )?(?:from |between )?(?:the )?(?:launch|api|kernel|cuda|start|end|return|beginning|begin|when)\b[^),]*\)?(,? (?:on )?(?:gpu|device) ?\d+|)(?:, (?:over|only|for|counting only)(?: the)? kernels with an? (?:recorded|matching|captured) launch(?: call)?)?\s*[?.]*$)", "$1$2$3"},
    {R"(\b(?:queue delay|queue(?:ing)? (?:delay|wait|latency))\b)", "queue time"},
    {R"(\b(launch latency) there\b)", "$1"},
    // ---- from the start of the call
    {R"(\b(?:the )?(?:time|delay|latency|interval) from the (?:start|beginning) of the (?:cudaLaunch\w+|cuLaunch\w+|launch) call that launched (\S+) (?:to|until) the (?:start|beginning) of (?:that|the) kernel(?: on the gpu)?)", "launch latency of $1"},
    {R"(\bhow (?:long|much time) (?:did|does|is|was) it (?:take )?from (?:the moment )?(?:when |where )?(?:the )?(?:launch call|cudaLaunch\w+(?: call)?|launch) (?:of|for) (\S+) (?:began|begins|starts?|started|was (?:made|entered|called)) (?:until|to|till) (?:when )?(?:the kernel|it)(?: (?:actually|really))? (?:began|begins|starts?|started)(?: to run| running)?(?: on the gpu)?\s*\?*$)", "launch latency of $1"},
    {R"(\bhow long after (?:the )?(?:cudaLaunch\w+|cuLaunch\w+|launch call)(?: call)? (?:was|is) (?:entered|called|issued|made) (?:did|does) (?:the kernel )?(\S+) (?:begin|start)(?: to run| running| executing)?\b)", "launch latency of $1"},
    {R"(\bhow long after (?:a |the |its )?(?:launch call|cudaLaunch\w+)(?: call)? (?:begins|starts|is entered|is made|is issued) (?:does|do|did) (?:its|the|a) kernels? (?:begin|start)(?: to run| running)?( on (?:gpu|device) \d+)?(?:, counting only kernels with a [^?]*)?)", "average launch latency of kernels$1"},
    {R"(\bfor (kernels[^,]*?) with an? (?:captured|recorded) launch(?: call)?, what is the (\S+) time from that call's (?:beginning|start) to the kernel's start\b)", "$2 launch latency of $1"},
    {R"(^on average,? (average launch latency))", "$1"},
    {R"(^for (?:the )?(.+? kernels(?: on (?:gpu|device) \d+)?), what is the (average|median|mean) time from when the (?:cpu|host) (?:begins|starts|enters) the launch call until the kernel (?:begins|starts)\s*\?*$)", "$2 launch latency of $1"},
    {R"(\bhow far behind its launch does (\S+) start( on (?:gpu|device) \d+|)\??(?: launch call begin to kernel begin)?\s*$)", "launch latency of $1$2"},
    {R"(\bhow much time passes from when cu\w*Launch\w+ is called until the kernel begins(?: on the gpu)?\s*\?*$)", "launch latency of kernels"},
    {R"(^cu\w*Launch\w+ begin (?:->|to) kernel begin, how long\s*\?*$)", "launch latency of kernels"},
    {R"(^(?:averaged over all kernels( of (?:gpu|device) \d+|)(?: with a recorded launch)?), (?:how long after its launch call begins does a kernel begin|how much time lies between launch call start and kernel start)\s*\?*$)", "average launch latency of kernels$1"},
    {R"(^how long does it take on average from the beginning of cu\w*Launch\w+ until the launched kernel begins\s*\?*$)", "average launch latency of kernels"},
    {R"(\bhow much time passed from the start of the launch call of (\S+) to the start of that kernel\b)", "launch latency of $1"},
    {R"(^for (\S+), tell me how long after its cu\w*Launch\w+ call began the kernel(?: itself)? began\s*[.?]*$)", "launch latency of $1"},
    {R"(^how large is the (average launch latency) \([^)]*\) of the (gpu|device) (\d+) kernels\b.*$)", "$1 of kernels on GPU $3"},
    // ---- from its end
    {R"(\b(?:delay|time|wait|waiting time|interval|gap)((?: (?:on|of) (?:gpu|device) \d+)?) (?:between|from) (?:the )?(?:return|returning|end) of (?:a |the |its |their )?(?:launch call|cuda\w*Launch\w+|cuLaunch\w+|launch)(?: call)? (?:and|to|until) (?:the )?start of (?:the |its |that |a )?(?:corresponding )?kernel(?: (?:that )?it launched)?)", "queue time$1"},
    {R"(\b(longest|shortest)(?: time)? that a kernel((?: on (?:gpu|device) \d+)?) (?:had to wait|waited|waits) between the end of its launch call and its own start)", "$1 queue time of kernels$2"},
    {R"(\bhow long (?:does|did|do|has) (?:a |the )?kernels?((?: on (?:gpu|device) \d+)?) (?:wait|sit|queue|stay in the queue) (?:on average )?(?:after|once|from when) its launch call (?:has )?(?:returned|ended|returns)[^?]*)", "average queue time of kernels$1"},
    {R"(\b(longest|maximum|average|median) time (?:that )?a kernel (?:sat|sits|spent|spends|waited|waits) in (gpu|device) (\d+)'s queue(?: after its launch call (?:had |has )?(?:returned|ended))?)", "$1 queue time of kernels on GPU $3"},
    // ---- launches that were not recorded
    {R"(\b(?:for )?how many (?:of )?(?:the )?kernels(?: of any kind)?((?: on (?:gpu|device) \d+)?)(?: (?:is|are) (?:the |their )?(?:matching |corresponding )?(?:(?:cuda )?launch(?:es|ing)?(?: api)?(?: call)?|cuda call that launched them) (?:missing|lacking|absent)(?: from (?:the|this) (?:profile|capture))?| (?:have|has|had) no (?:matching |corresponding )?(?:cuda )?launch(?:ing)?(?: api)?(?: call)?(?: recorded)?| does the (?:profile|capture|trace) (?:contain|have|hold) no (?:matching )?launch(?: api)?(?: call)?)(?: recorded)?(?: (?:in|from) (?:the|this|their own|its own|the same) (?:capture|profile|trace|process))*)", "how many kernels$1 have no recorded launch"},
    {R"(\bkernels (?:show up |appear |are there )?(?:on the gpus? )?whose launch(?: api)?(?: call)? (?:was|is) (?:not|never) (?:captured|recorded|seen)(?: in (?:the|this) (?:capture|profile|trace))?)", "kernels have no recorded launch"},
    {R"(\borphan(?:ed)? kernels\b.*$)", "kernels without a recorded launch"},
    {R"(\bkernels(?:, both gpus together,)? (?:whose launching (?:api )?call is missing from the capture|for which there is no matching (?:cuda )?(?:api )?call of the same process)\b)", "kernels without a recorded launch"},
    {R"(\bkernels without (?:a )?(?:recorded|matching|captured|corresponding)?(?: recorded)? ?launch(?: api)?(?: call| row| record)?(?:, count)?\s*[?.]*$)", "kernels without a recorded launch"},
    {R"(^((?:gpu|device) ?\d+) (kernels without a recorded launch))", "number of $2 on $1"},
    {R"(^(?:count|number of) (kernels without a recorded launch))", "number of $1"},
    // ---- graphs
    {R"(\bkernels (?:that )?(?:were |was |are |got |result |results )?(?:executed|launched|run|started|triggered|issued|set off|came|come|came out|come out) (?:by|from|out of|through|via|of) (?:the |an? )?(?:single |one |launched )?(?:cuda )?graphs?(?: launch(?:es)?)?\b)", "kernels launched by a CUDA graph"},
    {R"(\bkernels (?:did|does) (?:the )?(?:single |one )?cudaGraphLaunch(?: call)? (?:start|launch|run|execute)\b)", "kernels launched by a CUDA graph"},
    {R"(\bkernels (?:were|are|was) (?:a )?part of (?:an? |the )?(?:launched )?(?:cuda )?graphs?(?: launch(?:es)?)?\b)", "kernels launched by a CUDA graph"},
    {R"(^(?:number of )?kernels (?:that )?(?:came |come |result )?(?:from|out of) (?:the |a )?(?:single )?(?:cudaGraphLaunch|graph launch|cuda graph)(?: call)?,?(?: number)?\s*$)", "number of kernels launched by a CUDA graph"},
    {R"(^the program calls cudaGraphLaunch once\. how many kernels ran because of this call\s*\?*$)", "number of kernels launched by a CUDA graph"},
    // ---- inside a range
    {R"(\b(?:what is the )?total kernel time(?: on (gpu|device) (\d+))? that is attributable to the (\S+) ranges\b)", "total duration of kernels on GPU $2 inside range $3"},
    {R"(\bhow much (?:gpu )?kernel time was launched (?:while|when) (?:an? |the )?(\S+) range (?:was|is) open(?: on the launching thread)?)", "total duration of kernels launched inside range $1"},
    {R"(\bwhen (process \d+) is inside (\S+) ranges?, how many kernels does it launch(?: there)?(?: all told| in all)?)", "how many kernels of $1 launched inside range $2"},
    {R"(\b(kernels) (?:issued|launched|started) (?:under|within) (?:the )?(?:range )?([\w:]+))", "$1 launched inside range $2"},
    {R"(\bhow many (kernels|cuda calls) (?:did|does) (?:the )?(?:program|process|it|thread) (?:launch|make|issue) (?:while|when) (?:it )?(?:was|is) (?:inside|in) (?:the )?(?:range )?([\w:]+)(?: range)?)", "how many $1 inside range $2"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_launching() { return kLaunching; }

}  // namespace nsys_ai::inline agent
