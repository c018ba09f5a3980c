// Applies new settings during a session.
#include "features/session/settings.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "features/documents/refresh.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/sources/source_cache.h"
#include "features/workspace/current_settings.h"
#include "rpc/client.h"

namespace nsys_ai {

void attach_settings(Router& router, Session& session) {
  router.notify<method::DidChangeConfiguration>([&session](const lsp::DidChangeConfigurationParams& params,
                                                           Call&) {
    // Editors also send settings of other programs.
    if (!params.settings.find("nsysAi") && !params.settings.find("pathMap") && !params.settings.find("ai"))
      return;
    auto settings = read_settings(params.settings);
    if (!settings) return report_wrong_settings(session.client, settings.error());
    session.settings.set(std::move(*settings));
    session.sources.forget_all();
    refresh_sources(session);
  });
}

void report_wrong_settings(Client& client, const Error& error) {
  client.notify<method::ShowMessage>(
      {lsp::MessageType::warning,
       fmt::format("{}. The settings of nsys-ai stay as they were.", one_line(error.message))});
}

}  // namespace nsys_ai
