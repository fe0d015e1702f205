#!/bin/sh
# Write binder/requirements.txt anew: the newest set that a Python 3.12 resolves for pyproject.toml.
#   PYTHON=/path/to/python3.12 tools/pin_binder.sh
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3.12}
"$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 12))' || {
    echo "Needed is Python 3.12, named by PYTHON." >&2
    exit 1
}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$python" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check .
{
    echo "# Everything a Python 3.12 on Linux needs to run the notebooks, with exact versions."
    echo "# Renewed by tools/pin_binder.sh."
    "$place/venv/bin/pip" freeze --exclude playsolve | LC_ALL=C sort -f
} >"$place/pins"
mv "$place/pins" binder/requirements.txt
