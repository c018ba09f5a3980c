// Words of conditions: which kernels, which copies, on which side, and what is left out.
#include "agent/ask/lexicon_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
const LexiconRow kConditions[] = {
    {"family communication|communication family|nccl",
     {{Role::family, "communication"}}},
    {"compute kernel|computation kernel|non communication kernel|non nccl kernel",
     {{Role::subject, Subject::kernel}, {Role::family, "compute"}}},
    {"family compute",
     {{Role::family, "compute"}}},
    {"gemm|matmul|matrix multiplication|matrix multiply|matrix product|gemm family",
     {{Role::family, "gemm"}}},
    {"attention|flash attention|flashattention|attention family",
     {{Role::family, "attention"}}},
    {"elementwise|element wise|pointwise|elementwise family",
     {{Role::family, "elementwise"}}},
    {"reduction|reduction family",
     {{Role::family, "reduction"}}},
    {"normalisation|normalization|layernorm|layer norm|layer normalization|rmsnorm|normalization family|"
     "normalisation family|norm",
     {{Role::family, "normalisation"}}},
    {"softmax",
     {{Role::family, "softmax"}}},
    {"convolution|conv",
     {{Role::family, "convolution"}}},
    {"activation|gelu|activation function",
     {{Role::family, "activation"}}},
    {"optimizer|optimiser",
     {{Role::family, "optimizer"}}},
    {"embedding|embedding index|index|indexing|embedding/index",
     {{Role::family, "embedding/index"}}},
    {"copy/transpose|copy transpose|transpose|copy or transpose|layout",
     {{Role::family, "copy/transpose"}}},
    {"copy transpose kernel|copy kernel",
     {{Role::subject, Subject::kernel}, {Role::family, "copy/transpose"}}},
    {"sort|sort scan|sorting|scan|sort/scan",
     {{Role::family, "sort/scan"}}},
    {"fft",
     {{Role::family, "fft"}}},
    {"rng|random number",
     {{Role::family, "rng"}}},
    {"moe|mixture of expert",
     {{Role::family, "moe"}}},
    {"quantisation|quantization",
     {{Role::family, "quantisation"}}},
    {"rope|rotary embedding",
     {{Role::family, "rope"}}},
    {"cublas",
     {{Role::library, "cuBLAS"}}},
    {"cudnn",
     {{Role::library, "cuDNN"}}},
    {"pytorch kernel|aten kernel",
     {{Role::library, "ATen"}}},
    {"cutlass",
     {{Role::library, "CUTLASS"}}},
    {"triton",
     {{Role::library, "Triton"}}},
    {"from host memory to gpu|from the host to the device|from host memory to device|"
     "from the host to the gpu|from host to gpu|from host memory to the gpu|"
     "from host memory to the device|uploading|to the device|to the gpu|host to device|h2d|htod|"
     "cpu to gpu|host device|upload|host->device|uploaded|"
     "from host memory to|from cpu memory to|from the cpu to the gpu|host to gpu|from the host|from host|from cpu|"
     "from the cpu|from host memory|from cpu memory|host to|from host to|from the host to|from host to device|from host to the device|from the host to device|cpu to|to gpu|"
     "into the gpu|into gpu memory|to gpu memory|to the gpu memory|to device|onto the gpu|into device memory|"
     "to device memory|cpu to device",
     {{Role::direction, "Host-to-Device"}}},
    {"downloading|from the device to the host|from the gpu to the host|from gpu to host|to the host|"
     "to host|back to the host|copied to the host|device to host|d2h|dtoh|gpu to cpu|device host|"
     "download|downloaded|"
     "reading back from the device|read back from the device|reading back|read back|"
     "read back from the gpu|reading back from the gpu|"
     "from gpu memory to the host|copied back|copy back|come back|comes back|coming back|sent back|"
     "send back|brought back|transferred back|moved back|to the cpu|to cpu|to host memory|to cpu memory|"
     "back to cpu|back to the cpu|back to host|gpu to host|device to cpu|from gpu to cpu|"
     "from the gpu to the cpu|from device to host|from the gpu to host|from the gpu back to the host",
     {{Role::direction, "Device-to-Host"}}},
    {"device to device|from device to device|from the device to the device|from gpu to gpu|d2d|dtod|gpu to gpu|device internal|"
     "device-to-device|gpu internal|within the device|within device|within the gpu|inside the device|"
     "inside the gpu|within device memory",
     {{Role::direction, "Device-to-Device"}}},
    {"peer to peer|p2p|peer|"
     "ptop|peer2peer",
     {{Role::direction, "Peer-to-Peer"}}},
    {"host to host|h2h|"
     "from host memory to host memory|from host to host|from host memory to the host",
     {{Role::direction, "Host-to-Host"}}},
    {"out of pinned memory|out of pinned|pinned memory|pinned|page locked|pinned host memory|of pinned memory",
     {{Role::memory, "Pinned"}}},
    {"pageable memory|pageable|unpinned|pageable host memory|of pageable memory|non pinned|"
     "out of pageable memory|out of pageable|"
     "pageable source memory|pageable source|pageable host",
     {{Role::memory, "Pageable"}}},
    {"allreduce|all reduce",
     {{Role::name, "AllReduce"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"allgather|all gather",
     {{Role::name, "AllGather"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"reducescatter|reduce scatter",
     {{Role::name, "ReduceScatter"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"alltoall|all to all",
     {{Role::name, "AllToAll"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"sendrecv|send recv|send receive|send and receive",
     {{Role::name, "SendRecv"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"send/recv",
     {{Role::name, "SendRecv"}}},
    {"broadcast",
     {{Role::name, "Broadcast"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"without|excluding|exclude|except|except for|other than|not counting|apart from|aside from|leaving out|"
     "leave out|ignoring|ignore|exclusive of|not including|besides|non|not|but not",
     {{Role::excluding}}},
    {"on the host|on the cpu|on host|on cpu|host side|cpu side|on the host side|on the cpu side|cpu|host|"
     "in the host|in the cpu",
     {{Role::side, Side::host}}},
    {"host time|cpu time|host duration|time on the host|time on the cpu|host side time|cpu side time",
     {{Role::measure, Measure::time}, {Role::side, Side::host}}},
    {"from gpu|from the gpu|from device|from the device|off the gpu|out of the gpu|leave the gpu|leaves the gpu",
     {{Role::toward, Toward::out_of}, {Role::subject, Subject::gpu}}},
    {"synchronous|blocking|non async|made by synchronous call|by synchronous call|with synchronous call",
     {{Role::copy_calls, CopyCalls::synchronous}}},
    {"asynchronous|async|non blocking|nonblocking|made by asynchronous call|by asynchronous call|"
     "with asynchronous call",
     {{Role::copy_calls, CopyCalls::asynchronous}}},
    {"sync copy|sync memcpy|synchronous memcpy|blocking memcpy|blocking transfer|synchronous transfer|"
     "synchronous copy|blocking copy|blocking memory copy|synchronous memory copy|non async copy",
     {{Role::subject, Subject::copy}, {Role::copy_calls, CopyCalls::synchronous}}},
    {"typical|usual|normal|typically|usually",
     {{Role::usual}}},
};
// clang-format on

}  // namespace

std::span<const LexiconRow> words_of_conditions() { return kConditions; }

}  // namespace nsys_ai::inline agent
