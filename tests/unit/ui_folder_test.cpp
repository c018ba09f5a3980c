// What is no secret and may be kept by browsers: a Perfetto UI from a folder of this machine, its files and
// nothing else, and our own scripts.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "http/scripts.h"
#include "tests/unit/http_case.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;
using test::Reply;

class ServedUi : public Http {
 protected:
  ServedUi() {
    std::string name = testing::TempDir() + "ui-XXXXXX";
    place_ = mkdtemp(name.data());
    write("secret.txt", "secret");
    write("ui-2/index.html", "of another folder");
    write("ui/index.html", "<script src=v1/frontend_bundle.js></script>");
    write("ui/v1/frontend_bundle.js", "main()");
    write("ui/v1/trace_processor.wasm", std::string("\0asm", 4));
    write("ui/v1/perfetto.css", "a{}");
    write("ui/v1/assets/Roboto.woff2", "font");
    write("ui/.git/config", "secret");
    write("ui/v1/.hidden.js", "secret");
    fs::create_symlink(place_ / "secret.txt", place_ / "ui/out.js");
    fs::create_symlink(place_ / "ui-2", place_ / "ui/beside");
    fs::create_symlink(place_ / "ui/v1/perfetto.css", place_ / "ui/within.css");
    LoopbackServer::Options options;
    options.perfetto_dir = place_ / "ui";
    start(options);
    path_ = LoopbackServer::open_path(server_->add(trace_of("x")));
  }
  ~ServedUi() override { fs::remove_all(place_); }

  // Where the page says that the UI lies.
  std::string ui() {
    const std::string page = get(path_).body;
    const std::string before = "\"perfettoUrl\":\"../..";
    const size_t from = page.find(before) + before.size();
    return page.substr(from, page.find("/\"", from) - from);
  }

  void write(const std::string& name, const std::string& text) {
    fs::create_directories((place_ / name).parent_path());
    std::ofstream(place_ / name, std::ios::binary) << text;
  }

  fs::path place_;
  std::string path_;
};

