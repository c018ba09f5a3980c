// Assembles the server.
#include "mcp/serve_mcp.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>

#include "base/quotation.h"
#include "knowledge/book.h"
#include "mcp/mcp_connection.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

Result<std::vector<fs::path>> canonical_folders(const std::vector<fs::path>& given) {
  std::vector<fs::path> folders;
  for (const fs::path& folder : given) {
    std::error_code error;
    fs::path place = fs::canonical(folder, error);
    if (error || !fs::is_directory(place, error))
      return fail(ErrorCode::bad_request, fmt::format("{} is no folder.", quotation(folder.string())),
                  "Name the folders below which profiles may be read.");
    folders.push_back(std::move(place));
  }
  return folders;
}

}  // namespace

Result<int> serve_mcp(const std::vector<fs::path>& folders, bool allows_commands) {
  auto places = canonical_folders(folders);
  if (!places) return tl::unexpected(places.error());
  // Writing to a disconnected client must fail instead of ending the process.
  std::signal(SIGPIPE, SIG_IGN);
  auto transport = Transport::stdio();
  if (!transport) return tl::unexpected(transport.error());
  AnswerCache answers;
  UserSkills skills(built_in_skills(), skill_folders(*places));
  Suppressions suppressed;
  suppressed.set_workspace(*places);
  read_user_pages(*places);
  OpenProfiles profiles(std::move(*places), answers);
  Tooling tooling{answers, profiles, skills, suppressed, allows_commands};
  McpConnection connection(std::move(*transport), tooling);
  return connection.run([] { std::_Exit(0); });
}

}  // namespace nsys_ai
