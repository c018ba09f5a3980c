// A user to whom files can be closed, also where tests run as root.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

namespace nsys_ai::test {

constexpr uid_t kNobody = 65534;

// For as long as it lives, all threads of this program have the rights of a user who is not root. A folder
// that is to be entered meanwhile must be open to others.
class Unprivileged {
 public:
  Unprivileged() : before_(::geteuid()) {
    if (before_ == 0 && ::seteuid(kNobody) != 0)
      throw std::runtime_error("root cannot become another user here");
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;
  ~Unprivileged() {
    if (before_ == 0 && ::seteuid(0) != 0) std::abort();
  }

 private:
  const uid_t before_;
};

}  // namespace nsys_ai::test
