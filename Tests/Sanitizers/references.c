// Reports an ordering that the thread sanitizer cannot see. Swift counts references inside its runtime, which is not
// instrumented. A thread that holds the only reference to an array may change it in place after another thread has read and
// released it. This library is preloaded and reports that order. (The compiler takes care of objects that are deallocated.)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// Strings have their kind in the uppermost byte, and short ones their contents: those are negative, as in the runtime's
// HeapObject.cpp.
static void *storage(intptr_t reference) {
  return reference > 0 ? (void *)(reference & 0x00fffffffffffff8) : 0;
}

static void let_go(intptr_t reference) {
  void *object = storage(reference);
  if (object && __tsan_release) __tsan_release(object);
}

#define RELEASE(name)                                     \
  void name(intptr_t reference);                          \
  void name(intptr_t reference) {                         \
    static void (*next)(intptr_t);                        \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name); \
    let_go(reference);                                    \
    next(reference);                                      \
  }

#define RELEASE_N(name)                                   \
  void name(intptr_t reference, uint32_t count);          \
  void name(intptr_t reference, uint32_t count) {         \
    static void (*next)(intptr_t, uint32_t);              \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name); \
    let_go(reference);                                    \
    next(reference, count);                               \
  }

#define UNIQUE(name)                                                      \
  bool name(intptr_t reference);                                          \
  bool name(intptr_t reference) {                                         \
    static bool (*next)(intptr_t);                                        \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name);                 \
    bool is_unique = next(reference);                                     \
    void *object = storage(reference);                                    \
    if (is_unique && object && __tsan_acquire) __tsan_acquire(object);    \
    return is_unique;                                                     \
  }

RELEASE(swift_release)
RELEASE(swift_bridgeObjectRelease)
RELEASE_N(swift_release_n)
RELEASE_N(swift_bridgeObjectRelease_n)
UNIQUE(swift_isUniquelyReferenced_native)
UNIQUE(swift_isUniquelyReferenced_nonNull_native)
