// Reports locks that the thread sanitizer cannot see. A waiter for a Swift Mutex acquires it inside the Synchronization library,
// by an exchange that is not instrumented or by a priority-inheriting futex, which the sanitizer does not know. This library is
// preloaded and reports both, so that no suppression hides races in this project's code.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>

// Missing in programs without the sanitizer.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// Synchronization._MutexHandle._lockSlow(UInt32): the slow path of a contended lock. The mutex is its Swift context.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"

typedef __attribute__((swiftcall)) void lock_function(uint32_t thread, __attribute__((swift_context)) void *mutex);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) __asm__(LOCK_SLOW);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
  static lock_function *next;
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, LOCK_SLOW);
  next(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

// Unlocking a contended mutex, and every lock of libdispatch, uses this function.
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
