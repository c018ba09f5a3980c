// An agent: a real `nsys-ai mcp` spoken to a line at a time, over a folder of sketches.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json.h"
#include "tests/rpc/server_process.h"

namespace nsys_ai::test {

// Used by one thread.
class Agent {
 public:
  // Serves what lies in `folder`.
  Agent(const std::string& folder, const std::string& log, std::vector<std::string> options = {});

  ServerProcess& process() { return process_; }
  // The next line as JSON; nothing at the end.
  std::optional<Json> line();
  // What is answered to a request of the second era with these parameters, given as the text of an object.
  Json ask(std::string_view method, std::string_view params = "{}");
  // The same without `_meta`, as the first era has it.
  Json ask_plainly(std::string_view method, std::string_view params = "{}");
  // A call of a tool: its result.
  Json call(std::string_view tool, std::string_view arguments);
  // Without an id.
  void notify(std::string_view method, std::string_view params);
  // Sends a request of the second era and does not wait; its id.
  int64_t begin(std::string_view method, std::string_view params);

 private:
  int64_t last_id_ = 0;
  ServerProcess process_;
};

// The text of a tool's answer.
std::string text_of_result(const Json& result);
bool is_error(const Json& result);

// A folder with the profiles of a test, and an agent that may read below `given`.
class WithAgent : public testing::Test {
 protected:
  WithAgent();
  ~WithAgent() override;
  void sketch(const std::string& name, const std::string& text) const;
  Agent& agent();
  // Opens `given/NAME`; its handle.
  std::string open(const std::string& name);
  // Calls a tool about the profile that was opened last; `further` begins with a comma or is empty.
  Json call(std::string_view tool, std::string_view further = "");

  std::filesystem::path folder_;
  std::filesystem::path given_;  // below it
  std::string handle_;

 private:
  std::optional<Agent> agent_;
};

}  // namespace nsys_ai::test
