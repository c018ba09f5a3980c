#!/usr/bin/env bash
# The packages of build/packages (./dev package), as who downloads them meets them: what they hold and need, on an old
# system without compiler and network, and on arm64, which is emulated.
#
# --all asks arm64 every test of commands instead of a choice, and compiles the program once more elsewhere, which has to
# give the same bytes. NSYS_AI_PROFILES (../shared/profiles) may hold real profiles, else the example is shown.
# The last line counts: "N passed, N failed, N skipped".
# shellcheck disable=SC2317 # `check` calls them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

all=${1:-}
root=$PWD
packages=$root/build/packages
version=$(sed -n 's/^project(nsys-ai VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
wheel=nsight_profile_server
wheel_file=$wheel-$version-py3-none-manylinux_2_28_x86_64.whl
profile=${NSYS_AI_PROFILES:-../shared/profiles}/mfu_2gpu_before.sqlite
[[ -f $profile ]] || profile=build/example.sqlite
profile=$(realpath "$profile")
passed=0 failed=0 skipped=0
work=$(mktemp -d)
leave() {
  rm -rf "$work"
}
trap leave EXIT

ok() {
  passed=$((passed + 1))
  echo "passed: $1"
}
wrong() {
  failed=$((failed + 1))
  echo "failed: $1"
}
skip() {
  skipped=$((skipped + 1))
  echo "skipped: $1"
}
finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0))
  exit
}
# check NAME COMMAND...: the command says what is wrong, or nothing.
check() {
  local name=$1 said
  shift
  if said=$("$@" 2>&1) && [[ -z $said ]]; then
    ok "$name"
  else
    wrong "$name"
    head -n 20 <<<"$said"
  fi
}

if [[ ! -f $packages/SHA256SUMS ]]; then
  wrong "there are no packages in build/packages; ./dev package makes them"
  finish
fi

unpack() {
  python3 - "$1" "$2" <<'PYTHON'
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for entry in archive.infolist():
        os.chmod(archive.extract(entry, sys.argv[2]), entry.external_attr >> 16 & 0o777 or 0o644)
PYTHON
}

