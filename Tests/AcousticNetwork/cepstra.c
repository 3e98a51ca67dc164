// Reads utterances from standard input and writes their cepstra to standard output, with PocketSphinx's front end and the
// parameters of Debian's acoustic model. An utterance is its number of samples and 16-bit samples. The answer is the number of
// frames and 13 floats for each frame, without and then with noise removal. Numbers have 4 bytes in the order of the machine.

#include <pocketsphinx.h>
#include <sphinxbase/ckd_alloc.h>
#include <sphinxbase/err.h>
#include <sphinxbase/fe.h>
#include <stdio.h>
#include <stdlib.h>

enum { COEFFICIENTS = 13 };

static fe_t *front_end(char *removes_noise) {
  char *arguments[] = {"cepstra", "-samprate", "16000", "-remove_silence", "no",         "-remove_noise", removes_noise, "-lowerf", "130",
                       "-upperf", "6800",      "-nfilt", "25",              "-transform", "dct",           "-lifter",     "22"};
  // The front end keeps a reference to the parsed arguments.
  return fe_init_auto_r(cmd_ln_parse_r(NULL, ps_args(), sizeof arguments / sizeof *arguments, arguments, 0));
}

static void write_cepstra(fe_t *front_end, const int16 *samples, size_t count) {
  mfcc_t **frames = NULL, last[COEFFICIENTS];
  int32 frame_count = 0, last_count = 0;
  fe_start_stream(front_end);
  fe_start_utt(front_end);
  fe_process_utt(front_end, samples, count, &frames, &frame_count);
  fe_end_utt(front_end, last, &last_count);
  int32 total = frame_count + (last_count > 0);
  fwrite(&total, sizeof total, 1, stdout);
  for (int32 index = 0; index < frame_count; index++) fwrite(frames[index], sizeof **frames, COEFFICIENTS, stdout);
  if (last_count > 0) fwrite(last, sizeof *last, COEFFICIENTS, stdout);
  ckd_free_2d(frames);
}

int main(void) {
  err_set_logfp(NULL);
  char without[] = "no", with[] = "yes";
  fe_t *noisy = front_end(without), *denoised = front_end(with);
  if (!noisy || !denoised) return 1;
  int32 count;
  while (fread(&count, sizeof count, 1, stdin) == 1) {
    int16 *samples = malloc(sizeof *samples * (size_t)count);
    if (!samples || fread(samples, sizeof *samples, (size_t)count, stdin) != (size_t)count) return 1;
    write_cepstra(noisy, samples, (size_t)count);
    write_cepstra(denoised, samples, (size_t)count);
    fflush(stdout);
    free(samples);
  }
  return 0;
}
