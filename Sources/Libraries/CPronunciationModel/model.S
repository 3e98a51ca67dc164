// Includes the file from the Models folder unchanged, because Swift has no literal for this much data. The build does not
// notice when that file changes; touch this file too: touch Sources/Libraries/CPronunciationModel/model.S

  .section .rodata
  .balign 16
  .globl vocative_pronunciation_model
  .hidden vocative_pronunciation_model
vocative_pronunciation_model:
  .incbin "pronunciation-en-us.g2p"
  .globl vocative_pronunciation_model_end
  .hidden vocative_pronunciation_model_end
vocative_pronunciation_model_end:
  .byte 0

  .section .note.GNU-stack, "", %progbits
