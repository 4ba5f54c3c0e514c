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
for manifest in package.json client/package.json create/package.json; do
  found="$(node -p "require('./$manifest').version")"
  [ "v$found" = "$tag" ] || refuse "$manifest says $found, and the tag is $tag. Run .github/release/version.sh $version, and tag that commit."
  home="$(node -p "/github\.com\/(.+)\.git$/.exec(require('./$manifest').repository.url)[1]")"
  [ "$home" = "${GITHUB_REPOSITORY-$home}" ] || refuse "$manifest says that the repository is $home, and this is $GITHUB_REPOSITORY. Run .github/release/home.sh $GITHUB_REPOSITORY, and commit."
done
notes="$(VERSION="$version" perl -0ne 'print $1 if /^## \Q$ENV{VERSION}\E, \d{4}-\d\d-\d\d\n+(.*?)\s*(?=^## |\z)/ms' CHANGELOG.md)"
[ -n "$notes" ] || refuse "CHANGELOG.md has no heading \"## $version, $(date -u +%F)\" with the changes below it. Write the day into it."
# On the page of a release, links do not start at the repository.
HOME_PAGE="https://github.com/$home/blob/$tag" perl -pe 's{\]\((?![a-z]+:|#)}{]($ENV{HOME_PAGE}/}g' <<<"$notes"
