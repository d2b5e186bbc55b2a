#!/usr/bin/env bash
# Compiles policies/ to one WebAssembly module, byte for byte the same on every run.
# Usage: scripts/build-policies.sh [OUTPUT]   (default policies/podgraft.wasm); OPA names the compiler, version 1.22.3.
set -euo pipefail
output=$(realpath -m "${1:-policies/podgraft.wasm}")
opa=${OPA:-opa}
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Relative paths on purpose: file names are embedded in the module.
"$opa" build -t wasm -e podgraft/main/decisions --capabilities policies/capabilities.json \
  --ignore '*_test.rego' --ignore '*.json' --ignore '*.md' -o "$scratch/bundle.tar.gz" policies
tar -xzf "$scratch/bundle.tar.gz" -C "$scratch" /policy.wasm 2>/dev/null
install -m 644 "$scratch/policy.wasm" "$output"
