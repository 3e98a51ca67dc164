// Includes files from the Models folder unchanged, because Swift has no literal for this much data. The build does not notice
// when one of them changes. make touches this file then; before "swift build" alone, touch it yourself.

  .macro embed name, file
  .balign 16
  .globl \name
  .hidden \name
\name:
  .incbin "\file"
  .globl \name\()_end
  .hidden \name\()_end
\name\()_end:
  .byte 0
  .endm

  .section .rodata
  embed vocative_pronunciation_model, pronunciation-en-us.g2p
  embed vocative_acoustic_network, acoustic-network-en-us.net
  embed vocative_fitted_recordings, fitted-recordings.txt

  .section .note.GNU-stack, "", %progbits
