// Pan and zoom. A drawing may hold a window on a larger sheet:
//   <svg class="pan" data-id="map" x y width height viewBox="what is seen first" data-whole="left top width height">
// Dragging moves the sheet; Ctrl with the wheel, the keys + - 0, and things with data-zoom (in, out, home) zoom.
// What the viewer chose is kept while the drawing changes, and Python is told nothing of it.
function panning(root, on) {
  const kept = new Map(); // data-id of the window -> [x, y, width, height]
  let drag = null, dragged = false;

  const numbers = (text) => text.trim().split(/\s+/).map(Number);
  const panes = () => [...root.querySelectorAll("svg.pan")];
  const within = (node) => node?.closest?.("svg.pan") ?? null;
  const seen = (pane) => numbers(pane.getAttribute("viewBox"));
  const frameOf = (pane) => { // on the screen; its bounding box would count what is cut off, too
    const { a, d, e, f } = pane.parentNode.getScreenCTM(), [x, y, w, h] = ["x", "y", "width", "height"].map((n) => pane[n].baseVal.value);
    return { left: a * x + e, top: d * y + f, right: a * (x + w) + e, bottom: d * (y + h) + f, width: a * w, height: d * h };
  };
  const between = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

  function apply(pane, [x, y, w, h]) {
    pane.dataset.home ??= pane.getAttribute("viewBox");
    const [left, top, width, height] = numbers(pane.dataset.whole);
    const side = (at, size, start, whole) => // a sheet that fits lies in the middle
      size >= whole ? start + (whole - size) / 2 : between(at, start, start + whole - size);
    pane.setAttribute("viewBox", [side(x, w, left, width), side(y, h, top, height), w, h].join(" "));
    pane.classList.toggle("wide", w < width - 1 || h < height - 1);
  }

  function set(pane, box) {
    apply(pane, box);
    kept.set(pane.dataset.id, seen(pane));
  }

  function scale(pane, factor, [fx, fy] = [0.5, 0.5]) { // the point at these parts of the window stays where it is
    const [x, y, w, h] = seen(pane), [, , homeWide] = numbers(pane.dataset.home);
    const [, , width, height] = numbers(pane.dataset.whole);
    const wide = between(w / factor, homeWide / 3, Math.max(homeWide, width, (height * w) / h)), high = (wide * h) / w;
    set(pane, [x + (w - wide) * fx, y + (h - high) * fy, wide, high]);
  }

  function zoom(word, pane = panes()[0]) {
    if (!pane) return;
    if (word === "in") scale(pane, 1.25);
    else if (word === "out") scale(pane, 0.8);
    else {
      kept.delete(pane.dataset.id);
      apply(pane, numbers(pane.dataset.home));
    }
  }

  function reveal(node) { // move the sheet just so far that the thing is seen
    const pane = within(node);
    if (!pane) return;
    const box = node.getBoundingClientRect(), frame = frameOf(pane);
    const shift = (a, b, low, high) => (a < low ? a - low : b > high ? Math.min(b - high, a - low) : 0);
    const dx = shift(box.left, box.right, frame.left, frame.right);
    const dy = shift(box.top, box.bottom, frame.top, frame.bottom);
    if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
    const [x, y, w, h] = seen(pane), unit = pane.getScreenCTM()?.a || 1;
    set(pane, [x + dx / unit, y + dy / unit, w, h]);
  }

  function restore() { // after a drawing has changed
    for (const pane of panes()) {
      const home = numbers(pane.dataset.home ?? pane.getAttribute("viewBox")), box = kept.get(pane.dataset.id);
      const alike = box && Math.abs(box[2] / box[3] - home[2] / home[3]) < 0.01; // not after a change of layout
      apply(pane, alike ? box : home);
    }
  }

  on(root, "pointerdown", (event) => {
    const pane = within(event.target);
    dragged = false;
    drag = pane?.classList.contains("wide") && event.button === 0
      ? { pane, x: event.clientX, y: event.clientY, box: seen(pane), unit: pane.getScreenCTM()?.a || 1 }
      : null;
  });
  on(document, "pointermove", (event) => {
    if (!drag?.pane.isConnected) return;
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!dragged && Math.hypot(dx, dy) < 6) return; // a trembling hand still touches
    dragged = true;
    const [x, y, w, h] = drag.box;
    set(drag.pane, [x - dx / drag.unit, y - dy / drag.unit, w, h]);
  });
  for (const name of ["pointerup", "pointercancel"]) on(document, name, () => { drag = null; });
  on(root, "click", (event) => { // the click that ends a drag touches nothing
    if (dragged) event.stopPropagation();
    dragged = false;
  }, true);
  on(root, "wheel", (event) => {
    const pane = within(event.target);
    if (!pane || !event.ctrlKey) return; // a plain wheel scrolls the notebook
    event.preventDefault();
    const frame = frameOf(pane);
    const part = [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
    scale(pane, event.deltaY < 0 ? 1.25 : 0.8, part);
  });
  on(root, "keydown", (event) => {
    const word = { "+": "in", "=": "in", "-": "out", 0: "home" }[event.key];
    if (!word || event.altKey || event.ctrlKey || event.metaKey || !panes().length) return;
    zoom(word, within(event.target) ?? undefined);
    event.preventDefault();
  });
  return { zoom, reveal, restore };
}
