#!/bin/sh
# The hook of pre-commit: validates the files that are committed. The first run installs the command line into pre-commit's own copy of this
# repository. npm tells the command line the folder that it was called from, to which the files are relative.
exec npm --prefix "$(dirname "$0")/.." run --silent portcullis -- validate "$@"
