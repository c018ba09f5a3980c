// A Perfetto UI from a folder of this machine: its files and nothing else.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/unit/http_case.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;
using test::Reply;

class UiFolder : public Http {
 protected:
  UiFolder() {
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
  ~UiFolder() override { fs::remove_all(place_); }

  void write(const std::string& name, const std::string& text) {
    fs::create_directories((place_ / name).parent_path());
    std::ofstream(place_ / name, std::ios::binary) << text;
  }

  fs::path place_;
  std::string path_;
};

TEST_F(UiFolder, IsServedBesideTheTraceWithTheTypesOfItsFiles) {
  const Reply page = get(path_ + "/ui/");
  EXPECT_EQ(page.body, "<script src=v1/frontend_bundle.js></script>");
  EXPECT_EQ(page.header("Content-Type"), "text/html; charset=utf-8");
  const Reply wasm = get(path_ + "/ui/v1/trace_processor.wasm");
  EXPECT_EQ(wasm.body, std::string("\0asm", 4));
  EXPECT_EQ(wasm.header("Content-Type"), "application/wasm");
  EXPECT_EQ(get(path_ + "/ui/index.html").status, 200);
  EXPECT_EQ(get(path_ + "/ui/v1/frontend_bundle.js").header("Content-Type"),
            "text/javascript; charset=utf-8");
  EXPECT_EQ(get(path_ + "/ui/v1/perfetto.css").header("Content-Type"), "text/css; charset=utf-8");
  EXPECT_EQ(get(path_ + "/ui/v1/assets/Roboto.woff2").header("Content-Type"), "font/woff2");
  EXPECT_EQ(get(path_ + "/ui/within.css").body, "a{}") << "a link that stays inside";
  EXPECT_EQ(get(path_ + "/ui/", "Accept-Encoding: gzip\r\n").header("Content-Encoding"), "gzip");
  EXPECT_EQ(request("HEAD", path_ + "/ui/", "Host: localhost\r\n").status, 200);
}

TEST_F(UiFolder, GivesNothingThatLiesOutsideOrIsHidden) {
  for (const char* name :
       {"/ui/../secret.txt", "/ui/%2e%2e/secret.txt", "/ui/..%2fsecret.txt", "/ui/v1/../../secret.txt",
        "/ui//etc/passwd", "/ui/v1//perfetto.css", "/ui/out.js", "/ui/beside/index.html", "/ui/.git/config",
        "/ui/v1/.hidden.js", "/ui/v1", "/ui/v1/", "/ui/none.js", "/ui", "/ui/..", "/ui/.",
        "/ui/v1\\perfetto.css", "/ui/../ui-2/index.html", "/ui/v1/perfetto.css%00.js"}) {
    const Reply reply = get(path_ + name);
    EXPECT_EQ(reply.status, 404) << name;
    EXPECT_EQ(reply.body.find("secret"), std::string::npos) << name;
  }
}

TEST_F(UiFolder, IsFramedByOurPageAloneAndSpeaksToNobodyElse) {
  const Reply page = get(path_ + "/ui/");
  const std::string policy = page.header("Content-Security-Policy");
  EXPECT_NE(policy.find("connect-src 'self' data: blob:;"), std::string::npos);
  EXPECT_NE(policy.find("frame-ancestors 'self'"), std::string::npos);
  EXPECT_EQ(policy.find("http"), std::string::npos);
  EXPECT_EQ(page.header("X-Frame-Options"), "SAMEORIGIN");
  EXPECT_EQ(page.header("X-Content-Type-Options"), "nosniff");
  EXPECT_NE(get(path_).header("Content-Security-Policy").find("frame-src 'self'"), std::string::npos);
  EXPECT_NE(get(path_).body.find("\"perfettoUrl\":\"ui/\""), std::string::npos);
  EXPECT_EQ(get(path_ + "/ui/v1/frontend_bundle.js", "Service-Worker: script\r\n").status, 404);
  const std::string cross =
      "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n";
  EXPECT_EQ(get(path_ + "/ui/", cross).status, 403);
  EXPECT_EQ(get("/open/00000000000000000000000000000000/ui/").status, 403);
}

TEST_F(UiFolder, IsRefusedWhereItIsNone) {
  LoopbackServer::Options options;
  options.perfetto_dir = place_ / "ui/v1";
  const auto started = LoopbackServer::start(options);
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().message,
            (place_ / "ui/v1").string() + " holds no Perfetto UI: it has no index.html.");
  options.perfetto_dir = place_ / "none";
  EXPECT_FALSE(LoopbackServer::start(options));
  start({});
  EXPECT_EQ(get(LoopbackServer::open_path(server_->add(trace_of("x"))) + "/ui/").status, 404);
}

}  // namespace
}  // namespace nsys_ai
