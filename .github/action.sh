#!/usr/bin/env bash
# What action.yml does: annotations for the findings, SARIF for code scanning, and the fixes in the summary of the job
# and, for comment.py, in a file. The exit status of torchlint goes to the output `status`, so that the upload and the
# comment come before the job fails.
set -euo pipefail

read -r -d '' -a paths <<<"$GIVEN_PATHS" || true
read -r -d '' -a options <<<"$GIVEN_ARGS" || true
cache=(--cache-dir "$RUNNER_TEMP/torchlint-cache")

# A pull request is checked out as its merge into the base, whose first parent is the base. One more commit is enough.
new=()
if [ "$GIVEN_SINCE" = auto ] && [ "${GITHUB_EVENT_NAME:-}" = pull_request ]; then
  if [ "$(git rev-parse HEAD)" = "$GITHUB_SHA" ]; then
    if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
      git fetch --quiet --no-tags --depth=2 origin "$GITHUB_SHA"
    fi
    new=(--since HEAD^1)
  else
    new=(--since "origin/$GITHUB_BASE_REF") # something else is checked out, which needs fetch-depth: 0
  fi
elif [ "$GIVEN_SINCE" != auto ] && [ "$GIVEN_SINCE" != none ]; then
  new=(--since "$GIVEN_SINCE")
fi

# Run torchlint so that findings do not end this script; its status is in $status.
status=0
run() {
  status=0
  "$TORCHLINT" "${cache[@]}" "${options[@]+"${options[@]}"}" "$@" || status=$?
}

if [ "$GIVEN_SARIF" = true ]; then
  # Everything, as alerts that are missing would count as fixed.
  run --exit-zero --quiet --output-format "sarif:$RUNNER_TEMP/torchlint.sarif" "${paths[@]}"
  if [ "$status" != 0 ]; then
    echo "status=$status" >>"$GITHUB_OUTPUT"
    exit 0
  fi
fi

# For comment.py, which runs in a step of its own: only that has the token.
formats=(--output-format github)
fixes=$RUNNER_TEMP/torchlint-fixes.diff
rm -f "$fixes"
if [ "$GIVEN_COMMENT" = true ]; then formats+=(--output-format "json:$RUNNER_TEMP/torchlint.json"); fi

run "${formats[@]}" "${new[@]+"${new[@]}"}" "${paths[@]}"
echo "status=$status" >>"$GITHUB_OUTPUT"
if [ "$status" = 0 ] || [ "$status" = 1 ]; then echo "comment=$GIVEN_COMMENT" >>"$GITHUB_OUTPUT"; fi
if [ "$status" != 1 ]; then exit 0; fi

{
  echo "### torchlint"
  echo
  echo "<pre>"
  run --statistics "${new[@]+"${new[@]}"}" "${paths[@]}" | sed 's/&/\&amp;/g; s/</\&lt;/g'
  echo "</pre>"
  run --diff "${new[@]+"${new[@]}"}" "${paths[@]}" >"$fixes" 2>/dev/null
  if [ -s "$fixes" ]; then
    echo "<details><summary>Safe fixes, which <code>torchlint --fix</code> applies</summary>"
    echo
    echo '<pre lang="diff">'
    # Escaped, as a line of the checked code could end any fence; GitHub takes a mebibyte.
    head -c 500000 "$fixes" | sed 's/&/\&amp;/g; s/</\&lt;/g'
    echo "</pre></details>"
  fi
} >>"$GITHUB_STEP_SUMMARY"
