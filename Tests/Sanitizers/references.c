// What the thread sanitizer cannot see either: Swift counts references inside of its runtime, which the sanitizer was not built into.
// Who finds out that it holds the only reference to an array may change in place what another thread has read and let go of before.
// Preloaded, this tells it that the one came after the other. (Of objects that go away the compiler takes care.)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// Strings keep their kind in the uppermost byte, and short ones themselves: those are negative, as the runtime's HeapObject.cpp has it.
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
