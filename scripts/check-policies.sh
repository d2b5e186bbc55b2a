#!/usr/bin/env bash
# Checks the rules with OPA itself. Usage: scripts/check-policies.sh [format|strict|test|coverage|module]…   (default: all)
#   format    the sources are as `opa fmt` writes them
#   strict    `opa check --strict` with the input's schema and the allowed built-ins
#   test      the rules' own tests
#   coverage  those tests cover every line (needs `npm run build`)
#   module    policies/podgraft.wasm is what the sources compile to, byte for byte
set -euo pipefail
cd "$(dirname "$0")/.."
opa=$(scripts/find-opa.sh)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# JSON files here are schemas and tables, not data of the rules.
rules=(--ignore '*.json' policies)

check_format() {
  "$opa" fmt --list --fail policies || { echo "Not as opa fmt writes them: run opa fmt --write policies" >&2; return 1; }
}

check_strict() {
  "$opa" check --strict --schema policies/schema/input.json --capabilities policies/capabilities.json \
    --ignore '*_test.rego' "${rules[@]}"
  # The tests may use what the rules may not.
  "$opa" check --strict "${rules[@]}"
}

check_test() {
  "$opa" test "${rules[@]}"
}

check_coverage() {
  "$opa" test --coverage --format json "${rules[@]}" >"$scratch/coverage.json" || {
    echo "There is no coverage to judge: the tests of the rules fail, see scripts/check-policies.sh test" >&2
    return 1
  }
  node dist/scripts/check-rego-coverage.js "$scratch/coverage.json"
}

check_module() {
  OPA=$opa bash scripts/build-policies.sh "$scratch/podgraft.wasm"
  cmp "$scratch/podgraft.wasm" policies/podgraft.wasm || { echo "The committed module is stale: run npm run policies" >&2; return 1; }
}

[ $# -gt 0 ] || set -- format strict test coverage module
for check in "$@"; do
  case $check in
    format | strict | test | coverage | module) "check_$check" ;;
    *) echo "Unknown check '$check': see the head of $0" >&2; exit 2 ;;
  esac
done
