// Reads the statements of a sketch, one line after the other, into a Sketch.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sketch_model.h"
#include "sketch_text.h"

namespace nsys_ai::sketch {

// The `[key=value word …]` of an item, with the defaults of its line and of its kernel's alias after it.
class Attributes {
 public:
  void add(const Token& list);
  void add_defaults(const Attributes& defaults);
  std::optional<std::string> take(const std::string& key);
  bool take_word(const std::string& word) { return take(word).has_value(); }
  std::optional<std::string> take_size();  // the first word that begins with a digit
  std::optional<std::string> left_over() const;

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

// `NAME START..END [attributes]`
struct Item {
  std::string name;
  bool quoted = false;
  Interval span;
  Attributes attributes;
};

class Parser {
 public:
  Sketch parse(const std::string& text);

 private:
  struct Alias {
    std::string demangled, short_name, mangled;
    Attributes attributes;
  };
  struct GraphLaunch {
    std::optional<int64_t> correlation;
    int64_t nodes = 0;
  };
  struct LaunchDefault {
    bool none = false;
    int64_t lead = 10'000, duration = 5'000;
  };
  using Statement = void (Parser::*)();
  static const std::map<std::string_view, Statement>& statements();

  // Words of the line.
  [[noreturn]] void wrong(const std::string& what) const { fail(line_->number, what); }
  bool at_end() const { return at_ == tokens_.size(); }
  const Token* peek() const { return at_end() ? nullptr : &tokens_[at_]; }
  const Token& next(const std::string& what);
  bool next_is(const std::string& word);
  void expect(const std::string& word);
  int64_t next_integer(const std::string& what);
  int64_t next_time(const std::string& what);
  Attributes optional_list();
  Attributes rest_as_attributes();
  Item next_item(const Attributes& defaults);
  void finish(const Attributes& attributes) const;
  int64_t integer(const std::string& text, const std::string& what) const;
  int64_t time(const std::string& text, const std::string& what) const;
  int64_t end_of(const Item& item) const;
  void set_integer(Attributes& attributes, const char* key, int64_t& out) const;

  // Statements about the machine and the file (sketch_parse.cpp).
  void version();
  void process();
  void thread();
  void device();
  void cuda_device();
  void kernel_alias();
  void session_start();
  void duration();
  void launches();
  void backtraces();
  void string();
  void meta();
  void without();
  void empty();
  void without_column();
  void sql();
  void loose();

  // Statements about the host (sketch_host.cpp).
  void api();
  void nvtx();
  void osrt();
  void overhead();
  void host_events(bool is_overhead);
  void nvtx_category();
  void nvtx_item(int64_t type, int64_t tid, int64_t domain, Item item);
  void nvtx_blob(NvtxEvent& event, Attributes& attributes) const;
  void nvtx_payload(NvtxEvent& event, Attributes& attributes) const;
  int64_t domain_id(const std::string& name, int64_t tid, int64_t when);
  std::optional<Synchronization> synchronization(const std::string& api, Attributes& attributes) const;

  // Statements about call chains, samples and payloads (sketch_extras.cpp).
  void chain();
  void sample();
  void schema();

  // Statements about devices (sketch_operations.cpp).
  void gpu();
  void graph();
  Operation kernel(Item& item);
  Operation copy(Item& item);
  Operation memory_set(Item& item);
  void launch(Operation& operation, Attributes& attributes, std::string api);
  bool launch_by_graph(Operation& operation, Attributes& attributes);
  void take_call_attributes(Call& call, Attributes& attributes);

  size_t current_process();
  int64_t tid(int64_t thread_number);
  int64_t optional_thread();
  int64_t next_correlation();

  Sketch sketch_;
  std::optional<size_t> process_;
  std::map<std::string, Alias> aliases_;
  std::map<std::pair<size_t, int64_t>, GraphLaunch> graphs_;
  std::map<std::pair<size_t, std::string>, int64_t> domains_;
  std::map<size_t, int64_t> start_end_ranges_;
  LaunchDefault launches_;
  bool backtraces_ = false;
  const Line* line_ = nullptr;
  std::vector<Token> tokens_;
  size_t at_ = 0;
};

// The name as exports spell it: cudaLaunchKernel is cudaLaunchKernel_v7000. Unknown names stay as they are.
std::string exported_api_name(const std::string& name);

// `_v7000` and `_ptsz_v7000` taken off, as the backtrace rows spell it.
std::string plain_api_name(const std::string& name);

}  // namespace nsys_ai::sketch
