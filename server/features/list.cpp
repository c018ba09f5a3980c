// The features of the server, by name.
#include <array>

#include "features/feature.h"

namespace nsys_ai {

std::span<const Feature> features() {
  static constexpr std::array kFeatures = {
      Feature{"active_profile", attach_active_profile},
      Feature{"commands", attach_commands},
      Feature{"diagnostics", attach_diagnostics},
      Feature{"documents", attach_documents},
      Feature{"lifecycle", attach_lifecycle},
      Feature{"perfetto", attach_perfetto},
      Feature{"profiles", attach_profiles},
      Feature{"query", attach_query},
      Feature{"settings", attach_settings},
      Feature{"skills", attach_skills},
      Feature{"status", attach_status},
      Feature{"text_documents", attach_text_documents},
      Feature{"text_kinds", attach_text_kinds},
      Feature{"timeline", attach_timeline},
      Feature{"workspace_folders", attach_workspace_folders},
      Feature{"workspace_symbol", attach_workspace_symbol},
  };
  return kFeatures;
}

}  // namespace nsys_ai
