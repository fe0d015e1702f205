#!/bin/sh
# Print the path of a Chromium that runs; install one if there is none. Words go to standard error.
# Order: $PLAYSOLVE_CHROMIUM, a browser on PATH, Playwright's own, Playwright's download, the system's package.
set -eu
cd "$(dirname "$0")/.."

runs() { [ -n "$1" ] && [ -x "$1" ] && "$1" --version >/dev/null 2>&1; }

on_path() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        path=$(command -v "$name" 2>/dev/null) || continue
        if runs "$path"; then # on Ubuntu chromium-browser may only ask for a snap
            echo "$path"
            return 0
        fi
    done
    path="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    if [ -x "$path" ]; then
        echo "$path"
        return 0
    fi
    return 1
}

playwrights_own() {
    path=$(.venv/bin/python -c 'from playwright.sync_api import sync_playwright
with sync_playwright() as p: print(p.chromium.executable_path)' 2>/dev/null) || return 1
    runs "$path" && echo "$path"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

if [ -n "${PLAYSOLVE_CHROMIUM:-}" ]; then
    if runs "$PLAYSOLVE_CHROMIUM"; then
        echo "$PLAYSOLVE_CHROMIUM"
        exit 0
    fi
    echo "PLAYSOLVE_CHROMIUM=$PLAYSOLVE_CHROMIUM does not run." >&2
    exit 1
fi
on_path && exit 0
playwrights_own && exit 0

echo "No Chromium was found: installing one for the browser tests." >&2
if .venv/bin/python -m playwright install chromium >&2; then
    playwrights_own && exit 0
fi
if command -v apt-get >/dev/null 2>&1; then
    echo "Trying the system's package." >&2
    as_root apt-get update -qq >&2 || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >&2 || true
    on_path && exit 0
fi
echo "No Chromium could be installed. Install chromium or google-chrome, or name one: PLAYSOLVE_CHROMIUM=/path make test" >&2
exit 1
