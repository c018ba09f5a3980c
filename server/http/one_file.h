// A page of a profile as one HTML file, with the answers that it needs instead of a server.
#pragma once

#include <map>
#include <string>

namespace nsys_ai {

// By the address that the page asks for, relative to its folder, as `kept_address` writes it.
using KeptAnswers = std::map<std::string, std::string>;

// "page.json?params&view=kernels": the parameters sorted by name, so that their order does not matter.
std::string kept_address(const std::string& name, const std::map<std::string, std::string>& params);

struct OneFile {
  std::string title;
  std::string command;  // what shows the profile itself, for what the file does not hold
  KeptAnswers answers;
  std::string
      begin;  // the view that is shown first, such as "view=timeline&start=NS&end=NS"; empty: the overview
};

// Answers, scripts and styles are compressed and decoded by the page. It loads nothing and sends nothing: its
// policy allows no connection.
std::string one_file_page(const OneFile& file);

}  // namespace nsys_ai
