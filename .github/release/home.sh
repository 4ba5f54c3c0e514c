#!/usr/bin/env bash
# Writes where the repository is on GitHub, such as you/galley, in place of what package.json says, wherever it is said.
set -euo pipefail
cd "$(dirname "$0")/../.."

new="${1-}"
if ! [[ "$new" =~ ^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$ ]]; then
  echo 'usage: .github/release/home.sh OWNER/NAME' >&2
  exit 2
fi
old="$(node -p "/github\.com\/(.+)\.git$/.exec(require('./package.json').repository.url)[1]")"
git grep -lzF "github.com/$old" -- ':!test' | OLD="$old" NEW="$new" xargs -0 perl -pi -e 's{github\.com/\Q$ENV{OLD}\E(?![\w-])}{github.com/$ENV{NEW}}g'
git diff --stat
