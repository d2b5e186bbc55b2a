#!/usr/bin/env bash
# Compiles the small rule modules that tests use (test/fixtures/modules/*/main.rego). OPA names the compiler, version 1.22.3.
set -euo pipefail
opa=${OPA:-opa}
cd "$(dirname "$0")/../test/fixtures/modules"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for folder in */; do
  name=${folder%/}
  "$opa" build -t wasm -e podgraft/main/decisions -o "$scratch/bundle.tar.gz" "$name"
  tar -xzf "$scratch/bundle.tar.gz" -C "$scratch" /policy.wasm 2>/dev/null
  install -m 644 "$scratch/policy.wasm" "$name.wasm"
done
