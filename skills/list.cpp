// The sorted list of built-in skills.
#include "skills/list.h"

namespace nsys_ai {

const Registry& built_in_skills() {
  static const Registry registry({
      memory_transfers(),
      schema_inspect(),
      top_kernels(),
  });
  return registry;
}

}  // namespace nsys_ai
