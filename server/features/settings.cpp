// Takes new settings while the session goes on.
#include "features/settings.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "features/current_settings.h"
#include "features/feature.h"
#include "features/refresh.h"
#include "features/session.h"
#include "features/source_memo.h"
#include "rpc/client.h"

namespace nsys_ai {

void attach_settings(Router& router, Session& session) {
  router.notify<method::DidChangeConfiguration>(
      [&session](const lsp::DidChangeConfigurationParams& params, Call&) {
        // Editors also tell of settings that are not ours.
        if (!params.settings.find("nsysAi") && !params.settings.find("pathMap")) return;
        auto settings = read_settings(params.settings);
        if (!settings) return tell_wrong_settings(session.client, settings.error());
        session.settings.set(std::move(*settings));
        session.sources.forget_all();
        refresh_sources(session);
      });
}

void tell_wrong_settings(Client& client, const Error& error) {
  client.notify<method::ShowMessage>(
      {lsp::MessageType::warning,
       fmt::format("{}. The settings of nsys-ai stay as they were.", one_line(error.message))});
}

}  // namespace nsys_ai
