#!/usr/bin/env bash
# Whether action/dist, as committed, is what `npm run build` makes of these sources: GitHub runs what is committed.
set -euo pipefail
cd "$(dirname "$0")/.."
node dist/scripts/bundle-action.js
stale=$(git status --porcelain --untracked-files=all -- action/dist)
if [ -n "$stale" ]; then
  printf 'action/dist is not what the sources make; run npm run build and commit it:\n%s\n' "$stale"
  exit 1
fi
echo "action/dist is current"
