#ifndef CDENSELAYERS_H
#define CDENSELAYERS_H

#include <stddef.h>
#include <stdint.h>

// The arithmetic of a network with fully connected layers, compiled for several generations of processors.

/// Outputs are computed in groups of this size, so rows of outputs have a multiple of it.
enum { DENSE_LAYER_LANES = 16 };

/// The shape of a fully connected layer.
typedef struct {
  /// The number of inputs.
  size_t inputs;
  /// The number of outputs, padded to a multiple of `DENSE_LAYER_LANES`.
  size_t width;
} dense_layer_shape;

/// Computes the outputs of a layer for some frames.
///
/// `panels` holds for each group of `DENSE_LAYER_LANES` outputs their biases, and then their weights for each input. The inputs of a frame
/// begin `stride` floats after those of the frame before. `outputs` receives `width` floats for each frame. With `rectified`, negative
/// outputs become 0.
void dense_layer_apply(dense_layer_shape shape, const float *_Nonnull panels, const float *_Nonnull inputs, size_t stride,
                       size_t frames, float *_Nonnull outputs, int rectified);

/// Returns the logarithm of the sum of the exponentials of `count` values, with a relative error of the sum below 1e-4.
float log_sum_exp(const float *_Nonnull values, size_t count);

/// Stores `scale * (origin + offsets[i] - values[i])`, rounded towards zero and limited to the range from 0 to `limit`, in `costs[i]`.
void costs_of_logarithms(const float *_Nonnull values, const float *_Nonnull offsets, size_t count, float origin, float scale,
                         int16_t limit, int16_t *_Nonnull costs);

#endif
