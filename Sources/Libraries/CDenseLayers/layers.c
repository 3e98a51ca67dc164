#include "CDenseLayers.h"

#include <math.h>
#include <string.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// One function for each generation of x86-64 processors; the dynamic linker chooses. Every 64-bit Arm processor has what the code needs.
// The linker chooses before a sanitizer has started, and its checks in the choice would end the program.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#define PROCESSORS __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define PROCESSORS
#endif

typedef float lanes __attribute__((vector_size(4 * DENSE_LAYER_LANES), aligned(4)));
typedef int32_t integers __attribute__((vector_size(4 * DENSE_LAYER_LANES)));

// Each loaded weight is multiplied with this number of frames, because loading weights takes longer than multiplying them. The sums of
// more frames would not fit into the registers of x86-64-v3.
enum { FRAMES_TOGETHER = 6 };

PROCESSORS
void dense_layer_apply(dense_layer_shape shape, const float *panels, const float *inputs, size_t stride, size_t frames,
                       float *outputs, int rectified) {
  // The weights of one group of outputs, about 35 kB, stay in a near cache for all frames; those of a whole layer would not.
  for (size_t output = 0; output < shape.width; output += DENSE_LAYER_LANES, panels += (shape.inputs + 1) * DENSE_LAYER_LANES) {
    const lanes bias = *(const lanes *)panels;
    for (size_t frame = 0; frame < frames; frame += FRAMES_TOGETHER) {
      const float *rows[FRAMES_TOGETHER], *panel = panels + DENSE_LAYER_LANES;
      lanes sums[FRAMES_TOGETHER];
      size_t together = frames - frame < FRAMES_TOGETHER ? frames - frame : FRAMES_TOGETHER;
      for (size_t row = 0; row < FRAMES_TOGETHER; row++) {
        rows[row] = inputs + (frame + (row < together ? row : 0)) * stride;
        sums[row] = bias;
      }
      for (size_t input = 0; input < shape.inputs; input++, panel += DENSE_LAYER_LANES) {
        lanes weights = *(const lanes *)panel;
        for (size_t row = 0; row < FRAMES_TOGETHER; row++) sums[row] += weights * rows[row][input];
      }
      for (size_t row = 0; row < together; row++) {
        lanes sum = sums[row];
        if (rectified) sum = (lanes)((integers)sum & (sum > 0));
        memcpy(outputs + (frame + row) * shape.width + output, &sum, sizeof sum);
      }
    }
  }
}

// Powers of two by the bits of a float and a polynomial for the fraction, fitted to 2^x from 0 to 1.
static inline __attribute__((always_inline)) void make_exponential(lanes *values) {
  lanes power = *values * 1.44269504f;
  const lanes smallest = (lanes){0} - 126;
  integers isNormal = power > smallest;
  power = (lanes)(((integers)power & isNormal) | ((integers)smallest & ~isNormal));
  integers whole = __builtin_convertvector(power, integers);
  // Conversion rounds towards zero, so negative powers get a fraction from -1 to 0.
  lanes fraction = power - __builtin_convertvector(whole, lanes);
  lanes mantissa = 1 + fraction * (0.69314718f + fraction * (0.24022651f + fraction * (0.05550411f + fraction *
      (0.00961813f + fraction * 0.00133336f))));
  *values = mantissa * (lanes)((whole + 127) << 23);
}

PROCESSORS
float log_sum_exp(const float *values, size_t count) {
  float largest = -INFINITY, sum = 0;
  for (size_t index = 0; index < count; index++) largest = values[index] > largest ? values[index] : largest;
  lanes sums = {0};
  size_t index = 0;
  for (; index + DENSE_LAYER_LANES <= count; index += DENSE_LAYER_LANES) {
    lanes next = *(const lanes *)(values + index) - largest;
    make_exponential(&next);
    sums += next;
  }
  for (; index < count; index++) sum += expf(values[index] - largest);
  for (size_t lane = 0; lane < DENSE_LAYER_LANES; lane++) sum += sums[lane];
  return largest + logf(sum);
}

PROCESSORS
void costs_of_logarithms(const float *values, const float *offsets, size_t count, float origin, float scale, int16_t limit,
                         int16_t *costs) {
  for (size_t index = 0; index < count; index++) {
    float cost = scale * (origin + offsets[index] - values[index]);
    cost = cost > 0 ? cost : 0;
    costs[index] = (int16_t)(cost < limit ? cost : limit);
  }
}
