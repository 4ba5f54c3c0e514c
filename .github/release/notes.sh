#!/usr/bin/env bash
# Prints what CHANGELOG.md says of the version that a tag names, such as v0.9.0, for the page of the release. Refuses a tag that can't
# be released: GITHUB_REPOSITORY is where it would be released.
set -euo pipefail
cd "$(dirname "$0")/../.."

refuse() {
  echo "$1" >&2
  exit 1
}

tag="${1-}"
version="${tag#v}"
said="$(node -p "['package.json', 'client/package.json', 'create/package.json'].map((path) => {
  const { version, repository } = require('./' + path)
  return [path, version, /github\.com\/(.+)\.git$/.exec(repository.url)[1]].join(' ')
}).join('\n')")"
while read -r manifest found home; do
  [ "v$found" = "$tag" ] || refuse "$manifest says $found, and the tag is $tag. Run .github/release/version.sh $version, and tag that commit."
  [ "$home" = "${GITHUB_REPOSITORY-$home}" ] || refuse "$manifest says that the repository is $home, and this is $GITHUB_REPOSITORY. Run .github/release/home.sh $GITHUB_REPOSITORY, and commit."
  page="https://github.com/$home/blob/$tag"
done <<<"$said"
notes="$(VERSION="$version" perl -0ne 'print $1 if /^## \Q$ENV{VERSION}\E, \d{4}-\d\d-\d\d\n+(.*?)\s*(?=^## |\z)/ms' CHANGELOG.md)"
[ -n "$notes" ] || refuse "CHANGELOG.md has no heading \"## $version, $(date -u +%F)\" with the changes below it. Write the day into it."
# On the page of a release, links do not start at the repository.
PAGE="$page" perl -pe 's{\]\((?![a-z]+:|#)}{]($ENV{PAGE}/}g' <<<"$notes"
