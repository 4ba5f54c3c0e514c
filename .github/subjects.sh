#!/usr/bin/env bash
# Checks the subjects of commits in a range such as main..HEAD: `area: what it does`, in at most 72 characters.
set -euo pipefail
export LC_ALL=C.UTF-8

range="${1-}"
[ -n "$range" ] || { echo 'usage: .github/subjects.sh BASE..HEAD' >&2; exit 2; }
# The first push of a branch has no commit before it.
[[ "$range" != 0000000* ]] || range="-1 ${range#*..}"

failed=0
refuse() {
  printf 'refused: %s\n  %s\n' "$subject" "$1"
  failed=1
}
# shellcheck disable=SC2086
subjects="$(git log --no-merges --reverse --format=%s $range)"
while IFS= read -r subject; do
  [[ -n "$subject" && "$subject" != 'Revert "'* ]] || continue
  ((${#subject} <= 72)) || refuse "It has ${#subject} characters, of 72. Say one thing, and why in the body."
  if ! [[ "$subject" =~ ^[a-z][a-z0-9./-]*(, [a-z][a-z0-9./-]*)*:\ [^[:space:]] ]]; then
    refuse 'It does not begin with an area. Write one as in "build: report the line of a bad date".'
  elif [[ "${subject%%:*}" == *,* || "$subject" == *\;* ]]; then
    printf 'warning: %s\n  It names several things. Could they be commits of their own?\n' "$subject"
  fi
done <<<"$subjects"
exit "$failed"
