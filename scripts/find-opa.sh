#!/usr/bin/env bash
# Prints the path of OPA in the pinned version, from $OPA, the cache or $PATH; with Go present it is built into the cache first.
# Usage: scripts/find-opa.sh   (status 3: there is none, and no Go to build it with)
# The cache is $PODGRAFT_CACHE, else podgraft/ in the user's cache folder; it is never inside the checkout.
set -euo pipefail
version=1.22.3
cache=${PODGRAFT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/podgraft}

is_pinned() {
  local said
  [ -n "$1" ] && [ -x "$1" ] || return 1
  # Not in a pipe: grep -q ends before OPA has written everything, and OPA then fails.
  said=$("$1" version 2>/dev/null </dev/null) || return 1
  [ "${said%%$'\n'*}" = "Version: $version" ]
}

for candidate in "${OPA:-}" "$cache/bin/opa" "$(command -v opa || true)"; do
  if is_pinned "$candidate"; then
    echo "$candidate"
    exit 0
  fi
done

if ! command -v go >/dev/null; then
  echo "OPA $version is not installed, and there is no Go to build it with." >&2
  exit 3
fi
echo "Building OPA $version into $cache/bin (about a minute, once)." >&2
mkdir -p "$cache/bin"
GOBIN="$cache/bin" GOFLAGS=-mod=mod go install "github.com/open-policy-agent/opa@v$version" </dev/null >&2
is_pinned "$cache/bin/opa" || { echo "The OPA just built does not say that it is version $version." >&2; exit 1; }
echo "$cache/bin/opa"
