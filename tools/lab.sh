#!/bin/sh
# JupyterLab on the start notebook, from .venv: PORT=8888 tools/lab.sh [further words for JupyterLab]
set -eu
cd "$(dirname "$0")/.."

# tools/lab/overrides.json keeps JupyterLab from laying a question about its news over the board.
# (Its own switch, LabApp.news_url=None, still asks in 4.6.)
set -- --LabApp.app_settings_dir="$(pwd)/tools/lab" "$@"
if [ "$(id -u)" = 0 ]; then
    set -- --allow-root "$@"
fi
# Without a screen a text browser would take the terminal. The address is printed in any case.
if [ "$(uname)" = Linux ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    set -- --no-browser "$@"
    echo "No screen was found: open the address that begins with http://127.0.0.1 below in a browser."
fi
echo "Starting JupyterLab. Ctrl+C twice ends it."
exec .venv/bin/python -m jupyterlab --LabApp.default_url=/lab/tree/notebooks/00_start.ipynb \
    --port="${PORT:-8888}" "$@"
