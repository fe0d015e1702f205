// The one view of all games: shows what it is sent, reports touches, knows no rule.
// Messages from Python: {type: "update", drawing?, marks?, header?}. To Python: ready, touch, clear, width.
const SVG = "http://www.w3.org/2000/svg";
const NARROW = 680; // px; below it the drawing is laid out anew, not scaled down
const STATES = ["lit", "chosen", "hinted", "lost", "refused"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function make(tag, parent, attributes = {}, text = "") {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  parent.append(node);
  return node;
}

function parsePart(text) {
  const page = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return document.importNode(page.documentElement.firstElementChild, true);
}

function render({ model, el }) {
  const stop = new AbortController();
  const on = (target, name, act, capture = false) =>
    target.addEventListener(name, act, { signal: stop.signal, capture });
  el.classList.add("playsolve", "ps-view", ...model.get("table").split(" ").filter(Boolean));
  const header = make("div", el, { class: "ps-header" });
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "ps-table");
  svg.setAttribute("role", "group");
  el.append(svg);
  const strip = make("div", el, { class: "ps-strip", role: "group", "aria-label": "Choices" });
  const words = make("div", el, { class: "ps-words" });
  const live = make("div", el, { class: "ps-live", "aria-live": "polite", role: "status" });
  const panes = panning(svg, on); // pan.js
  const parts = new Map();
  let number = -1, home = null, narrow = null, answers = 0;

  const things = () => [...svg.querySelectorAll(".thing")];
  const at = (id) => svg.querySelector(`.thing[data-id="${CSS.escape(id)}"]`);
  const send = (type, more = {}) => model.send({ type, number, ...more });

  function touch(node) {
    home = node.dataset.id ?? home;
    if (node.dataset.zoom) panes.zoom(node.dataset.zoom);
    else send("touch", { touch: node.dataset.touch });
  }

  function rove(id) { // the drawing is one stop of the Tab key: exactly one thing can be entered
    const all = things();
    const stopAt = all.find((node) => node.dataset.id === id) ?? all[0];
    for (const node of all) node.setAttribute("tabindex", node === stopAt ? "0" : "-1");
    home = stopAt?.dataset.id ?? null;
  }

  function step([dx, dy]) { // the nearest thing in that direction, sideways counting double
    const here = at(home)?.getBoundingClientRect();
    if (!here) return;
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    const [x, y] = middle(here);
    let best = null, least = Infinity;
    for (const node of things()) {
      const [u, v] = middle(node.getBoundingClientRect());
      const along = (u - x) * dx + (v - y) * dy, across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (along > 1 && along + 2 * across < least) [best, least] = [node, along + 2 * across];
    }
    if (best) { rove(best.dataset.id); best.focus(); }
  }

  function animate(moved, boxes) { // first, last, invert, play
    for (const [from, to] of Object.entries(moved)) {
      const node = at(to)?.querySelector(".body") ?? svg.querySelector(`[data-id="${CSS.escape(to)}"]`);
      const old = boxes.get(from);
      if (!node || !old) continue;
      const now = node.getBoundingClientRect(), scale = node.getScreenCTM()?.a || 1;
      const time = { duration: 240, easing: "ease-out" };
      node.style.transformBox = "fill-box";
      node.style.transformOrigin = "center";
      if (calm()) node.animate([{ opacity: 0.3 }, { opacity: 1 }], time);
      else if (from === to) node.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], time);
      else {
        const dx = (old.x + old.width / 2 - now.x - now.width / 2) / scale;
        const dy = (old.y + old.height / 2 - now.y - now.height / 2) / scale;
        node.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], time);
      }
      node.closest(".thing")?.animate([{ filter: "brightness(1.25)" }, { filter: "none" }], { duration: 900 });
    }
  }

  function redraw(drawing) {
    const focused = svg.contains(document.activeElement);
    const boxes = new Map(
      Object.keys(drawing.moved ?? {}).map((id) => {
        const node = at(id) ?? svg.querySelector(`[data-id="${CSS.escape(id)}"]`);
        return [id, (node?.querySelector(".body") ?? node)?.getBoundingClientRect()];
      }),
    );
    number = drawing.number;
    svg.setAttribute("viewBox", `0 0 ${drawing.width} ${drawing.height}`);
    svg.setAttribute("aria-label", drawing.label);
    svg.style.maxWidth = `${drawing.width * 1.5}px`; // a narrow layout on a middling board stays a hand wide
    for (const [key, node] of parts) if (!drawing.order.includes(key)) { node.remove(); parts.delete(key); }
    for (const [key, text] of Object.entries(drawing.parts)) {
      const node = parsePart(text);
      parts.get(key)?.replaceWith(node);
      parts.set(key, node);
    }
    let next = svg.firstElementChild;
    for (const key of drawing.order) {
      const node = parts.get(key);
      if (node === next) next = next.nextElementSibling;
      else svg.insertBefore(node, next);
    }
    panes.restore();
    rove(home);
    if (focused) at(home)?.focus();
    animate(drawing.moved ?? {}, boxes);
  }

  function mark(marks) {
    for (const node of things()) {
      const { touch: id, base } = node.dataset;
      for (const state of STATES) node.classList.toggle(state, (marks[state] ?? []).includes(id));
      const chosen = marks.chosen.indexOf(id), hinted = marks.hinted.indexOf(id);
      const badge = node.querySelector(".badge text");
      if (badge) badge.textContent = chosen >= 0 ? chosen + 1 : hinted >= 0 ? hinted + 1 : "";
      if (base === undefined) node.dataset.base = node.getAttribute("aria-label") ?? "";
      const state = [chosen >= 0 && `chosen ${chosen + 1}`, hinted >= 0 && `hint ${hinted + 1}`];
      node.setAttribute("aria-label", [node.dataset.base, ...state].filter(Boolean).join(", "));
      node.setAttribute("aria-pressed", chosen >= 0);
    }
    const first = marks.hinted.find((id) => !marks.chosen.includes(id));
    if (first !== undefined) panes.reveal(things().find((node) => node.dataset.touch === first));
    for (const node of svg.querySelectorAll("[data-when]"))
      node.classList.toggle("shown", marks.chosen.includes(node.dataset.when));
    const focused = strip.contains(document.activeElement) ? document.activeElement.dataset.touch : null;
    strip.replaceChildren();
    for (const { touch: id, label, kind } of marks.strip) {
      const button = make("button", strip, { type: "button", "data-touch": id, class: `ps-choice ${kind}` }, label);
      if (marks.hinted.includes(id)) button.classList.add("hinted");
      on(button, "click", () => touch(button));
      if (id === focused) button.focus();
    }
    if (focused !== null && !strip.contains(document.activeElement)) (strip.firstElementChild ?? at(home))?.focus();
    words.textContent = marks.words;
    words.className = `ps-words ${marks.tone}`;
    // A sentence said twice in a row is a change too, or a screen reader stays silent.
    live.textContent = marks.words + (live.textContent === marks.words ? "\u00a0" : "");
  }

  function head({ title, line, chips }) {
    header.replaceChildren();
    const left = make("div", header, { class: "ps-title" });
    make("h2", left, {}, title);
    make("p", left, {}, line);
    const right = make("div", header, { class: "ps-chips" });
    for (const chip of chips) {
      const node = make("div", right, { class: `ps-chip${chip.to_move ? " to-move" : ""}` });
      make("b", node, {}, (chip.to_move ? "▸ " : "") + chip.name);
      make("span", node, {}, chip.text);
    }
  }

  const listen = (message) => {
    if (message.header) head(message.header);
    if (message.drawing) redraw(message.drawing);
    if (message.marks) mark(message.marks);
    el.dataset.answers = ++answers; // lets a test wait for the answer to a touch
  };
  model.on("msg:custom", listen);

  on(svg, "click", (event) => {
    const node = event.target.closest(".thing");
    if (!node) return send("clear");
    rove(node.dataset.id);
    node.focus({ preventScroll: true });
    const spot = event.target.closest("[data-spot]")?.dataset.spot; // a part of a thing that stands for a choice
    if (spot) send("touch", { touch: spot });
    else touch(node);
  });
  on(svg, "focusin", ({ target }) => panes.reveal(target.closest(".thing")));
  on(svg, "keydown", (event) => {
    const node = event.target.closest(".thing");
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (ARROWS[event.key]) step(ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") node && !event.repeat && touch(node);
    else return;
    event.preventDefault();
  });
  on(el, "keydown", (event) => { if (event.key === "Escape") send("clear"); });
  // JupyterLab's shortcuts look at the focused element itself: an attribute on the board alone does not stop them.
  on(document, "focusin", ({ target }) => {
    if (target.closest?.(".playsolve-board, .ps-view")) target.setAttribute("data-lm-suppress-shortcuts", "true");
  }, true);

  const size = new ResizeObserver(([{ contentRect }]) => {
    const now = contentRect.width > 0 ? contentRect.width < NARROW : narrow;
    if (now === narrow) return;
    narrow = now;
    send("ready", { narrow });
  });
  size.observe(el);
  return () => { stop.abort(); size.disconnect(); model.off("msg:custom", listen); };
}

export default { render };
