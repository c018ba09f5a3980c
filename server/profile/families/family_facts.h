// Facts about a capture that some analyses need: contexts and streams, the options of the profiler, names of
// enumerators.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "profile/families/lazy_family.h"

namespace nsys_ai {

class FamilyReader;

struct CudaContext {
  int64_t process_key = 0;
  int64_t context = 0;
  int64_t device = 0;        // the process's number for it
  int64_t null_stream = -1;  // the id of its default stream
  int64_t parent = 0;        // parent of a green context; 0 for none
  bool is_green = false;
  int64_t sm_count = 0;  // of a green context; 0 where the file does not say
};

// A stream at its creation. `flag` is 1 default, 2 non-blocking, 3 null, 0 unknown.
struct CudaStream {
  int64_t process_key = 0;
  int64_t context = 0;
  int64_t stream = 0;
  int32_t priority = 0;  // smaller values have priority
  uint8_t flag = 0;
};

// A stream whose kernels run in a green context.
struct GreenStream {
  int64_t process_key = 0;
  int64_t context = 0;
  int64_t stream = 0;
  int64_t green_context = 0;
};

struct CudaObjects : LazyFamily {
  std::vector<CudaContext> contexts;
  std::vector<CudaStream> streams;
  std::vector<GreenStream> green_streams;

  // Null when the file does not say.
  const CudaContext* context(int64_t process_key, int64_t context) const;
  const CudaStream* stream(int64_t process_key, int64_t context, int64_t stream) const;
  // The green context in which a stream's work runs; null where it has that of the whole device.
  const CudaContext* green_context(int64_t process_key, int64_t context, int64_t stream) const;
  size_t bytes() const;
  static Result<CudaObjects> read(const FamilyReader& reader);
};

// The options of the profiler during the capture, by their names in the file. The table also contains entire
// environments and command lines; only options on a list are read.
struct CaptureOptions : LazyFamily {
  std::vector<std::pair<NameId, NameId>> options;  // name and value, in file order

  // The first value of an option; empty when the file does not say.
  std::optional<std::string_view> value(std::string_view name) const;
  size_t bytes() const;
  static Result<CaptureOptions> read(const FamilyReader& reader);
};

// The names of an export's enumerators, from the file's own lists, or from those of later files where it has
// none.
struct Enums : LazyFamily {
  enum class List : uint8_t {
    copy_kind,
    diagnostic_severity,
    diagnostic_source,
    event_class,
    launch_type,
    memory_event,
    memory_kind,
    memory_pool_event,
    memory_pool_kind,
    migration_cause,
    overhead_type,
    page_fault_access,
    stream_flag,
    sync_kind,
    thread_block,
    thread_state,
    unwind_method
  };
  std::map<std::pair<List, int64_t>, NameId> labels;

  // Empty when the number has no name.
  std::string_view label(List list, int64_t number) const;
  size_t bytes() const;
  static Result<Enums> read(const FamilyReader& reader);
};

}  // namespace nsys_ai
