// What the thread sanitizer cannot see either: who begins to wait for a continuation that was resumed already goes on at once, and there
// alone the runtime does not tell that it has seen what the other thread left for it. Preloaded, this does: it goes between the wait and
// what comes after it, as before the wait the other thread may not have been there yet. The runtime takes down what comes after it when
// the continuation is made.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

typedef struct context context;
typedef __attribute__((swiftasynccall)) void resume(__attribute__((swift_async_context)) context *);

// The beginning of AsyncContext, of the runtime's ABI/Task.h.
struct context {
  context *parent;
  resume *resume_parent;
};

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak, swiftcall)) void *swift_task_getCurrent(void);

// What comes after each wait that is going on. Atomics alone order it: the sanitizer must not take one wait's for another's.
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
    context *nobody = 0;
    if (!__atomic_compare_exchange_n(&places[place].waiting, &nobody, &taken, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) continue;
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
