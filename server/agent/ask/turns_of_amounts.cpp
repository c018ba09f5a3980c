// Turns of phrase of speeds, amounts, launches' sizes, and of the hardware.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kAmounts[] = {
    // ---- speeds
    {R"(^(?:dividing|divide) (?:the bytes of )?all (?:the )?(\w+) (?:copies|bytes)( of (?:gpu|device) \d+|) by (?:their|the) summed duration(?: of those copies)?, what (?:throughput|rate|bandwidth) (?:results|comes out|do i get)\s*\?*$)", "bandwidth of $1 copies$2"},
    {R"(^divide the bytes copied from host to device by the time those copies took and tell me the throughput\s*[.?]*$)", "bandwidth of H2D copies"},
    {R"(\baverage (\w+) (?:memcpy|copy) rate on (gpu|device) (\d+)(?:, all bytes divided by all time spent in those copies)?)", "bandwidth of $1 copies on GPU $3"},
    {R"(\bwhose source is page-locked \(pinned\) host memory\b)", "from pinned memory"},
    {R"(\bthat read from (pinned|pageable) rather than (?:pinned|pageable) memory\b)", "from $1 memory"},
    {R"(\bhow much data was copied peer to peer between gpus\b)", "total bytes of peer-to-peer copies"},
    {R"(\b(?:if )?(?:when )?i divide the bytes of all (.+?) copies( on (?:gpu|device) \d+|) by (?:their summed duration|the time that these copies took), how many gb/s do i get\s*\?*$)", "bandwidth of $1 copies$2"},
    {R"(,? (?:that is |taking |dividing |i\.e\.?,? |computed as |as )?(?:the )?(?:total|summed|all(?: of)?|sum of)?(?: of)?(?: their| the)? (?:htod |dtoh )?bytes (?:divided by|over|set against|by|summed over) (?:the |their |all (?:of )?(?:their )?)?(?:total|summed|sum of|time|htod|copy)?(?: (?:htod|dtoh|copy))*(?: (?:time|duration|durations|summed|copy))*(?=\s*[,?.]|\s*$))", ""},
    {R"(\s*\((?:total bytes over summed duration|sum bytes / sum time|all bytes over all (?:copy )?time|total bytes over summed copy duration),?\s*\))", ""},
    {R"(,? if all htod bytes are set against the summed duration of those copies\b)", ""},
    {R"(,? bytes summed over time summed\b)", ""},
    {R"(^(gpu|device) ?(\d+) (htod|dtoh|d2d|dtod|h2d|d2h) (?:gb/s|bandwidth)(?: \([^)]*\))?\s*$)", "bandwidth of $3 copies on GPU $2"},
    {R"(,? sum (?:of )?bytes / sum (?:of )?(?:duration|time)s?\b)", ""},
    {R"(\b(?:copies|memcpys) from device memory to device memory\b)", "D2D copies"},
    {R"(\bhow fast (?:were|are) (?:the )?(.+?),? in gb/s\b,?)", "bandwidth of $1"},
    {R"(\b(?:the )?upload (?:rate|throughput|speed) of (gpu|device) (\d+)(?:, meaning [^?]*)?)", "bandwidth of H2D copies on GPU $2"},
    {R"(\b(?:sum|add up) the sizes of (?:every|all) (\w+) (?:memcpys?|copies|copy))", "total bytes of $1 copies"},
    {R"(^bytes per (?:unit of )?time (?:for|of) the )", "bandwidth of the "},
    {R"(\bhow many bytes went from the device back to the host\b)", "total bytes of D2H copies"},
    {R"(\buploads to (gpu|device) (\d+))", "H2D copies on GPU $2"},
    {R"(\b(?:uploading the inputs|downloading the result)\b)", "copying"},
    {R"(^at what rate, in gb/s, did the \w+ get copied back from the gpu to the host\s*\?*$)", "bandwidth of D2H copies"},
    {R"(^at how many gb/s was data copied from the host to (gpu \d+|device \d+)\s*\?*$)", "bandwidth of H2D copies on $1"},
    {R"(^at how many gb/s was the \w+ copied back from the gpu to the host\s*\?*$)", "bandwidth of D2H copies"},
    // ---- amounts
    {R"(\bhow many bytes were copied directly from gpu to gpu(?: \(peer to peer\))?)", "total bytes of peer-to-peer copies"},
    {R"(\bhow much data (?:came|comes|was transferred|was brought) back from the gpu(?: to the host)?(?:, in bytes)?)", "total bytes of D2H copies"},
    {R"(^what volume of (htod|dtoh|h2d|d2h|d2d|dtod) copies, in bytes, did (?:the )?(process \d+) produce\s*\?*$)", "total bytes of $1 copies of $2"},
    {R"(^for (?:the )?(process \d+), (total bytes of d2h copies)\s*\?*$)", "$2 of $1"},
    {R"(^(?:what amount of|how much) data was transferred from the host to (gpu \d+|device \d+)(?:, counting every host-to-device copy)?\s*\?*$)", "total bytes of H2D copies on $1"},
    {R"(\bhow much data did (?:the two gpus together|both gpus)(?: together)? copy from device memory to device memory\b)", "total bytes of D2D copies"},
    {R"(\bhow much data did (gpu \d+|device \d+) copy device to device(?: altogether)?)", "total bytes of D2D copies on $1"},
    {R"(\bhow often was data copied directly from one gpu to the other\b)", "number of peer-to-peer copies"},
    {R"(^is there any p2p traffic, that is, how many peer memcpys does the profile hold\s*\?*$)", "number of peer-to-peer copies"},
    {R"(\b(?:have|had|with|came out of|come out of) (pinned|pageable)(?: host)? (?:memory )?(?:as (?:their|its) )?source(?: memory)?\b)", "from $1 memory"},
    {R"(\bcame out of (pinned|pageable) memory\b)", "from $1 memory"},
    {R"(\b(?:how many bytes|what amount) of dynamic shared memory does (?:the )?(\S+)(?: kernel)? (?:use|ask for)\b)", "dynamic shared memory of $1"},
    {R"(\bdynamic shared memory bytes(?: per block)?)", "dynamic shared memory"},
    {R"(\bhow much dynamic shared memory does (\S+) use per block\b)", "dynamic shared memory of $1"},
    {R"(\b(?:what is )?the dynamic shared memory of the (\S+ kernel) in bytes\b)", "dynamic shared memory of $1"},
    // ---- threads and blocks of a launch
    {R"(\bwhat (?:is the )?block size,? (?:was (\S+) launched with|with which (?:the )?(.+?) (?:kernels )?were launched)\s*\?*$)", "threads per block of $1$2"},
    {R"(\bhow many threads per block does (\S+) use in all\b)", "threads per block of $1"},
    {R"(^(?:how many )?(?:gpu )?threads (?:in total )?(?:does|do) (?:the |each |one )?(\S+) launch (?:start|create|have)(?: in total)?(?: \(blocks times threads per block\))?\s*\?*$)", "threads of the grid of $1"},
    {R"(^(?:blocks times threads per block: )?how many threads does one launch of (?:the )?(\S+)(?: kernel)? have\s*\?*$)", "threads of the grid of $1"},
    {R"(^multiply grid size by block size of (\S+)\s*$)", "threads of the grid of $1"},
    {R"(^(\S+) total number of gpu threads in the grid\s*$)", "threads of the grid of $1"},
    {R"(^whose grid, measured as [^,]+, is the largest among the kernels\s*\?*$)", "which kernel has the most blocks"},
    {R"(^(kernel with most blocks) per launch\s*$)", "$1"},
    {R"(\bhow many blocks (?:were launched altogether for the kernel |does |were launched for )(\S+?),?(?: have)?\s*\?*$)", "number of blocks of the grid of $1"},
    {R"(^multiplying all its grid dimensions, how many blocks does (\S+) launch\s*\?*$)", "number of blocks of the grid of $1"},
    {R"(\bhow many CTAs in total does the (\S+)(?: kernel)? launch with\b)", "number of blocks of the grid of $1"},
    {R"(^block size(?: \([^)]*\))? of (\S+) is\s*\?*$)", "threads per block of $1"},
    {R"(\bhow many registers does each thread of (?:the )?(.+?) use\b)", "registers of $1"},
    {R"(^(?:tell me )?(?:with )?how many registers (?:for|does|do) each thread (?:of )?(\S+?)(?: was launched| uses?)?\s*[.?]*$)", "registers of $1"},
    {R"(\b(?:tell me )?how many bytes of dynamic shared memory (\S+) was launched with\b)", "dynamic shared memory of $1"},
    {R"(\bhow much dynamic shared memory does (\S+) request per block\b)", "dynamic shared memory of $1"},
    {R"(^how many threads in total did (\S+) launch, over its whole grid\s*\?*$)", "threads of the grid of $1"},
    {R"(^what is the number of threads in the complete grid(?: \([^)]*\))? of (?:the )?(\S+)(?: kernel)?\s*\?*$)", "threads of the grid of $1"},
    {R"(^multiply the grid size of (\S+) by its block size(?: and give me the total thread count)?\s*[.?]*$)", "threads of the grid of $1"},
    {R"(^how many threads does the biggest block of any (\S+) launch have\s*\?*$)", "maximum threads per block of $1"},
    // ---- flash attention
    {R"(\bflash[- ]?attention forward(?: pass)?(?: (kernels?))?)", "flash_fwd $1"},
    // ---- hardware
    {R"(^(?:what|which) (?:is the )?(?:version (?:of|is) the )?(?:nvidia |cuda |gpu )?driver(?: version)?(?: (?:did|does|do|was|is) (?:this|the) (?:system|machine|gpu|box|node|run) (?:run|use|have|using))?(?: on the machine where this was recorded)?(?: was the gpu using)?\s*\?*$)", "NVIDIA driver version"},
    {R"(^NVIDIA driver version\s*$)", "driver version"},
    {R"(\bwhich (?:graphics card|gpus?) did this run use(?:, by its full name)?\s*\?*$)", "what is the GPU model"},
    {R"(^(?:what is the name of the gpu)\s*\?*$)", "what is the GPU model"},
    {R"(\bwhat number of gpus is listed for this (?:node|machine|box)\b)", "how many GPUs does the machine have"},
    {R"(^gpu memory size(?: bytes)?\s*$)", "GPU memory"},
    // ---- streams
    {R"(^(?:what is )?(?:the )?(?:id|number) of the (?:cuda )?stream used for the kernels on (gpu|device) (\d+)\s*\?*$)", "which stream has the most kernels on GPU $2"},
    {R"(^(?:name )?the stream (?:number|id) that executed the kernels of (gpu|device) (\d+)\s*[.?]*$)", "which stream has the most kernels on GPU $2"},
    {R"(^kernel stream id\s*$)", "which stream has the most kernels"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_amounts() { return kAmounts; }

}  // namespace nsys_ai::inline agent
