#!/usr/bin/env bash
# Publishes the tarballs of all three packages that are in a folder, and passes further flags on to npm. What is on npm already is left
# out, so that a release that broke off can be run again. create-galley comes last: it installs the others' version.
set -euo pipefail
cd "$1"
shift

for name in galley galley-client create-galley; do
  for tarball in "$name"-[0-9]*.tgz; do
    version="${tarball#"$name"-}"
    version="${version%.tgz}"
    if [ -n "$(npm view "$name@$version" version 2>/dev/null || true)" ]; then
      echo "$name $version is published already."
      continue
    fi
    # Only a version without an ending is what npm installs when none is named.
    tag=latest
    [[ "$version" != *-* ]] || tag=next
    npm publish "./$tarball" --access public --tag "$tag" "$@"
  done
done
