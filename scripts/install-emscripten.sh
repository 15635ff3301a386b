#!/usr/bin/env bash
# Installs Emscripten with its own LLVM and Binaryen from Debian 13 ("trixie", 3.1.69) or another suite into
# the folder given, for machines whose own release has none that works. Nothing outside the folder is
# changed: a private apt configuration knows only this suite, packages are unpacked instead of installed,
# and programs are pointed at the C library that was unpacked with them.
set -euo pipefail

target=${1:?usage: install-emscripten.sh FOLDER [SUITE]}
suite=${2:-trixie}
work=$target.partial

fail() { echo "Emscripten could not be installed: $1. Put em++ 3.1.69 or later on the PATH instead." >&2; exit 1; }

[ "$(uname -m)" = x86_64 ] || fail "this works on x86_64 only"
command -v patchelf >/dev/null || fail "patchelf is missing"
command -v apt-get >/dev/null || fail "this machine has no apt"

if [ "$suite" = trixie ] && grep -q '^VERSION_ID="13"' /etc/os-release 2>/dev/null; then
  [ "$(id -u)" = 0 ] || fail "on Debian 13 run 'apt-get install emscripten' as root"
  apt-get install -y -q --no-install-recommends emscripten >/dev/null
  exit 0
fi

rm -rf "$work"
mkdir -p "$work"/{debs,root,apt/lists/partial,apt/archives/partial,apt/parts}
work=$(cd "$work" && pwd)
final=$(dirname "$work")/$(basename "$target")
: > "$work/apt/status"

# The archive this machine already uses for Debian, asked for a newer suite.
archive() {
  apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Created-By: Packages' 2>/dev/null |
    grep -v -e security -e backports | sort -u | head -n 1
}
mirror=$(archive)
if [ -z "$mirror" ]; then
  apt-get update -q >/dev/null 2>&1 || true
  mirror=$(archive)
fi
[ -n "$mirror" ] || fail "apt knows no Debian archive (try apt-get update)"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" \
  > "$work/apt/sources.list"
cat > "$work/apt/apt.conf" <<CONF
Dir::State::status "$work/apt/status";
Dir::State::Lists "$work/apt/lists";
Dir::Cache "$work/apt";
Dir::Etc::sourcelist "$work/apt/sources.list";
Dir::Etc::sourceparts "$work/apt/parts";
Dir::Etc::preferencesparts "$work/apt/parts";
Dir::Etc::main "/dev/null";
Dir::Etc::parts "$work/apt/parts";
APT::Sandbox::User "root";
CONF
# A mirror that stands still has lists of the coming Debian that are older than these allow.
[ "$suite" = trixie ] || echo 'Acquire::Check-Valid-Until "false";' >> "$work/apt/apt.conf"
export APT_CONFIG=$work/apt/apt.conf

quiet() { "$@" > "$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; fail "$1 $2 did not work"; }; }

quiet apt-get update -q
cd "$work/debs"
quiet apt-get download -q emscripten binaryen node-acorn

# Emscripten itself, without the variants of its system libraries that are not used here.
dpkg-deb --fsys-tarfile emscripten_*.deb | tar -x -C "$work/root" \
  --exclude='./usr/share/doc/*' --exclude='*/lto-pic/*' --exclude='*/pic/*' \
  --exclude='*/lto/*-asan*' --exclude='*/libwasmfs*' \
  --exclude='*/libGL-*ofb*' --exclude='*/libGL-*full_es3*'
rm emscripten_*.deb
home=$work/root/usr/share/emscripten
llvm=$(sed -n "s/^LLVM_ADD_VERSION *= *'\([0-9]*\)'.*/\1/p" "$home/.emscripten")
[ -n "$llvm" ] || fail "its configuration names no LLVM version"

# The LLVM it wants and all shared libraries below it, but no compilers' runtimes and headers.
wanted=$(apt-get install -s --no-install-recommends "clang-$llvm" "lld-$llvm" "llvm-$llvm" 2>/dev/null |
  awk '$1 == "Inst" {print $2}' |
  grep -E "^(clang-$llvm|lld-$llvm|llvm-$llvm|zlib1g|lib.*)\$" |
  grep -v -E -e '-dev$|^libc-(dev-bin|gconv)' \
    -e '^lib(perl|python|objc|asan|lsan|tsan|hwasan|ubsan|quadmath|gomp|itm|binutils|ctf|gprofng|sframe|gc1)')
# shellcheck disable=SC2086 # a list of package names
quiet apt-get download -q $wanted "libclang-common-$llvm-dev"
for package in *.deb; do dpkg-deb -x "$package" "$work/root"; done
rm -- *.deb

# Everything is moved to its final place at the end, so the paths written now are the final ones.
loader=$(cd "$work/root" && find . -name ld-linux-x86-64.so.2 | head -n 1)
[ -n "$loader" ] || fail "the unpacked C library has no loader"
libraries=$final/root/usr/lib/x86_64-linux-gnu:$final/root/lib/x86_64-linux-gnu:$final/root/usr/lib/llvm-$llvm/lib
# What is no program or library of this machine, patchelf refuses; a static program has no interpreter.
for program in "$work/root/usr/lib/llvm-$llvm"/bin/* "$work"/root/usr/bin/wasm*; do
  if [ -f "$program" ] && [ ! -L "$program" ]; then
    patchelf --set-interpreter "$final/root/${loader#./}" --force-rpath --set-rpath "$libraries" "$program" \
      2>/dev/null || true
  fi
done
# A library with a search path of its own would not use its program's. Tables of character sets have none.
find "$work/root" -name gconv -prune -o -name '*.so*' -type f -print | while read -r library; do
  if [ -n "$(patchelf --print-rpath "$library" 2>/dev/null)" ]; then
    patchelf --force-rpath --set-rpath "$libraries" "$library"
  fi
done
find "$work/root/usr/lib/llvm-$llvm/bin" "$work/root/usr/bin" -type l | while read -r link; do
  to=$(readlink "$link")
  case $to in /*) ln -sfn "$final/root$to" "$link" ;; esac
done

# Emscripten's own scripts look for acorn beside themselves.
mkdir -p "$home/node_modules"
cp -r "$work"/root/usr/share/nodejs/acorn* "$home/node_modules/"
# Its .js files are CommonJS, whatever the project around them says.
echo '{ "type": "commonjs" }' > "$home/package.json"
# Later packages compile the system's libraries when one is first wanted.
frozen=False
[ ! -d "$home/cache/sysroot" ] || frozen=True
cat > "$home/.emscripten" <<CONFIG
LLVM_ROOT = '$final/root/usr/bin'
BINARYEN_ROOT = '$final/root/usr'
NODE_JS = '$(command -v node)'
CACHE = '$final/root/usr/share/emscripten/cache'
FROZEN_CACHE = $frozen
LLVM_ADD_VERSION = '$llvm'
CLANG_ADD_VERSION = '$llvm'
CONFIG
ln -s root/usr/share/emscripten "$work/emscripten"
cd "$(dirname "$final")"
rm -rf "$work/debs" "$work/apt" "$final"
mv "$work" "$final"
"$final/emscripten/em++" --version | head -n 1
touch "$final/complete"
