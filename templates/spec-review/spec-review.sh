#!/bin/sh
# What a change does to the specs of services, as one step of any continuous integration.
#
#     spec-review.sh [BASE [SPEC…]]
#
# BASE is the branch that the change goes to (`origin/main` by default); its history must be there (`git fetch`). Without a SPEC those are
# reviewed that `asmx.toml` names. The comment for the pull request is written to $SPEC_REVIEW_COMMENT (`spec-review.md` by
# default), for the next step to post. The status is not 0 if something does not fit.
set -eu
base=${1:-origin/main}
[ $# -eq 0 ] || shift
exec asmx review --base "$base" --markdown "${SPEC_REVIEW_COMMENT:-spec-review.md}" "$@"
