// Includes the file from the Models folder unchanged, because Swift has no literal for this much data. The build does not
// notice when that file changes; touch this file too: touch Sources/Libraries/CSpeechEnhancementModel/model.S

  .section .rodata
  .balign 16
  .globl vocative_speech_enhancement_model
  .hidden vocative_speech_enhancement_model
vocative_speech_enhancement_model:
  .incbin "speech-enhancement-en-us.net"
  .globl vocative_speech_enhancement_model_end
  .hidden vocative_speech_enhancement_model_end
vocative_speech_enhancement_model_end:
  .byte 0

  .section .note.GNU-stack, "", %progbits
