#!/bin/sh
# JupyterLab on the start notebook, from .venv: PORT=8888 tools/lab.sh [further words for JupyterLab]
set -eu
cd "$(dirname "$0")/.."

# The first start of JupyterLab lays a question about its news over the board; both lines keep it away.
set -- --LabApp.news_url=None --LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate "$@"
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
