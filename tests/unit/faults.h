// Makes the system fail where a test says: the n-th allocation, thread, write, ... of the process.
//
// The program of a test that links faults.cpp has its own operator new and, in front of the system's, its own
// pthread_create, write, rename, ... These fail while a fault is set, and else pass everything on.
#pragma once

#include <cstdint>
#include <string_view>

namespace nsys_ai::test {

enum class Fault : uint8_t { allocation, thread, write, rename, read, sync };
inline constexpr Fault kFaults[] = {Fault::allocation, Fault::thread, Fault::write,
                                    Fault::rename,     Fault::read,   Fault::sync};
std::string_view name_of(Fault fault);

// The `at`-th from now on, counted from 1, fails; with `from_then_on` all that follow do, as on a disk that
// is full. 0 only counts.
struct FaultPlan {
  Fault fault = Fault::allocation;
  int64_t at = 0;
  bool from_then_on = false;
};
void set_fault(const FaultPlan& plan);
void clear_fault();
// How many there were since a fault was set.
int64_t fault_count();

}  // namespace nsys_ai::test
