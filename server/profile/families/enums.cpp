// The file's own lists of enumerators, which override built-in copies.
#include <algorithm>
#include <array>
#include <charconv>

#include "profile/families/family_facts.h"
#include "profile/families/family_reader.h"

namespace nsys_ai {
namespace {

using List = Enums::List;

// `labels` is "number:label;...", as in files of 2026; old files have no lists, and later ones may add
// entries.
struct BuiltIn {
  List list;
  TableKind family;
  std::string_view labels;
};
constexpr std::array kBuiltIn = {
    BuiltIn{
        List::copy_kind, TableKind::enum_copy_kind,
        "0:Unknown;1:Host-to-Device;2:Device-to-Host;3:Host-to-Array;4:Array-to-Host;5:Array-to-Array;6:Array-to-Device;7:Device-to-Array;8:Device-to-Device;9:Host-to-Host;10:Peer-to-Peer;11:Unified Host-to-Device;12:Unified Device-to-Host;13:Unified Device-to-Device"},
    BuiltIn{List::diagnostic_severity, TableKind::enum_diagnostic_severity,
            "0:Unknown;1:Info;2:Warning;3:Error;4:Verbose"},
    BuiltIn{List::diagnostic_source, TableKind::enum_diagnostic_source,
            "0:Unknown source;1:Injection;2:Daemon;3:Analysis"},
    BuiltIn{
        List::event_class, TableKind::enum_event_class,
        "0:CUDA runtime;1:CUDA driver;13:CUDA EGL driver;27:OSRT runtime;28:cuDNN;29:cuBLAS;31:OSRT start;32:OSRT finish;67:CUDA backtrace;77:CUDA graph node creation;94:CUDA graph exec creation;95:CUDA graph creation;96:CUDA graph clone;102:CUDA JIT;103:CUDA overhead"},
    BuiltIn{List::launch_type, TableKind::enum_launch_type,
            "0:Unknown;1:Regular;2:Coop Single Device;3:Coop Multi Device"},
    BuiltIn{List::memory_event, TableKind::enum_memory_event, "0:Allocation;1:Deallocation"},
    BuiltIn{List::memory_kind, TableKind::enum_memory_kind,
            "0:Pageable;1:Pinned;2:Device;3:Array;4:Managed;5:Device Static;6:Managed Static;7:Unknown"},
    BuiltIn{List::memory_pool_event, TableKind::enum_memory_pool_event,
            "0:Invalid;1:Created;2:Destroyed;3:Trimmed"},
    BuiltIn{List::memory_pool_kind, TableKind::enum_memory_pool_kind, "0:Invalid;1:Local;2:Imported"},
    BuiltIn{List::migration_cause, TableKind::enum_migration_cause,
            "0:Unknown;1:User prefetch;2:Page fault;3:Speculative prefetch;4:Eviction;5:Access counters"},
    BuiltIn{
        List::overhead_type, TableKind::enum_overhead_type,
        "0:Undefined;1:Unknown;2:Driver JIT compiler (CUDA);3:Buffer flush (Profiler);4:Instrumentation (Profiler);5:Resource creation/destruction (Profiler);6:Runtime module loading (CUDA);7:Lazy function loading (CUDA);8:Command buffer full (CUDA)"},
    BuiltIn{List::page_fault_access, TableKind::enum_page_fault_access,
            "0:Unknown;1:Read;2:Write;3:Atomic;4:Prefetch"},
    BuiltIn{List::stream_flag, TableKind::enum_stream_flag,
            "0:Unknown stream type;1:Default stream;2:Non-blocking stream;3:Null stream"},
    BuiltIn{List::sync_kind, TableKind::enum_sync_kind,
            "0:Unknown;1:Event sync;2:Stream wait sync;3:Stream sync;4:Context sync"},
    BuiltIn{
        List::thread_block, TableKind::enum_thread_block,
        "0:NonBlocked;1:Unknown;2:SigSuspend;3:Stopped;4:Nanosleep;5:Intr;6:Mutex;7:CondVar;8:Sem;9:Join;10:SigWaitInfo;11:WaitCtx;12:Send;13:Receive;14:Reply;15:Stack;16:WaitThread;17:WaitPage;18:NetSend;19:NetReply"},
    BuiltIn{
        List::thread_state, TableKind::enum_thread_state,
        "0:Unknown;1:Running;2:Interruptible;3:Uninterruptible;4:Stopped;5:Terminated;6:Unscheduled;7:Waiting;8:OS runtime;9:Initialized;10:Transition"},
    BuiltIn{
        List::unwind_method, TableKind::enum_unwind_method,
        "0:Unknown;1:Frame pointer;2:Unwind table;3:LR frame pointer;4:LR unwind table;5:Kernel context;6:DWARF EH;7:DWARF DF;8:LBR"},
};

void add_built_in(Enums& enums, const BuiltIn& of) {
  std::string_view left = of.labels;
  while (!left.empty()) {
    const std::string_view entry = left.substr(0, left.find(';'));
    left.remove_prefix(std::min(entry.size() + 1, left.size()));
    const size_t colon = entry.find(':');
    int64_t number = 0;
    std::from_chars(entry.data(), entry.data() + colon, number);
    enums.labels[{of.list, number}] = enums.names.intern(entry.substr(colon + 1));
  }
}

}  // namespace

std::string_view Enums::label(List list, int64_t number) const {
  const auto found = labels.find({list, number});
  return found == labels.end() ? std::string_view() : text(found->second);
}

size_t Enums::bytes() const {
  return base_bytes() + labels.size() * (sizeof(*labels.begin()) + 4 * sizeof(void*));
}

Result<Enums> Enums::read(const FamilyReader& reader) {
  Enums enums;
  for (const BuiltIn& of : kBuiltIn) {
    add_built_in(enums, of);
    const auto read = reader.each_row(of.family, {"id", "name", "label"}, enums, [&](TableRow& row) {
      const auto number = row.integer(0);
      const auto label = row.text(2) ? row.text(2) : row.text(1);
      if (number && label) enums.labels[{of.list, *number}] = enums.names.intern(*label);
    });
    if (!read) return tl::unexpected(read.error());
  }
  return enums;
}

}  // namespace nsys_ai
