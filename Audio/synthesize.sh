#!/bin/bash
# Creates every recording in this folder and manifest.jsonl. Each run writes the same bytes.
#
# Usage: Audio/synthesize.sh [FOLDER]      (FOLDER: the output folder, by default the folder of this script)
set -euo pipefail
export LC_ALL=C

readonly target=${1:-$(cd "$(dirname "$0")" && pwd)}
readonly human=/usr/share/pocketsphinx/test/data
readonly install='sudo apt-get install flite sox libsox-fmt-base pocketsphinx-testdata'

fail() {
  echo "synthesize.sh: $1" >&2
  echo "  $install" >&2
  exit 1
}
command -v flite >/dev/null || fail 'flite is missing'
command -v sox >/dev/null || fail 'sox is missing'
# In a variable: with pipefail, a grep that stops reading early would make sox fail.
formats=$(sox --help)
[[ $formats =~ 'FILE FORMATS:'[^$'\n']*' flac ' && $formats =~ 'FILE FORMATS:'[^$'\n']*' vorbis ' ]] ||
  fail 'sox cannot write FLAC and Ogg Vorbis; libsox-fmt-base is missing'
[[ -r $human/goforward.raw ]] || fail 'pocketsphinx-testdata is missing'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$target"/{money,refused,dictation,human,formats}

# Runs sox without dither and with repeatable noise.
exact_sox() { sox -D -R "$@"; }

# A minute of pink noise at -60 dBFS RMS; the level of sox's noise is -16.7 dBFS RMS.
exact_sox -n -r 16000 -c 1 -b 32 "$work/noise.wav" synth 60 pinknoise gain -43.3

# speak VOICE TEXT WAV: writes synthetic speech. The time limit is necessary because flite hangs if it cannot write.
speak() { timeout 20 flite -voice "$1" -t "$2" -o "$3"; }

# manifest_row FILE TRANSCRIPT VOICE LICENCE SOURCE LEVEL DELIVERY EXPECT [NOTE]
manifest_row() {
  local note=${9:+, \"note\": \"$9\"}
  printf '{"audio": "%s", "transcript": "%s", "voice": "%s", "licence": "%s", "source": "%s", "level": "%s", "delivery": "%s", "expect": %s%s}\n' \
    "$1" "$2" "$3" "$4" "$5" "$6" "$7" "$8" "$note" >>"$work/manifest"
}

# said FILE VOICE DELIVERY LEVEL EXPECT TEXT: one synthetic recording and its row in the manifest.
#
#   DELIVERY  "breath" (one sentence), "none" (no request after the wake phrase, or no wake phrase), or the seconds of
#             digital silence between the wake phrase and TEXT; flite's own silence adds 0.4 to 0.5 seconds
#   LEVEL     "normal" (as flite speaks), "quiet" (peak -30 dBFS), "loud" (peak -0.5 dBFS); "+noise" adds the room
said() {
  local file=$1 voice=$2 delivery=$3 level=$4 expect=$5 text=$6
  local speech=$work/speech.wav room=$work/room.wav transcript=$text
  local -a effects=()
  if [[ $delivery == [0-9]* ]]; then
    speak "$voice" 'hey assistant' "$work/wake.wav"
    speak "$voice" "$text" "$work/command.wav"
    exact_sox "$work/wake.wav" "$work/wake-padded.wav" pad 0 "$delivery"
    exact_sox "$work/wake-padded.wav" "$work/command.wav" "$speech"
    transcript="hey assistant $text" delivery=pause
  else
    speak "$voice" "$text" "$speech"
  fi
  case ${level%+noise} in
    quiet) effects+=(gain -n -30) ;;
    loud) effects+=(gain -n -0.5) ;;
  esac
  exact_sox "$speech" "$work/padded.wav" "${effects[@]}" pad 0.3 "${quiet_after:-0.8}"
  if [[ $level == *+noise ]]; then
    # The name of the file selects its part of the noise.
    local start
    start=$(($(printf %s "$file" | cksum | cut -d ' ' -f 1) % 45))
    exact_sox "$work/noise.wav" "$room" trim "$start" "$(soxi -s "$work/padded.wav")s"
    exact_sox -m -v 1 "$work/padded.wav" -v 1 "$room" -b 16 --comment '' "$target/$file"
  else
    exact_sox "$work/padded.wav" --comment '' "$target/$file"
  fi
  manifest_row "$file" "${transcript//,/}" "flite $voice" MIT-Festival synthesize.sh "${level%+noise}" "$delivery" "$expect"
}

safe='{"intent": "SafeToSpend", "slots": {}}'
goal() { printf '{"intent": "GoalProgress", "slots": {"goal": "%s"}}' "$1"; }
expense() { printf '{"intent": "ExpenseLeft", "slots": {"expense": "%s"}}' "$1"; }
vacation=$(goal summer-vacation) computer=$(goal new-computer) ring=$(goal engagement-ring) fund=$(goal emergency-fund)
coffee=$(expense coffee) grocery=$(expense grocery) rent=$(expense rent) hour=$(expense happy-hour)

