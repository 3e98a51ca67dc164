// Reports an ordering that the thread sanitizer cannot see. A thread that waits for a continuation that has already been resumed
// continues at once, and only in this case the runtime does not report that it has seen the other thread's writes. This library
// is preloaded and reports it between the wait and the code after it, because before the wait the other thread may not have
// finished. The runtime stores the code after the wait when the continuation is created.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

typedef struct context context;
typedef __attribute__((swiftasynccall)) void resume(__attribute__((swift_async_context)) context *);

// The start of AsyncContext from the runtime's ABI/Task.h.
struct context {
  context *parent;
  resume *resume_parent;
};

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak, swiftcall)) void *swift_task_getCurrent(void);

// The code after each active wait. Only atomics order it: the sanitizer must not confuse one wait with another.
enum { MOST = 1 << 14 };
static struct {
  context *waiting;
  resume *next;
} places[MOST];
static context taken;

static unsigned first_place(const context *waiting) { return ((uintptr_t)waiting >> 4) % MOST; }

static __attribute__((swiftasynccall)) void resumed(__attribute__((swift_async_context)) context *waiting) {
  unsigned place = first_place(waiting);
  while (__atomic_load_n(&places[place].waiting, __ATOMIC_ACQUIRE) != waiting) place = (place + 1) % MOST;
  resume *next = places[place].next;
  __atomic_store_n(&places[place].waiting, 0, __ATOMIC_RELEASE);
  waiting->resume_parent = next;
  if (__tsan_acquire) __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return next(waiting);
}

static void go_between(context *waiting) {
  unsigned place = first_place(waiting);
  for (unsigned tried = 0; tried < MOST; tried++, place = (place + 1) % MOST) {
    context *unused = 0;
    if (!__atomic_compare_exchange_n(&places[place].waiting, &unused, &taken, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) continue;
    places[place].next = waiting->resume_parent;
    waiting->resume_parent = resumed;
    __atomic_store_n(&places[place].waiting, waiting, __ATOMIC_RELEASE);
    return;
  }
}

__attribute__((swiftcall)) void *swift_continuation_init(context *waiting, size_t flags);

__attribute__((swiftcall)) void *swift_continuation_init(context *waiting, size_t flags) {
  static __attribute__((swiftcall)) void *(*next)(context *, size_t);
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "swift_continuation_init");
  go_between(waiting);
  return next(waiting, flags);
}
