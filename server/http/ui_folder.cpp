// Finds the files of a Perfetto UI and reads them while they are sent.
#include "http/ui_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <utility>

#include "base/gzip.h"
#include "http/fingerprint.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

// More files than any UI has, and larger than any of its files.
constexpr size_t kMostFiles = 10'000;
constexpr uintmax_t kLargestKept = uintmax_t{64} << 20;

// The permissions that the UI needs: it compiles WebAssembly, draws with generated styles, and uses workers.
// It may connect only to this server, so that no byte of a trace can leave.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

std::string_view content_type_of(const fs::path& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kTypes = {{
      {".css", "text/css; charset=utf-8"},
      {".html", "text/html; charset=utf-8"},
      {".ico", "image/x-icon"},
      {".jpg", "image/jpeg"},
      {".js", "text/javascript; charset=utf-8"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".png", "image/png"},
      {".sql", "text/plain; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".ttf", "font/ttf"},
      {".txt", "text/plain; charset=utf-8"},
      {".wasm", "application/wasm"},
      {".woff2", "font/woff2"},
  }};
  const std::string ending = file.extension().string();
  for (const auto& [known, type] : kTypes) {
    if (ending == known) return type;
  }
  return "application/octet-stream";
}

// Whether a path consists of names in plain characters, separated by single slashes, none with a leading dot.
bool is_plain(std::string_view name) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+@/";
  return name.find_first_not_of(kPlain) == std::string_view::npos && !name.starts_with('/') &&
         !name.starts_with('.') && name.find("//") == std::string_view::npos &&
         name.find("/.") == std::string_view::npos;
}

// The canonical path of a file inside the folder; empty if there is none.
fs::path file_in(const fs::path& folder, std::string_view name) {
  if (!is_plain(name)) return {};
  std::error_code error;
  fs::path file = fs::canonical(folder / (name.empty() ? "index.html" : name), error);
  if (error || !fs::is_regular_file(file, error)) return {};
  const auto [of_folder, of_file] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return of_folder == folder.end() ? file : fs::path();
}

BodyProducer bytes_of(const fs::path& file) {
  return [file](const BodySink& sink) -> Result<void> {
    std::ifstream from(file, std::ios::binary);
    std::array<char, size_t{64} << 10> piece;
    while (from.read(piece.data(), piece.size()) || from.gcount() > 0)
      if (!sink({piece.data(), static_cast<size_t>(from.gcount())}))
        return fail(ErrorCode::cancelled, "Nobody listens.");
    if (!from.eof()) return fail(ErrorCode::cannot_do, "A file of the Perfetto UI cannot be read.");
    return {};
  };
}

}  // namespace

Result<fs::path> ui_folder(const fs::path& named) {
  std::error_code error;
  fs::path folder = fs::canonical(named, error);
  if (error || file_in(folder, "").empty())
    return fail(ErrorCode::cannot_do, named.string() + " holds no Perfetto UI: it has no index.html.",
                "Give the folder of a built or unpacked UI, such as ui/out/dist of Perfetto's sources.");
  return folder;
}

struct UiFolder::Zipped {
  std::string version;
  std::once_flag once;
  std::string bytes;  // empty if the file cannot be read
};

std::string UiFolder::version() const {
  std::map<std::string, std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    if (files.size() == kMostFiles) break;
    std::error_code gone;
    if (!at->is_regular_file(gone)) continue;
    files[at->path().string()] =
        fmt::format("{} {}", at->file_size(gone), at->last_write_time(gone).time_since_epoch().count());
  }
  Fingerprint print;
  for (const auto& [name, stamp] : files) {
    print.add(name);
    print.add(stamp);
  }
  return print.text();
}

Response UiFolder::file(std::string_view version, std::string_view name, const Request& request) {
  const std::string now = this->version();
  if (version != now) return refuse(Refusal{404, "The Perfetto UI has changed: load the page again."});
  // An installed service worker would stay in the browser after this server has ended.
  const fs::path file = request.header("service-worker") ? fs::path() : file_in(folder_, name);
  if (file.empty()) return refuse(Refusal{404, "The Perfetto UI has no such file."});
  std::error_code error;
  const bool zips = request.accepts_gzip() && fs::file_size(file, error) <= kLargestKept;
  Response response;
  if (zips) {
    response = zipped(file, now);
  } else {
    response.body = BodyStream{bytes_of(file), std::nullopt, {}};
  }
  cache_forever(response);
  response.headers.push_back({"Content-Type", std::string(content_type_of(file))});
  response.headers.push_back({"Content-Security-Policy", std::string(kPolicy)});
  response.headers.push_back({"X-Frame-Options", "SAMEORIGIN"});
  return response;
}

Response UiFolder::zipped(const fs::path& file, const std::string& version) {
  std::shared_ptr<Zipped> kept;
  {
    const std::lock_guard lock(lock_);
    auto& known = zipped_[file.string()];
    if (!known || known->version != version) {
      known = std::make_shared<Zipped>();
      known->version = version;
    }
    kept = known;
  }
  // Only concurrent requests for the same file wait.
  std::call_once(kept->once, [&] {
    Gzip gzip(
        [&](std::string_view piece) {
          kept->bytes += piece;
          return true;
        },
        GzipFor::keeping);
    const auto read = bytes_of(file)([&](std::string_view piece) { return gzip.write(piece); });
    if (!read || !gzip.finish()) kept->bytes.clear();
  });
  Response response;
  if (!kept->bytes.empty()) {
    set_precompressed_body(response, {kept, &kept->bytes});
  } else {
    response.body = BodyStream{bytes_of(file), std::nullopt, {}};
  }
  return response;
}

}  // namespace nsys_ai
