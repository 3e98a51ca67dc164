// What the thread sanitizer cannot see: who waits for a Swift Mutex takes it inside of the library that brings it, by an exchange that
// the sanitizer was not built into or by a futex with priority inheritance, which it does not know. Preloaded, this tells it of both, so
// that no suppression has to hide what is ours.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>

// In programs without the sanitizer there are none.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// Synchronization._MutexHandle._lockSlow(UInt32): what a lock does that another thread holds. The mutex is its Swift context.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"

typedef __attribute__((swiftcall)) void lock_function(uint32_t thread, __attribute__((swift_context)) void *mutex);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) __asm__(LOCK_SLOW);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
  static lock_function *next;
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, LOCK_SLOW);
  next(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

// The way out of a mutex that others wait for, and every lock of libdispatch, lead through here.
long syscall(long number, long first, long second, long third, long fourth, long fifth, long sixth) {
  static long (*next)(long, long, long, long, long, long, long);
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "syscall");
  long operation = number == SYS_futex ? second & FUTEX_CMD_MASK : -1;
  if (operation == FUTEX_UNLOCK_PI && __tsan_release) __tsan_release((void *)first);
  long result = next(number, first, second, third, fourth, fifth, sixth);
  int locked = operation == FUTEX_LOCK_PI || operation == FUTEX_TRYLOCK_PI || operation == FUTEX_LOCK_PI2;
  if (locked && result == 0 && __tsan_acquire) __tsan_acquire((void *)first);
  return result;
}