# Those of this machine alone where they are tried together with all else; a release has both.
machines=()
for machine in x64:x86_64 arm64:aarch64; do
  short=${machine%:*} long=${machine#*:}
  [[ -f $packages/nsys-ai-$version-linux-$short.tar.gz ]] || continue
  machines+=("$short")
  mkdir -p "$work/$short"
  tar xzf "$packages/nsys-ai-$version-linux-$short.tar.gz" -C "$work/$short" --strip-components 1
  unpack "$packages/$wheel-$version-py3-none-manylinux_2_28_$long.whl" "$work/$short-wheel"
  unpack "$packages/nsys-ai-$version-linux-$short.vsix" "$work/$short-vsix"
done
unpack "$packages/nsys-ai-$version.vsix" "$work/vsix"

# --- what they hold -----------------------------------------------------------------------------------------

hashes() { (cd "$packages" && sha256sum --quiet --check SHA256SUMS); }
sizes() {
  local file most bytes
  while read -r file most; do
    [[ -f $packages/$file || " ${machines[*]} " == *' x64 arm64 '* ]] || continue
    bytes=$(stat -c %s "$packages/$file")
    ((bytes <= most)) || echo "$file takes $bytes bytes, more than $most"
  done <<LIMITS
nsys-ai-$version-linux-x64.vsix 8500000
nsys-ai-$version-linux-arm64.vsix 8500000
nsys-ai-$version.vsix 1000000
$wheel-$version-py3-none-manylinux_2_28_x86_64.whl 8000000
$wheel-$version-py3-none-manylinux_2_28_aarch64.whl 8000000
LIMITS
}
# One program each, the same in all packages of a machine, that starts from glibc 2.28 and needs its parts alone.
program_of() {
  local short=$1 newest library
  local program=$work/$short/bin/nsys-ai
  [[ -x $program ]] || echo "$program does not run"
  cmp "$program" "$work/$short-vsix/extension/bin/nsys-ai"
  [[ -x $work/$short-vsix/extension/bin/nsys-ai ]] || echo "the extension's program has no run bit"
  cmp "$program" "$work/$short-wheel/$wheel-$version.data/scripts/nsys-ai"
  newest=$(readelf -W --dyn-syms "$program" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
  [[ $(printf 'GLIBC_2.28\n%s\n' "$newest" | sort -V | tail -n 1) == GLIBC_2.28 ]] || echo "it asks for $newest"
  for library in $(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    [[ $library =~ ^(libc\.so\.6|libm\.so\.6|libpthread\.so\.0|libdl\.so\.2|ld-linux-.*)$ ]] || echo "it needs $library"
  done
  ! readelf -S "$program" | grep -E '\.(symtab|debug)' || echo "it is not stripped"
  ! grep -c -F -e "$root" -e "$HOME/" "$program" >/dev/null || echo "it names a folder of this machine"
}
versions() {
  local commit
  commit=$(git describe --always --dirty --exclude='*' --abbrev=12 2>/dev/null || true)
  "$work/x64/bin/nsys-ai" --version | grep -qF "nsys-ai $version (protocol " || echo "--version says something else"
  [[ -z $commit || -n $(git status --porcelain) ]] || "$work/x64/bin/nsys-ai" --version | grep -qF "commit $commit" ||
    echo "--version does not tell the commit $commit"
  grep -qx "Version: $version" "$work/x64-wheel/$wheel-$version.dist-info/METADATA" || echo "the wheel has another version"
  for folder in "${machines[@]/%/-vsix}" vsix; do
    folder=$work/$folder
    [[ $(sed -n 's/^  "version": "\(.*\)",/\1/p' "$folder/extension/package.json") == "$version" ]] ||
      echo "$folder has another version"
  done
}
without_program() {
  [[ ! -e $work/vsix/extension/bin ]] || echo "it has a program"
  grep -qF 'brings no nsys-ai program' "$work/vsix/extension/package.json" "$work/vsix/extension/readme.md" ||
    echo "it does not say that it has no program"
}
contents() {
  local file
  for file in bin/nsys-ai share/man/man1/nsys-ai.1 share/bash-completion/completions/nsys-ai \
    share/zsh/site-functions/_nsys-ai share/fish/vendor_completions.d/nsys-ai.fish share/nsys-ai/example.sqlite \
    share/nvim/site/pack/nsys-ai/start/nsys-ai/plugin/nsys_ai.lua share/doc/nsys-ai/LICENSE \
    share/doc/nsys-ai/LICENSES-OF-OTHERS; do
    [[ -s $work/x64/$file ]] || echo "the tarball has no $file"
    [[ ! -d $work/arm64 || $file == bin/* ]] || cmp "$work/x64/$file" "$work/arm64/$file"
  done
  for name in SQLite zlib fmtlib asio cli11 nlohmann-json3 protozero libedit ncurses 'libc++'; do
    grep -qiF "$name" "$work/x64/share/doc/nsys-ai/LICENSES-OF-OTHERS" || echo "no licence of $name"
  done
  grep -q vscode-languageclient "$work/vsix/extension/LICENSES-OF-OTHERS" || echo "no licence of the extension's modules"
}
bill() {
  python3 - "$packages" "nsys-ai-$version.spdx.json" <<'PYTHON'
import hashlib, json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
bill = json.loads((folder / sys.argv[2]).read_text())
names = {package["SPDXID"] for package in bill["packages"]} | {file["SPDXID"] for file in bill["files"]}
names.add("SPDXRef-DOCUMENT")
for relation in bill["relationships"]:
    for end in ("spdxElementId", "relatedSpdxElement"):
        if relation[end] not in names:
            print("a relation to nothing:", relation[end])
listed = {file["fileName"][2:]: file["checksums"][1]["checksumValue"] for file in bill["files"]}
for file in folder.iterdir():
    if file.name not in (sys.argv[2], "SHA256SUMS"):
        if listed.get(file.name) != hashlib.sha256(file.read_bytes()).hexdigest():
            print("the bill has not the hash of", file.name)
for package in bill["packages"]:
    if not package["versionInfo"] or not package["licenseConcluded"]:
        print("incomplete:", package["name"])
PYTHON
}
same_bytes() {
  local long=()
  [[ ! -d $work/x64 ]] || long+=(x86_64)
  [[ ! -d $work/arm64 ]] || long+=(aarch64)
  python3 server/package/assemble.py --work build/package --out "$work/again" --extension extensions/vscode \
    --example build/example.sqlite --machines "${long[@]}"
  diff -rq "$packages" "$work/again"
}

check "each file is what SHA256SUMS says" hashes
check "none is larger than it may be" sizes
check "the program for x64 needs glibc 2.28 alone" program_of x64
[[ ! -d $work/arm64 ]] || check "the program for arm64 needs glibc 2.28 alone" program_of arm64
check "one version everywhere, with the commit" versions
check "the package without a program says so" without_program
check "the tarball holds what it should, with all licences" contents
check "the bill of materials is whole" bill
check "packing again gives the same bytes" same_bytes

# --- as somebody uses them ----------------------------------------------------------------------------------

# The overview that a command gives, but for the line that names the file.
overview_of() { "$@" 2>&1 | grep -v '^  file '; }
overview_of build/nsys-ai overview "$profile" >"$work/overview"
# What a command prints, without a network, as a new user with an empty home: alone COMMAND...
alone() {
  mkdir -p "$work/home"
  unshare -rn env -i HOME="$work/home" PATH="$work/home/bin:/usr/bin:/bin" LANG=C.UTF-8 "$@"
}
same_overview() { diff "$work/overview" <(overview_of "$@" overview "$profile"); }
# What INSTALL tells a newcomer to type, in a home with nothing in it, and the words of the screen that it shows.
words_of_screen() { grep -v -e '^  file ' -e '^\$ ' -e '^```' -e '^\.\.\.$' | tr '\n' ' ' | tr -s ' '; }
newcomer() {
  local block told seen
  mkdir "$work/newcomer"
  block=$(sed -n '/^In a terminal:/,/^\.\.\.$/p' docs/INSTALL.md | sed 1,2d)
  seen=$(cd "$packages" && sed -n "s/VERSION/$version/; s/^\\$ //p" <<<"$block" | HOME=$work/newcomer sh -e | words_of_screen)
  told=$(words_of_screen <<<"$block")
  [[ -n $told && $seen == "$told"* ]] || printf 'it tells %s\nand shows %s\n' "$told" "${seen:0:1000}"
}
check "the commands of INSTALL give the screen that it shows" newcomer
if ! unshare -rn true 2>/dev/null; then
  skip "without a network: this system lets nobody make a namespace"
else
  python3 -m venv "$work/venv"
  check "the tarball shows a profile without a network" same_overview alone "$work/x64/bin/nsys-ai"
  check "the program of the extension does" same_overview alone "$work/x64-vsix/extension/bin/nsys-ai"
  if alone "$work/venv/bin/pip" install --quiet --no-index "$packages/$wheel_file"; then
    check "the wheel does" same_overview alone "$work/venv/bin/nsys-ai"
    check "python -m does" same_overview alone "$work/venv/bin/python" -m "$wheel"
    check "a notebook shows a profile" alone "$work/venv/bin/python" -c "
import $wheel as nsys_ai
cell = nsys_ai.view('$profile', at='kernel:1')._repr_html_()
assert cell.startswith('<iframe sandbox=') and 'view=timeline' in cell, cell[:200]
assert nsys_ai.answer('$profile', 'top_kernels', limit=1)['rows'], 'no rows'
try:
    nsys_ai.view('nowhere.sqlite')
except nsys_ai.ProgramError as error:
    assert 'There is no file' in str(error), error
"
  else
    wrong "the wheel is installed without a network"
  fi
fi

# The oldest Debian whose packages are still offered: Python and nothing that compiles.
old=$root/build/package/old-system
get_old_system() {
  [[ ! -x $old/usr/bin/pip3 ]] || return 0
  command -v debootstrap >/dev/null || return
  rm -rf "$old"
  debootstrap --variant=minbase --include=python3-minimal,python3-pip bullseye "$old" >build/package/old-system.log 2>&1
}
in_old_system() { unshare -n chroot "$old" /usr/bin/env -i HOME=/tmp PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 "$@"; }
try_old_system() {
  rm -rf "$old/try"
  mkdir -p "$old/try/profiles"
  cp -r "$work/x64" "$old/try/tarball"
  cp -r "$work/x64-vsix/extension" "$old/try/extension"
  cp "$packages/$wheel_file" "$old/try/"
  cp "$profile" "$old/try/profiles/"
  local name="/try/profiles/${profile##*/}" program
  ! in_old_system which gcc cc || echo "it has a compiler"
  in_old_system pip3 install --quiet --no-index --prefix /try/wheel "/try/$wheel_file" 2>&1 | grep -v WARNING || true
  for program in tarball/bin extension/bin wheel/bin; do
    diff "$work/overview" <(overview_of in_old_system "/try/$program/nsys-ai" overview "$name")
  done
}
if ((EUID != 0)); then
  skip "an old system: only root may change into it"
elif ! get_old_system; then
  skip "an old system: debootstrap could not make one"
else
  check "Debian 11 shows a profile with each of them" try_old_system
fi

# --- arm64 --------------------------------------------------------------------------------------------------

goldens=build/tests/cli/golden_test
chosen='skills_top_kernels*:cli_hostile*:skills_root_causes*:skills_gpu_idle*:cli_overview*:cli_query*:cli_export*:cli_tree*'
[[ $all != --all ]] || chosen='*'
emulated() {
  mkdir -p "$work/emulated"
  printf '#!/bin/sh\nexec %s -L /usr/aarch64-linux-gnu %s "$@"\n' "$(command -v qemu-aarch64-static)" "$work/arm64/bin/nsys-ai" \
    >"$work/emulated/nsys-ai"
  chmod +x "$work/emulated/nsys-ai"
  NSYS_AI_PROGRAM=$work/emulated/nsys-ai "$goldens" "--gtest_filter=$chosen" >"$work/goldens" 2>&1 ||
    grep -E 'FAILED|^[-+]' "$work/goldens"
}
if [[ ! -d $work/arm64 ]]; then
  skip "arm64: these are the packages of this machine; ./dev test-packages tries both"
elif ! command -v qemu-aarch64-static >/dev/null || [[ ! -d /usr/aarch64-linux-gnu ]]; then
  skip "arm64: qemu-user-static and libc6-arm64-cross are not installed"
elif [[ ! -x $goldens ]]; then
  skip "arm64: there is no $goldens"
else
  check "arm64 answers as x64 does, byte for byte ($chosen)" emulated
  echo "$(grep -c '^\[       OK' "$work/goldens") tests of commands"
fi

elsewhere() {
  git worktree add --quiet --detach "$work/tree" HEAD
  CCACHE_DISABLE=1 "$work/tree/server/package/programs" "$work/tree/build/package" "$(nproc)" x86_64 >"$work/elsewhere.log" 2>&1 ||
    tail -n 5 "$work/elsewhere.log"
  cmp "$work/tree/build/package/x86_64/nsys-ai" "$work/x64/bin/nsys-ai"
  git worktree remove --force "$work/tree"
}
if [[ $all == --all ]]; then
  check "the same commit, compiled in another folder, gives the same bytes" elsewhere
fi
finish
