// Shows an address with a token in the user's browser.
#pragma once

#include <optional>
#include <string>

#include "base/interrupt.h"
#include "features/viewer/viewer_server.h"

namespace nsys_ai {

// A page that redirects to an address. All users of a machine can read the arguments of processes, and the
// address contains the token; the browser therefore opens this file, which only its owner can read. The
// destructor removes it.
class RedirectPage {
 public:
  explicit RedirectPage(const std::string& url);
  ~RedirectPage();
  RedirectPage(const RedirectPage&) = delete;
  RedirectPage& operator=(const RedirectPage&) = delete;

  // Returns whether it started a program that shows the page. Does not try without a display.
  bool follow() const;

 private:
  std::string path_;
  std::optional<ExitCleanup> cleanup_;
  bool written_ = false;
};

// Follows the redirect, and returns how a person sees the page: in a browser that shows it, or what to do.
std::string words_of_shown(const ViewerAddress& shown, const RedirectPage& redirect);

}  // namespace nsys_ai
