# Read by both hooks. What it knows is in the configuration of the repository that is pushed to, which no push changes:
#   galley.content        the folder of workspaces in it (content)
#   galley.BRANCH.out     where to build this branch; others are neither checked nor published
#   galley.BRANCH.url     BASE_URL
#   galley.BRANCH.drafts  true for a preview
# Other variables of a build, such as GALLEY_KEYS, are set in the file galley.env beside that configuration.

say() {
  printf 'galley: %s\n' "$*" >&2
}

# A pushed refs/replace/… could otherwise publish something else than was checked.
export GIT_NO_REPLACE_OBJECTS=1

program=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)/bin/galley.mjs || exit 1
repository=$(git rev-parse --absolute-git-dir) || exit 1
content=$(git config --get galley.content || echo content)

# Removes the folder that a hook works in. If the hook was cut off, nobody knows what it has published, so nothing is remembered of that:
# leave FOLDER
leave() {
  for mark in "$1"/publishing-*; do rm -f "$repository/galley-published/${mark##*/publishing-}"; done
  rm -rf "$1"
}

# Whether a process runs, and has not just ended without being waited for: runs PROCESS
runs() {
  kill -0 "$1" 2>/dev/null && ! grep -qs '^State:.Z' "/proc/$1/status"
}

# Those of hooks that were killed. Another process may have the number by now, but no push takes a day.
for left in "$repository"/galley-work/*; do
  process=${left##*/}
  if runs "${process%.*}" && [ -z "$(find "$left" -prune -mtime +0)" ]; then continue; fi
  leave "$left" 2>/dev/null
done
mkdir -p "$repository/galley-work" && work=$(mktemp -d "$repository/galley-work/$$.XXXXXX") || exit 1
trap 'leave "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM

# The setting of a branch: setting BRANCH NAME
setting() {
  git config --get "galley.$1.$2"
}

# Whether all files of the content of a commit are in it, and git would change none on their way into a folder: whole BRANCH COMMIT
whole() {
  git ls-tree -r "$2:$content" >"$work/listed" || return 1
  name=$(sed -n '/^160000 /{p;q;}' "$work/listed" | cut -f2-)
  if [ -n "$name" ]; then
    say "$1 has the submodule $content/$name, whose files are not in the push. Add the files themselves."
    return 1
  fi
  git grep -lE '^[^#].*[[:space:]]export-(ignore|subst)([[:space:]]|$)' "$2:$content" -- .gitattributes '*/.gitattributes' >"$work/attributes"
  [ $? -le 1 ] || return 1
  name=$(sed -n 1p "$work/attributes")
  [ -n "$name" ] || return 0
  say "$1 has export-ignore or export-subst in $content/${name#"$2:$content:"}, which leave files out or change them. Remove them there."
  return 1
}

# Puts the content of a commit, and nothing else of it, into a new folder: extract BRANCH COMMIT
# Two steps, since a pipe would hide that the first one failed.
extract() {
  rm -rf "$work/tree" && mkdir "$work/tree" || return 1
  if [ "$(git cat-file -t "$2:$content" 2>/dev/null)" != tree ]; then
    say "$1 has no folder $content. Add it, or name the folder of workspaces with git config galley.content."
    return 1
  fi
  whole "$1" "$2" || return 1
  git archive --format=tar --prefix="$content/" --output="$work/tar" "$2:$content" &&
    tar -xof "$work/tar" -C "$work/tree" &&
    rm -f "$work/tar" || return 1
  files=$(find "$work/tree" ! -type d -print0 | tr -dc '\0' | wc -c)
  [ "$((files))" -eq "$(($(wc -l <"$work/listed")))" ] && return
  say "Files of $content are missing in what git has written. Look for export-ignore in $repository/info/attributes, and for names that are the same to the disk."
  return 1
}

# Lists the files of the content that a push touches, as Galley names them: touched OLD-COMMIT COMMIT
touched() {
  before=$1
  case $before in *[!0]*) ;; *) before=$(git rev-parse --verify --quiet HEAD || git hash-object -t tree /dev/null) ;; esac
  git -c core.quotePath=false diff --name-only "$before" "$2" -- "$content" >"$work/touched" || : >"$work/touched"
}

# Runs the installed Galley on what was extracted: galley BRANCH COMMIT ARGUMENT…
galley() (
  url=$(setting "$1" url)
  # There is no repository around the folder that could tell.
  SOURCE_DATE_EPOCH=$(git log -1 --no-show-signature --format=%ct "$2") && export SOURCE_DATE_EPOCH
  GALLEY_BRANCH=$1 && export GALLEY_BRANCH
  shift 2
  # They name the repository that is pushed to, and objects that may yet be refused.
  for name in $(env | sed -n 's/^\(GIT_[A-Za-z0-9_]*\)=.*/\1/p'); do unset "$name"; done
  if [ -f "$repository/galley.env" ]; then
    set -a
    . "$repository/galley.env"
    set +a
  fi
  if [ -n "$url" ]; then export BASE_URL="$url"; fi
  # What one of the hooks has compiled, the other need not.
  export GALLEY_CACHE="${GALLEY_CACHE:-$repository/galley-cache}"
  cd "$work/tree" && node "$program" "$@" --content "$content" </dev/null
)
