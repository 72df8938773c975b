#!/usr/bin/env bash
# Sets Deskhand up in this checkout: system packages, .venv, llama.cpp, models. `make` calls it:
#   ./setup.sh run    what the panel and the default model need
#   ./setup.sh test   that, and what `make test` needs
#   ./setup.sh all    that, and what `make test-all` needs (torch and more: 5 GB)
# FULL=1 adds the extras EasyOCR, OmniParser's or uitag's detector, and LLaVA; without FULL, a
# machine with an NVIDIA GPU gets them, too; FULL=0 never does. What is done is noted in .setup, so a
# call that broke off goes on where it ended, and the next one takes a second.
set -euo pipefail
cd "$(dirname "$0")"
WHAT=${1:-run}
NOTES=.setup
PY=.venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore
mkdir -p "$NOTES/wheels"

BEGAN=$SECONDS
EXTRAS=() MODELS=(qwen2.5-coder-1.5b-q4) DEBIAN=(packages-debian.txt)
gpu() { command -v nvidia-smi >/dev/null && nvidia-smi -L >/dev/null 2>&1; }
case $WHAT in
  run) ;;
  test) EXTRAS=(dev) ;;
  all) EXTRAS=(dev training) FULL=1 ;;
  *) echo "usage: ./setup.sh run|test|all" >&2; exit 2 ;;
esac
if [ "$WHAT" != run ]; then
  DEBIAN+=(packages-debian-test.txt)
  MODELS+=(smollm2-135m-q4)
fi
if [ "$WHAT" = all ]; then MODELS+=(omniparser-v2-icon uitag-yolo11s); fi
if [ -z "${FULL:-}" ] && gpu; then FULL=1; fi
if [ "${FULL:-0}" = 1 ]; then EXTRAS+=(full); fi

# --- What is done, and what goes on -------------------------------------------------------------

# noted NAME VALUE: whether NAME was done with this value.    note NAME VALUE: it is now.
noted() { [ "$(cat "$NOTES/$1.done" 2>/dev/null)" = "$2" ]; }
note() { printf '%s\n' "$2" >"$NOTES/$1.done"; }

JOBS=()
declare -A PID LABEL USUAL BEGUN
# job NAME LABEL USUAL_SECONDS COMMAND...: runs it in the background, its output in .setup/NAME.log.
job() {
  local name=$1
  LABEL[$name]=$2 USUAL[$name]=$3 BEGUN[$name]=$SECONDS
  shift 3
  echo "${LABEL[$name]}: begins (usually ${USUAL[$name]} s)"
  "$@" >"$NOTES/$name.log" 2>&1 &
  PID[$name]=$!
  JOBS+=("$name")
}
# How far a job is: files compiled, the package in hand, megabytes of models.
progress() {
  local count
  if [ "$1" = models ]; then
    count=$(du -sm "$MODELS_FOLDER" 2>/dev/null | sed 's/\t.*/ MB/') || true
  else
    count=$(tail -c 4000 "$NOTES/$1.log" 2>/dev/null | sed -nE \
      -e 's/^ *(\[[0-9]+\/[0-9]+\]).*/\1/p' \
      -e 's/^(Get:[0-9]+|Unpacking [^ ]+|Setting up [^ ]+|Collecting [^ ]+|Installing collected packages).*/\1/p' \
      | tail -n 1) || true
  fi
  echo "${LABEL[$1]}: $((SECONDS - BEGUN[$1])) of about ${USUAL[$1]} s${count:+, $count}"
}
# Waits for jobs by name; a failure shows the end of the log and ends everything.
finish() {
  local name running told=$SECONDS line
  while :; do
    running=() line=
    for name in "$@"; do
      if [ -n "${PID[$name]:-}" ] && kill -0 "${PID[$name]}" 2>/dev/null; then
        running+=("$name")
        line+="${line:+ | }$(progress "$name")"
      fi
    done
    if [ ${#running[@]} = 0 ]; then break; fi
    if [ -t 1 ]; then
      printf '\r\033[K%.*s' "$(($(tput cols 2>/dev/null || echo 100) - 1))" "  $line"
    elif ((SECONDS - told >= 15)); then
      echo "  $line"
      told=$SECONDS
    fi
    sleep 0.5
  done
  if [ -t 1 ]; then printf '\r\033[K'; fi
  for name in "$@"; do
    if [ -z "${PID[$name]:-}" ]; then continue; fi
    if ! wait "${PID[$name]}"; then failed "$name"; fi
    unset "PID[$name]"
    echo "${LABEL[$name]}: done, $((SECONDS - BEGUN[$name])) s"
  done
}
failed() {
  echo >&2
  echo "${LABEL[$1]}: failed. The end of $NOTES/$1.log:" >&2
  tail -n 15 "$NOTES/$1.log" | cut -c 1-300 | sed 's/^/    /' >&2
  case $1 in
    debian) echo "Check the network and the package sources (apt-get update)." >&2 ;;
    llama) echo "A C++ compiler and CMake are needed (Debian: build-essential cmake); a full disk or memory ends it, too." >&2 ;;
    *) echo "Check the network and the space on the disk: $(df -h --output=avail . | tail -n 1 | tr -d ' ') are free." >&2 ;;
  esac
  echo "Then run make again: what is done is kept." >&2
  exit 1
}
trap 'for name in "${!PID[@]}"; do pkill -P "${PID[$name]}" 2>/dev/null; kill "${PID[$name]}" 2>/dev/null; done || true' EXIT

