// Names what distinguishes processes of one pid.
#include "analysis/host/process_words.h"

#include <fmt/format.h>

#include "profile/identity.h"

namespace nsys_ai {

std::string process_words(const Profile& profile, ProcessIx process) {
  const auto pid = profile.pid_of(process);
  if (!pid) return "";
  const int64_t key = profile.processes()[process].key;
  bool is_on_other_host = false, is_in_other_vm = false;
  for (const Process& other : profile.processes()) {
    if (!other.known || other.pid != *pid || other.key == key) continue;
    const bool same_hardware = hardware_of_key(other.key) == hardware_of_key(key);
    (same_hardware ? is_in_other_vm : is_on_other_host) = true;
  }
  std::string words = fmt::format("process {}", *pid);
  if (is_in_other_vm) words += fmt::format(" in VM {}", host_of_key(key) & 0xFF);
  if (is_on_other_host) words += fmt::format(" on host {}", hardware_of_key(key));
  return words;
}

}  // namespace nsys_ai
