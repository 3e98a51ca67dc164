// What the thread sanitizer cannot see either: who begins to wait for a continuation that was resumed already goes on at once, and there
// alone the runtime does not tell that it has seen what the other thread left for it. Preloaded, this does.
#define _GNU_SOURCE
#include <dlfcn.h>

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak, swiftcall)) void *swift_task_getCurrent(void);

__attribute__((swiftasynccall)) void swift_continuation_await(void *continuation);

__attribute__((swiftasynccall)) void swift_continuation_await(void *continuation) {
  static __attribute__((swiftasynccall)) void (*next)(void *);
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "swift_continuation_await");
  if (__tsan_acquire) __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return next(continuation);
}