# --- The steps ----------------------------------------------------------------------------------

debian() {
  local names missing sudo=
  mapfile -t names < <(cat "${DEBIAN[@]}")
  if ! { command -v apt-get && command -v dpkg-query; } >/dev/null; then
    if ! noted debian "${names[*]}"; then
      echo "This system has no apt. Install by its own means what these files name: ${DEBIAN[*]}"
      note debian "${names[*]}"
    fi
    return
  fi
  mapfile -t missing < <(comm -23 <(printf '%s\n' "${names[@]}" | sort -u) \
    <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${names[@]}" 2>/dev/null \
      | sed -n 's/^installed //p' | sort -u))
  if [ ${#missing[@]} = 0 ]; then return; fi
  if [ "$(id -u)" != 0 ]; then
    sudo=$(command -v sudo) || {
      echo "Run this as root, then make again: apt-get install ${missing[*]}" >&2
      exit 1
    }
    $sudo -v
  fi
  job debian "System packages" 40 install_debian "$sudo" "${missing[@]}"
  finish debian
}
install_debian() {
  local sudo=$1
  shift
  $sudo apt-get update -qq
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# pyautogui needs tkinter when it is imported, so the first Python >= 3.11 that has it is taken.
venv() {
  local python
  if [ -x $PY ]; then return; fi
  rm -f "$NOTES"/*.done
  for python in python3 /usr/bin/python3 python3.13 python3.12 python3.11; do
    if $python -c 'import sys, tkinter, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "Making .venv with $($python --version)"
      $python -m venv .venv
      return
    fi
  done
  echo "No Python 3.11 or later with tkinter was found (Debian: python3-tk, python3-venv)." >&2
  exit 1
}

# What pyproject.toml names, llama-cpp-python left out: it is compiled meanwhile.
needs() {
  $PY -c 'import tomllib
for need in tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"]:
    if not need.startswith("llama-cpp-python"): print(need)'
}
base() {
  needs >"$NOTES/needs.txt"
  $PY -m pip install --progress-bar off -r "$NOTES/needs.txt" "setuptools>=77"
  $PY -m pip install --progress-bar off --no-deps --no-build-isolation -e .
}
more() {
  local joined
  joined=$(IFS=,; echo "${EXTRAS[*]}")
  $PY -m pip install --progress-bar off --find-links "$NOTES/wheels" -e ".[$joined]"
  # The pages of MiniWoB++, without what its environment for training needs.
  case $WHAT in test | all) $PY -m pip install --progress-bar off --no-deps miniwob==1.1.0 ;; esac
}

# Virtual machines may tell of AMX without letting it be used, and then llama.cpp ends the process.
NO_AMX=
if grep -qs 'hypervisor.*amx_tile' /proc/cpuinfo; then NO_AMX="-mno-amx-tile -mno-amx-int8 -mno-amx-bf16"; fi
LLAMA_ARGS="${CMAKE_ARGS:-}"
LLAMA_USUAL=120
if gpu; then
  if command -v nvcc >/dev/null; then
    LLAMA_ARGS+=" -DGGML_CUDA=on" LLAMA_USUAL=900
  else
    echo "An NVIDIA GPU is here, but no CUDA compiler, so language models run on the CPU. For the GPU:" \
      "sudo apt-get install nvidia-cuda-toolkit && make run"
  fi
fi
llama_need() { sed -n 's/^ *"\(llama-cpp-python>[^"]*\)".*/\1/p' pyproject.toml; }
LLAMA_WANTED="$(llama_need) $LLAMA_ARGS $NO_AMX"
llama() {
  rm -f "$NOTES"/wheels/llama_cpp_python-*
  CFLAGS="${CFLAGS:-} $NO_AMX" CXXFLAGS="${CXXFLAGS:-} $NO_AMX" \
    CMAKE_ARGS="$LLAMA_ARGS -DCMAKE_PROJECT_llama_cpp_INCLUDE=$PWD/llama.cmake" \
    $PY -m pip wheel -v --no-deps --no-cache-dir --wheel-dir "$NOTES/wheels" "$(llama_need)"
}
install_llama() {
  $PY -m pip install --progress-bar off --force-reinstall --no-deps --no-index \
    --find-links "$NOTES/wheels" llama-cpp-python
  $PY -m pip install --progress-bar off --find-links "$NOTES/wheels" -e .
}

# Weights lie in the user's data folder, so that they outlive this checkout.
model_file() {
  $PY -c 'import sys; from models.catalogue import catalogue; from models.files import store
print(store.weights_file(catalogue.spec(sys.argv[1])))' "$1"
}
models() {
  local id
  for id in "${MODELS[@]}"; do .venv/bin/deskhand models get "$id" --yes; done
}
models_here() {
  local id file
  for id in "${MODELS[@]}"; do
    file=$(cat "$NOTES/model-$id.done" 2>/dev/null) && [ -s "$file" ] || return 1
  done
}

debian
venv
NEEDS=$(cat pyproject.toml setup.sh llama.cmake | cksum)
if ! noted llama "$LLAMA_WANTED"; then job llama "Compiling llama.cpp" $LLAMA_USUAL llama; fi
if ! noted base "$NEEDS"; then
  job base "Python packages" 45 base
  finish base
  note base "$NEEDS"
fi
if ! models_here; then
  MODELS_FOLDER=$($PY -c 'from models.files import paths; print(paths.data_folder() / "models")')
  job models "Models (${MODELS[*]})" 30 models
fi
if ! noted llama "$LLAMA_WANTED"; then
  finish llama
  job install "Installing llama.cpp" 5 install_llama
  finish install
  note llama "$LLAMA_WANTED"
fi
if [ ${#EXTRAS[@]} != 0 ] && ! noted extras "$NEEDS ${EXTRAS[*]}" && ! noted extras "$NEEDS dev training full"; then
  job extras "Extras (${EXTRAS[*]})" "$([[ " ${EXTRAS[*]} " = *" full "* ]] && echo 240 || echo 20)" more
  finish extras
  note extras "$NEEDS ${EXTRAS[*]}"
fi
if [ -n "${PID[models]:-}" ]; then
  if [ "$WHAT" = run ] && ! wait "${PID[models]}"; then
    unset 'PID[models]'
    echo "The model could not be fetched ($NOTES/models.log). The panel opens all the same; fetch it there under Models."
  else
    finish models
    for id in "${MODELS[@]}"; do note "model-$id" "$(model_file "$id")"; done
  fi
fi
if ((SECONDS - BEGAN > 3)); then echo "Set up in $((SECONDS - BEGAN)) s."; fi