TEST_F(ServedUi, IsServedBesideTheTraceWithTheTypesOfItsFiles) {
  const Reply page = get(ui() + "/");
  EXPECT_EQ(page.body, "<script src=v1/frontend_bundle.js></script>");
  EXPECT_EQ(page.header("Content-Type"), "text/html; charset=utf-8");
  const Reply wasm = get(ui() + "/v1/trace_processor.wasm");
  EXPECT_EQ(wasm.body, std::string("\0asm", 4));
  EXPECT_EQ(wasm.header("Content-Type"), "application/wasm");
  EXPECT_EQ(get(ui() + "/index.html").status, 200);
  EXPECT_EQ(get(ui() + "/v1/frontend_bundle.js").header("Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(get(ui() + "/v1/perfetto.css").header("Content-Type"), "text/css; charset=utf-8");
  EXPECT_EQ(get(ui() + "/v1/assets/Roboto.woff2").header("Content-Type"), "font/woff2");
  EXPECT_EQ(get(ui() + "/within.css").body, "a{}") << "a link that stays inside";
  EXPECT_EQ(get(ui() + "/", "Accept-Encoding: gzip\r\n").header("Content-Encoding"), "gzip");
  EXPECT_EQ(request("HEAD", ui() + "/", "Host: localhost\r\n").status, 200);
}

TEST_F(ServedUi, GivesNothingThatLiesOutsideOrIsHidden) {
  for (const char* name :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/v1/../../secret.txt", "//etc/passwd",
        "/v1//perfetto.css", "/out.js", "/beside/index.html", "/.git/config", "/v1/.hidden.js", "/v1", "/v1/",
        "/none.js", "/..", "/.", "/v1\\perfetto.css", "/../ui-2/index.html", "/v1/perfetto.css%00.js"}) {
    const Reply reply = get(ui() + name);
    EXPECT_EQ(reply.status, 404) << name;
    EXPECT_EQ(reply.body.find("secret"), std::string::npos) << name;
  }
}

TEST_F(ServedUi, IsFramedByOurPageAloneAndSpeaksToNobodyElse) {
  const Reply page = get(ui() + "/");
  const std::string policy = page.header("Content-Security-Policy");
  EXPECT_NE(policy.find("connect-src 'self' data: blob:;"), std::string::npos);
  EXPECT_NE(policy.find("frame-ancestors 'self'"), std::string::npos);
  EXPECT_EQ(policy.find("http"), std::string::npos);
  EXPECT_EQ(page.header("X-Frame-Options"), "SAMEORIGIN");
  EXPECT_EQ(page.header("X-Content-Type-Options"), "nosniff");
  EXPECT_NE(get(path_).header("Content-Security-Policy").find("frame-src 'self'"), std::string::npos);
  EXPECT_EQ(get(ui() + "/v1/frontend_bundle.js", "Service-Worker: script\r\n").status, 404);
  const std::string cross =
      "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n";
  EXPECT_EQ(get(ui() + "/", cross).status, 403);
}

TEST_F(ServedUi, StandsUnderNamesThatMayBeKeptForEver) {
  const std::string before = ui();
  EXPECT_TRUE(before.starts_with("/ui/")) << before;
  EXPECT_EQ(ui(), before);
  const std::string kept = "private, max-age=31536000, immutable";
  const Reply plain = get(before + "/v1/perfetto.css");
  EXPECT_EQ(plain.header("Cache-Control"), kept);
  const Reply zipped = get(before + "/v1/perfetto.css", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(zipped.header("Cache-Control"), kept);
  EXPECT_EQ(zipped.header("Content-Encoding"), "gzip");
  EXPECT_EQ(zipped.header("Content-Length"), std::to_string(zipped.body.size()));
  EXPECT_EQ(get(before + "/v1/perfetto.css", "Accept-Encoding: gzip\r\n").body, zipped.body);
  EXPECT_EQ(get(path_).header("Cache-Control"), "no-store");
  EXPECT_EQ(get(before + "/none.js").header("Cache-Control"), "no-store");
  write("ui/v1/perfetto.css", "a{color:red}");
  EXPECT_NE(ui(), before);
  EXPECT_EQ(get(before + "/v1/perfetto.css").status, 404);
  EXPECT_EQ(get(ui() + "/v1/perfetto.css").body, "a{color:red}");
}

using ServedScripts = Http;

// A page works with nothing but what its scripts and styles hold.
TEST_F(ServedScripts, HoldAllThatTheyImportUnderNamesThatMayBeKeptForEver) {
  const std::string files = "/files/" + scripts_version() + "/";
  for (const std::string name : {"launcher.js", "timeline.js", "timeline_around.js", "view.js"}) {
    const Reply script = get(files + name);
    EXPECT_EQ(script.header("Content-Type"), "text/javascript; charset=utf-8");
    EXPECT_EQ(script.header("Cache-Control"), "private, max-age=31536000, immutable");
    EXPECT_EQ(script.body.find("\nimport "), std::string::npos) << name;
    EXPECT_EQ(script.body.find("\nexport "), std::string::npos) << name;
  }
  const std::string view = get(files + "view.js").body;
  EXPECT_LT(view.find("function renderPage"), view.find("class ViewPane")) << "what is needed stands first";
  const Reply zipped = get(files + "page.css", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(zipped.header("Content-Encoding"), "gzip");
  EXPECT_EQ(zipped.header("Content-Length"), std::to_string(zipped.body.size()));
  EXPECT_EQ(get(files + "launcher.html").status, 404);
  EXPECT_EQ(get(files + "../launcher.js").status, 404);
  EXPECT_EQ(get("/files/0000000000000000/launcher.js").status, 404);
  EXPECT_EQ(get(files + "view.js", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: script\r\n").status, 403);
}

TEST_F(ServedUi, IsRefusedWhereItIsNone) {
  LoopbackServer::Options options;
  options.perfetto_dir = place_ / "ui/v1";
  const auto started = LoopbackServer::start(options);
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().message,
            (place_ / "ui/v1").string() + " holds no Perfetto UI: it has no index.html.");
  options.perfetto_dir = place_ / "none";
  EXPECT_FALSE(LoopbackServer::start(options));
  start({});
  EXPECT_EQ(get("/ui/0000000000000000/").status, 403);
}

}  // namespace
}  // namespace nsys_ai
