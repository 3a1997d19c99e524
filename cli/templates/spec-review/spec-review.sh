#!/bin/sh
# Reviews the spec changes of a pull request, as one step of any continuous integration.
#
#     spec-review.sh [BASE [SPEC…]]
#
# BASE is the target branch (`origin/main` by default); fetch its history first. Without SPEC, the specs of `asmx.toml` are reviewed. The comment
# for the pull request is written to $SPEC_REVIEW_COMMENT (`spec-review.md` by default), for the next step to post. The status is 1 if the comparison
# fails.
set -eu
base=${1:-origin/main}
[ $# -eq 0 ] || shift
exec asmx diff --base "$base" --markdown "${SPEC_REVIEW_COMMENT:-spec-review.md}" "$@"
