#!/usr/bin/env bash
# Gives all three packages a version, such as 0.9.1, and writes it into the documents that name a tarball.
set -euo pipefail
cd "$(dirname "$0")/../.."

new="${1-}"
if ! [[ "$new" =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[a-z]+\.[0-9]+)?$ ]]; then
  echo 'usage: .github/release/version.sh VERSION, such as 0.9.1 or 1.0.0-rc.1' >&2
  exit 2
fi
old="$(node -p "require('./package.json').version")"
export OLD="$old" NEW="$new"
perl -pi -e 's/^(  "version": ")[^"]+/$1$ENV{NEW}/' package.json package-lock.json client/package.json create/package.json
perl -0pi -e 's/("": \{\s+"name": "galley",\s+"version": ")[^"]+/$1$ENV{NEW}/' package-lock.json
git grep -lz -e "galley-$old\.tgz" -e "galley-client-$old\.tgz" -- ':!test' ':!CHANGELOG.md' |
  xargs -0 perl -pi -e 's/(galley(?:-client)?)-\Q$ENV{OLD}\E\.tgz/$1-$ENV{NEW}.tgz/g'
perl -0pi -e 's/("node_modules\/galley-client": \{\s+"version": ")[^"]+/$1$ENV{NEW}/' examples/astro/package-lock.json
git diff --stat
