// Counts and fails.
#include "faults.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

namespace nsys_ai::test {
namespace {

std::atomic<bool> set{false};
std::atomic<Fault> kind{Fault::allocation};
std::atomic<int64_t> count{0};
std::atomic<int64_t> fails_at{0};
std::atomic<bool> goes_on{false};

bool fails(Fault fault) {
  if (!set || kind != fault) return false;
  const int64_t number = ++count;
  const int64_t at = fails_at;
  return at > 0 && (number == at || (number > at && goes_on));
}

template <class Function>
Function* systems(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

void* allocated(size_t bytes, size_t alignment) {
  if (fails(Fault::allocation)) return nullptr;
  const size_t size = bytes == 0 ? 1 : bytes;
  return alignment == 0 ? std::malloc(size)
                        : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocated_or_thrown(size_t bytes, size_t alignment = 0) {
  if (void* made = allocated(bytes, alignment)) return made;
  throw std::bad_alloc();
}

}  // namespace

std::string_view name_of(Fault fault) {
  constexpr std::string_view kNames[] = {"allocation", "thread", "write", "rename", "read", "fsync"};
  return kNames[static_cast<size_t>(fault)];
}

void set_fault(const FaultPlan& plan) {
  set = false;
  kind = plan.fault;
  count = 0;
  fails_at = plan.at;
  goes_on = plan.from_then_on;
  set = true;
}

void clear_fault() { set = false; }
int64_t fault_count() { return count; }

}  // namespace nsys_ai::test

using nsys_ai::test::Fault;
using namespace nsys_ai::test;

void* operator new(size_t bytes) { return allocated_or_thrown(bytes); }
void* operator new[](size_t bytes) { return allocated_or_thrown(bytes); }
void* operator new(size_t bytes, std::align_val_t alignment) {
  return allocated_or_thrown(bytes, static_cast<size_t>(alignment));
}
void* operator new[](size_t bytes, std::align_val_t alignment) {
  return allocated_or_thrown(bytes, static_cast<size_t>(alignment));
}
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return allocated(bytes, 0); }
void* operator new[](size_t bytes, const std::nothrow_t&) noexcept { return allocated(bytes, 0); }
void operator delete(void* made) noexcept { std::free(made); }
void operator delete[](void* made) noexcept { std::free(made); }
void operator delete(void* made, size_t) noexcept { std::free(made); }
void operator delete[](void* made, size_t) noexcept { std::free(made); }
void operator delete(void* made, std::align_val_t) noexcept { std::free(made); }
void operator delete[](void* made, std::align_val_t) noexcept { std::free(made); }
void operator delete(void* made, size_t, std::align_val_t) noexcept { std::free(made); }
void operator delete[](void* made, size_t, std::align_val_t) noexcept { std::free(made); }

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* data) {
  static const auto system = systems<decltype(pthread_create)>("pthread_create");
  return fails(Fault::thread) ? EAGAIN : system(thread, attributes, run, data);
}

ssize_t write(int number, const void* bytes, size_t size) {
  static const auto system = systems<decltype(write)>("write");
  // What tells of a failure must reach the test.
  if (number > STDERR_FILENO && fails(Fault::write)) return errno = ENOSPC, -1;
  return system(number, bytes, size);
}

ssize_t pwrite(int number, const void* bytes, size_t size, off_t at) {
  static const auto system = systems<decltype(pwrite)>("pwrite");
  return fails(Fault::write) ? (errno = ENOSPC, -1) : system(number, bytes, size, at);
}

size_t fwrite(const void* bytes, size_t size, size_t many, FILE* file) {
  static const auto system = systems<decltype(fwrite)>("fwrite");
  if (file != stdout && file != stderr && fails(Fault::write)) return errno = ENOSPC, 0;
  return system(bytes, size, many, file);
}

int rename(const char* from, const char* to) {
  static const auto system = systems<decltype(rename)>("rename");
  return fails(Fault::rename) ? (errno = EIO, -1) : system(from, to);
}

ssize_t read(int number, void* into, size_t size) {
  static const auto system = systems<decltype(read)>("read");
  return fails(Fault::read) ? (errno = EIO, -1) : system(number, into, size);
}

ssize_t pread(int number, void* into, size_t size, off_t at) {
  static const auto system = systems<decltype(pread)>("pread");
  return fails(Fault::read) ? (errno = EIO, -1) : system(number, into, size, at);
}

ssize_t pread64(int number, void* into, size_t size, off64_t at) {
  static const auto system = systems<decltype(pread64)>("pread64");
  return fails(Fault::read) ? (errno = EIO, -1) : system(number, into, size, at);
}

int fsync(int number) {
  static const auto system = systems<decltype(fsync)>("fsync");
  return fails(Fault::sync) ? (errno = EIO, -1) : system(number);
}
}
