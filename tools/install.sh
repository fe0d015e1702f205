#!/bin/sh
# Make .venv if it is missing and install the project into it: tools/install.sh [EXTRA]
# A stamp in .venv holds the pyproject.toml that was installed, so a second call takes no time.
set -eu
cd "$(dirname "$0")/.."
extra=${1:-}
py=.venv/bin/python

usable() { # a Python of at least 3.11 that can make environments
    command -v "$1" >/dev/null 2>&1 &&
        "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

if ! { [ -x "$py" ] && "$py" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }; then
    found=
    for name in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14 python}; do
        if usable "$name"; then
            found=$name
            break
        fi
    done
    if [ -z "$found" ]; then
        {
            echo "No suitable Python: needed is 3.11 or later with its venv module."
            for name in ${PYTHON:-python3 python}; do
                echo "  $name: $("$name" --version 2>&1 || echo 'not found')"
            done
            echo "On Debian and Ubuntu: apt-get install python3 python3-venv"
            echo "Another Python can be named: PYTHON=/path/to/python3.12 make lab"
        } >&2
        exit 1
    fi
    echo "Making .venv with $("$found" --version)."
    "$found" -m venv --clear .venv
fi

stamp=.venv/installed${extra:+-$extra}
wanted="$(pwd)
$(cat pyproject.toml)"
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
    exit 0
fi
echo "Installing playsolve into .venv (the first time takes a minute or two)."
"$py" -m pip install --quiet --disable-pip-version-check --editable ".${extra:+[$extra]}"
printf '%s\n' "$wanted" >"$stamp"
if [ -n "$extra" ]; then
    printf '%s\n' "$wanted" >.venv/installed
fi
