// Registers notifications that clients send only on request.
#include "features/session/registrations.h"

namespace nsys_ai {

std::vector<lsp::Registration> registrations(const Router& router, const lsp::ClientCapabilities& client) {
  std::vector<lsp::Registration> wanted;
  const auto& workspace = client.workspace;
  const bool settings = workspace && workspace->didChangeConfiguration &&
                        workspace->didChangeConfiguration->dynamicRegistration.value_or(false);
  if (settings && router.has<method::DidChangeConfiguration>())
    wanted.push_back({"nsys-ai-settings", std::string(method::DidChangeConfiguration::kMethod), {}});
  return wanted;
}

}  // namespace nsys_ai