# Requests.
said money/slt-breath-vacation-goal.wav slt breath normal "$vacation" 'hey assistant, vacation goal'
said money/slt-breath-safe-to-spend-noise.flac slt breath normal+noise "$safe" 'hey assistant, safe to spend'
said money/slt-breath-my-new-computer-goal-noise.flac slt breath normal+noise "$computer" 'hey assistant, my new computer goal'
said money/slt-breath-how-is-my-emergency-fund-goal-doing.flac slt breath normal "$fund" 'hey assistant, how is my emergency fund goal doing'
said money/slt-breath-coffee-expense-quiet.flac slt breath quiet "$coffee" 'hey assistant, coffee expense'
said money/slt-breath-how-much-is-left-for-rent-noise.flac slt breath normal+noise "$rent" 'hey assistant, how much is left for rent'
said money/slt-pause-safe-to-spend-quiet.flac slt 0.5 quiet "$safe" 'safe to spend'
said money/slt-pause-engagement-ring-goal.flac slt 0.7 normal "$ring" 'engagement ring goal'
said money/slt-pause-how-is-my-vacation-goal.flac slt 0.9 normal "$vacation" 'how is my vacation goal'
said money/slt-pause-how-much-is-left-for-happy-hour-loud.flac slt 1.0 loud "$hour" 'how much is left for happy hour'
said money/slt-pause-grocery-expense-noise.flac slt 0.6 normal+noise "$grocery" 'grocery expense'
said money/slt-pause-how-is-my-new-computer-goal-doing-quiet.flac slt 0.7 quiet "$computer" 'how is my new computer goal doing'

said money/rms-breath-computer-goal-noise.flac rms breath normal+noise "$computer" 'hey assistant, computer goal'
said money/rms-breath-how-is-my-summer-vacation-goal-doing.flac rms breath normal "$vacation" 'hey assistant, how is my summer vacation goal doing'
said money/rms-breath-my-emergency-fund-goal-loud.flac rms breath loud "$fund" 'hey assistant, my emergency fund goal'
said money/rms-breath-what-is-safe-to-spend-noise.flac rms breath normal+noise "$safe" 'hey assistant, what is safe to spend'
said money/rms-breath-rent-expense.wav rms breath normal "$rent" 'hey assistant, rent expense'
said money/rms-breath-how-much-is-left-for-coffee.flac rms breath normal "$coffee" 'hey assistant, how much is left for coffee'
said money/rms-breath-happy-hour-expense-noise.flac rms breath normal+noise "$hour" 'hey assistant, happy hour expense'
said money/rms-pause-coffee-expense-quiet.flac rms 0.5 quiet "$coffee" 'coffee expense'
said money/rms-breath-safe-to-spend-quiet.flac rms breath quiet "$safe" 'hey assistant, safe to spend'
said money/rms-pause-what-is-safe-to-spend-loud.flac rms 1.0 loud "$safe" 'what is safe to spend'
said money/rms-pause-my-ring-goal.flac rms 0.6 normal "$ring" 'my ring goal'
said money/rms-pause-how-much-is-left-for-grocery.flac rms 0.9 normal "$grocery" 'how much is left for grocery'

said money/awb-breath-fund-goal-noise.flac awb breath normal+noise "$fund" 'hey assistant, fund goal'
said money/awb-breath-safe-to-spend-loud.flac awb breath loud "$safe" 'hey assistant, safe to spend'
said money/awb-breath-how-is-my-engagement-ring-goal.flac awb breath normal "$ring" 'hey assistant, how is my engagement ring goal'
said money/awb-breath-my-summer-vacation-goal-noise.flac awb breath normal+noise "$vacation" 'hey assistant, my summer vacation goal'
said money/awb-breath-grocery-expense-loud-noise.flac awb breath loud+noise "$grocery" 'hey assistant, grocery expense'
said money/awb-breath-how-much-is-left-for-happy-hour.flac awb breath normal "$hour" 'hey assistant, how much is left for happy hour'
said money/awb-breath-coffee-expense.wav awb breath normal "$coffee" 'hey assistant, coffee expense'
said money/awb-pause-what-is-safe-to-spend.flac awb 0.8 normal "$safe" 'what is safe to spend'
said money/awb-pause-vacation-goal.flac awb 0.6 normal "$vacation" 'vacation goal'
said money/awb-pause-rent-expense-loud.flac awb 0.7 loud "$rent" 'rent expense'
said money/awb-pause-how-much-is-left-for-coffee-quiet.flac awb 0.5 quiet "$coffee" 'how much is left for coffee'
said money/awb-pause-new-computer-goal.flac awb 0.9 normal "$computer" 'new computer goal'

