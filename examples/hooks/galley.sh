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
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM

# The setting of a branch: setting BRANCH NAME
setting() {
  git config --get "galley.$1.$2"
}

# Puts the content of a commit, and nothing else of it, into a new folder: extract BRANCH COMMIT
# Two steps, since a pipe would hide that the first one failed.
extract() {
  rm -rf "$work/tree" && mkdir "$work/tree" || return 1
  if [ "$(git cat-file -t "$2:$content" 2>/dev/null)" != tree ]; then
    say "$1 has no folder $content. Add it, or name the folder of workspaces with git config galley.content."
    return 1
  fi
  git archive --format=tar --prefix="$content/" --output="$work/tar" "$2:$content" &&
    tar -xof "$work/tar" -C "$work/tree" &&
    rm -f "$work/tar"
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
