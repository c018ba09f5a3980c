// What is registered with which clients.
#include "features/session/registrations.h"

#include <gtest/gtest.h>

namespace nsys_ai::test {
namespace {

lsp::ClientCapabilities client_that_registers(std::optional<bool> settings) {
  lsp::ClientCapabilities client;
  client.workspace.emplace();
  client.workspace->didChangeConfiguration = lsp::DynamicClientCapabilities{settings};
  return client;
}

TEST(Registrations, AreForClientsThatLeaveItToTheServer) {
  Router router;
  EXPECT_TRUE(registrations(router, client_that_registers(true)).empty()) << "nobody would take the settings";
  router.notify<method::DidChangeConfiguration>([](const auto&, Call&) {});
  const auto wanted = registrations(router, client_that_registers(true));
  ASSERT_EQ(wanted.size(), 1U);
  EXPECT_EQ(wanted[0].method, "workspace/didChangeConfiguration");
  EXPECT_TRUE(registrations(router, client_that_registers(false)).empty());
  EXPECT_TRUE(registrations(router, client_that_registers({})).empty());
  EXPECT_TRUE(registrations(router, {}).empty());
}

}  // namespace
}  // namespace nsys_ai::test