# Speech that must be rejected, and speech that is not addressed to the assistant.
silent='{"rejected": "nothing-heard"}' refused='{"rejected": true}' nothing='{"nothing": true}'
said refused/slt-wake-phrase-only.flac slt none normal "$silent" 'hey assistant'
quiet_after=7.5 said refused/rms-wake-phrase-then-seven-seconds.flac rms none normal "$silent" 'hey assistant'
said refused/slt-breath-kitchen-light-noise.flac slt breath normal+noise "$refused" 'hey assistant, turn on the kitchen light'
said refused/awb-pause-kitchen-light.flac awb 0.8 normal "$refused" 'turn on the kitchen light'
said refused/rms-pause-weather-tomorrow.flac rms 0.7 normal "$refused" 'what is the weather tomorrow'
said refused/slt-pause-call-my-mother.flac slt 0.6 normal "$refused" 'please call my mother'
said refused/awb-breath-call-my-mother.flac awb breath normal "$refused" 'hey assistant, please call my mother'
# Halves of requests, which one short word would complete.
said refused/slt-pause-half-how-much-is-left-for.flac slt 0.7 normal "$refused" 'how much is left for'
said refused/rms-pause-half-how-much-is-left-for.flac rms 0.7 normal "$refused" 'how much is left for'
said refused/awb-breath-half-how-much-is-left-for.flac awb breath normal "$refused" 'hey assistant, how much is left for'
said refused/slt-breath-half-expense.flac slt breath normal "$refused" 'hey assistant, expense'
said refused/rms-pause-half-expense.flac rms 0.7 normal "$refused" 'expense'
said refused/awb-breath-half-goal.flac awb breath normal "$refused" 'hey assistant, goal'
said refused/slt-no-wake-phrase-vacation-goal.flac slt none normal "$nothing" 'vacation goal'
said refused/rms-no-wake-phrase-what-is-safe-to-spend.flac rms none normal "$nothing" 'what is safe to spend'
said refused/awb-no-wake-phrase-coffee-expense-loud.flac awb none loud "$nothing" 'coffee expense'

# Free text. No assistant that is tested with these recordings has such phrases.
said dictation/rms-take-a-note-ten-minutes-late.flac rms none normal "$nothing" 'take a note i will be ten minutes late'
said dictation/slt-remind-me-to-buy-bread.flac slt none normal "$nothing" 'remind me to buy bread tomorrow'
said dictation/rms-ten-minutes-late.flac rms none normal "$nothing" 'i will be ten minutes late'
said dictation/slt-never-mind.flac slt none normal "$nothing" 'never mind'

# People who do not address the assistant.
#
# spoken FILE SOURCE SPEAKER TRANSCRIPT
spoken() {
  local -a raw=()
  [[ $2 == *.raw ]] && raw=(-t raw -r 16000 -e signed-integer -b 16 -c 1 -L)
  exact_sox "${raw[@]}" "$human/$2" --comment '' "$target/human/$1"
  manifest_row "human/$1" "$4" "human ($3)" BSD-2-Clause "pocketsphinx-testdata: $human/$2" normal none "$nothing"
}
austen=librivox/sense_and_sensibility_01_austen_64kb
spoken austen-0880.flac "$austen-0880.wav" 'LibriVox reader' 'he was not an ill disposed young man'
spoken austen-0890.flac "$austen-0890.wav" 'LibriVox reader' 'unless to be rather cold hearted and rather selfish is to be ill disposed'
spoken austen-0930.flac "$austen-0930.wav" 'LibriVox reader' 'he might even have been made amiable himself'
spoken cards-001.flac cards/001.wav 'cards speaker' 'ten of clubs'
spoken cards-002.flac cards/002.wav 'cards speaker' 'four queen of clubs'
spoken cards-003.flac cards/003.wav 'cards speaker' 'seven of clubs'
spoken cards-004.flac cards/004.wav 'cards speaker' 'five five'
spoken cards-005.flac cards/005.wav 'cards speaker' 'eight of spades four of clubs seven of hearts'
spoken go-forward.flac goforward.raw 'goforward speaker' 'go forward ten meters'

# One request, "hey assistant, vacation goal" by rms, in other formats. Both channels are equal, and a higher rate adds no
# frequencies above the 8 kHz of flite's audio.
#
# converted FILE EXPECT SOX-FORMAT-OPTION...
speak rms 'hey assistant, vacation goal' "$work/speech.wav"
exact_sox "$work/speech.wav" "$work/padded.wav" pad 0.3 0.8
converted() {
  local file=$1 expect=$2
  shift 2
  exact_sox "$work/padded.wav" "$@" --comment '' "$target/formats/$file"
  manifest_row "formats/$file" 'hey assistant vacation goal' 'flite rms' MIT-Festival synthesize.sh normal breath "$expect" "${note:-}"
}
converted rms-vacation-goal-48000-stereo.wav "$vacation" -r 48000 -c 2
converted rms-vacation-goal-44100-stereo.flac "$vacation" -r 44100 -c 2
converted rms-vacation-goal-22050-24-bit.wav "$vacation" -r 22050 -b 24
converted rms-vacation-goal-16000-vorbis.ogg "$vacation" -C 3
note='Half the bandwidth the model was made for: only to be read without failure.' converted rms-vacation-goal-8000.wav '{"read": true}' -r 8000

sort "$work/manifest" >"$target/manifest.jsonl"
echo "$(wc -l <"$target/manifest.jsonl") recordings in $target"
