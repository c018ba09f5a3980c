// Chooses the profile and opens it with progress that the server starts.
#include "features/session/first_profile.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "base/text_table.h"
#include "features/documents/document_access.h"
#include "features/session.h"
#include "features/workspace/current_settings.h"
#include "features/workspace/workspace.h"
#include "rpc/client.h"
#include "rpc/connection.h"
#include "rpc/progress.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestPath = 4096;

// A file in the workspace may be untrusted. It may name only an export, because opening a report would run
// `nsys`.
std::optional<fs::path> named_in(const fs::path& folder) {
  const fs::path file = folder / ".nsys-ai" / "profile";
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;  // reading a pipe would block
  std::ifstream in(file);
  std::string line(kLongestPath, '\0');
  in.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<size_t>(in.gcount()));
  line.resize(std::min(line.find_first_of("\r\n"), line.size()));
  if (!line.ends_with(".sqlite") || line.find('\0') != std::string::npos) return std::nullopt;
  return folder / line;
}

std::optional<fs::path> first_profile(const Session& session) {
  const auto settings = session.settings.now();
  if (settings->profile) return *settings->profile;
  for (const fs::path& folder : session.workspace.folders())
    if (auto profile = named_in(folder)) return profile;
  return std::nullopt;
}

void open(Session& session, const fs::path& path, const CancelToken& cancel) {
  const auto progress =
      std::make_shared<ProgressReport>(session.client, std::nullopt, method::OpenProfile::kTitle);
  progress->begin();
  const auto opened = open_profile(session, path, {cancel, [progress](double done, const std::string& what) {
                                                     progress->report(done, what);
                                                   }});
  progress->end();
  if (opened) return;
  session.client.notify<method::ShowMessage>(
      {lsp::MessageType::warning, one_line(opened.error().message + " " + opened.error().hint)});
}

}  // namespace

void open_first_profile(Session& session) {
  session.connection.post(Lane::bulk, [&session](Call& call) {
    if (const auto path = first_profile(session)) open(session, *path, call.cancel());
  });
}

}  // namespace nsys_ai
