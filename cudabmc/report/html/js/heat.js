// The heat strip: which thread has touched which cell of an object, and how. A canvas, drawn where it is in sight.

const ROW = 16, STRIP = 22;

function heatView() {
  const canvas = h("canvas", { class: "picture" });
  const holder = h("div", { class: "holder" }, canvas);
  const spacer = h("div", { class: "spacer" }, holder);
  const pane = h("div", { class: "heat-pane", tabindex: "0", role: "group", "aria-roledescription": "heat map" }, spacer);
  const readout = h("p", { class: "readout", role: "status" });
  const all = h("input", { type: "checkbox", checked: true, onchange: () => draw() });
  const title = h("span", { class: "file" });
  const node = section("heat", "Who touches which cell",
    h("div", { class: "tools" }, title, h("label", { class: "check" }, all, "whole run"), heatLegend()), pane, readout);
  let plan = null;

  function layout() {
    node.hidden = !state.trace || state.object < 0;
    if (node.hidden) return;
    plan = heatPlan(state.object, pane.clientWidth);
    spacer.style.width = `${plan.label + plan.cells.length * plan.width + 4}px`;
    spacer.style.height = `${STRIP + plan.threads.length * ROW + 4}px`;
    pane.style.height = `${Math.min(STRIP + plan.threads.length * ROW + 18, 280)}px`;
    const object = state.memory.object(state.object);
    title.textContent = `${object.name} (${object.space}): ${plural(plan.cells.length, "cell")} by ${plural(plan.threads.length, "thread")}`;
    pane.setAttribute("aria-label", `Accesses to ${title.textContent}. Arrow keys move, Enter goes to the last access.`);
    const contested = plan.cells.findIndex((cell) => state.memory.isContested(state.object, cell));
    plan.at = { cell: Math.max(0, contested), row: 0 };
    if (contested >= 0) pane.scrollLeft = contested * plan.width - pane.clientWidth / 2;
    draw();
  }

  function draw() {
    if (!plan || node.hidden) return;
    const width = pane.clientWidth, height = pane.clientHeight - 2, ratio = window.devicePixelRatio || 1;
    holder.style.width = `${width}px`;
    holder.style.height = `${height}px`;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    heatDrawing(context, plan, { left: pane.scrollLeft, top: pane.scrollTop, width, height, until: until(), focus: document.activeElement === pane });
    tellCell();
  }

  const redraw = eachFrame(draw);
  function cellAt(event) {
    const box = canvas.getBoundingClientRect();
    const cell = Math.floor((event.clientX - box.left - plan.label + pane.scrollLeft) / plan.width);
    const row = Math.floor((event.clientY - box.top - STRIP + pane.scrollTop) / ROW);
    return plan.cells[cell] && row < plan.threads.length ? { cell, row: Math.max(0, row) } : null;
  }
  const until = () => (all.checked ? Infinity : state.step);
  const tellCell = () => { readout.textContent = readoutOf(plan, until()); };
  function move(at) { if (at) { plan.at = at; tellCell(); redraw(); } }
  function open() {
    const events = eventsAt(plan, until());
    if (events.length) goTo(events.at(-1).step);
  }
  canvas.addEventListener("mousemove", (event) => move(cellAt(event)));
  canvas.addEventListener("click", (event) => { move(cellAt(event)); open(); });
  pane.addEventListener("scroll", redraw, { passive: true });
  pane.addEventListener("focus", redraw);
  pane.addEventListener("blur", redraw);
  pane.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Enter") open();
    else if (by) {
      move({ cell: clamp(plan.at.cell + by[0], 0, plan.cells.length - 1), row: clamp(plan.at.row + by[1], 0, plan.threads.length - 1) });
      pane.scrollLeft = clamp(pane.scrollLeft, (plan.at.cell + 1) * plan.width + plan.label - pane.clientWidth, plan.at.cell * plan.width);
      pane.scrollTop = clamp(pane.scrollTop, (plan.at.row + 1) * ROW + STRIP - pane.clientHeight + 20, plan.at.row * ROW);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  when("finding object", layout);
  when("step theme", redraw);
  new ResizeObserver(eachFrame(() => { if (plan && !node.hidden) layout(); })).observe(node);
  return node;
}

// Columns are cells, rows are threads: the involved ones, the host and transfers, then the others as they came.
function heatPlan(number, width) {
  const { trace, memory } = state, object = memory.object(number), cells = memory.cells(number);
  const met = [...new Set(object.events.map((event) => event.thread))];
  const first = involvedLanes(trace).filter((thread) => met.includes(thread));
  const threads = [...first, ...met.filter((thread) => !first.includes(thread))];
  const letters = lettersFor(threads.map(threadName), 18, width < 560 ? 20 : 32), label = letters * 6.4 + 52;
  const rows = new Map(threads.map((thread, row) => [thread, row]));
  const heat = threads.map(() => new Map());  // row -> cell -> events
  cells.forEach((cell, column) => {
    for (const event of cell.events) {
      const row = heat[rows.get(event.thread)];
      if (!row.has(column)) row.set(column, []);
      row.get(column).push(event);
    }
  });
  return { number, cells, threads, heat, label, letters, width: clamp((width - label - 20) / Math.max(1, cells.length), 3, 30), at: { cell: 0, row: 0 } };
}

function heatDrawing(context, plan, view) {
  const color = colors();
  const x = (cell) => plan.label + cell * plan.width - view.left, y = (row) => STRIP + row * ROW - view.top;
  const firstCell = Math.max(0, Math.floor((view.left) / plan.width)), lastCell = Math.min(plan.cells.length - 1, Math.ceil((view.left + view.width - plan.label) / plan.width));
  const firstRow = Math.max(0, Math.floor(view.top / ROW)), lastRow = Math.min(plan.threads.length - 1, Math.ceil((view.top + view.height) / ROW));
  const gap = plan.width > 8 ? 1 : 0;
  context.font = `11px ${color.font}`;
  for (let row = firstRow; row <= lastRow; row++) {
    context.fillStyle = color.faint;
    context.fillRect(plan.label, y(row), Math.min(view.width - plan.label, plan.cells.length * plan.width), ROW - 1);
    for (const [cell, events] of plan.heat[row]) {
      if (cell < firstCell || cell > lastCell) continue;
      const kinds = new Set(events.filter((event) => event.step <= view.until).map((event) => event.kind));
      const parts = [0, 1, 2].filter((kind) => kinds.has(kind));
      parts.forEach((kind, i) => {
        context.fillStyle = color[KINDS[kind]];
        const part = (ROW - 1) / parts.length;
        context.fillRect(x(cell), y(row) + i * part, plan.width - gap, part);
      });
    }
  }
  outline(context, plan, view, x, color);
  const { cell, row } = plan.at;
  context.strokeStyle = color.text;
  context.lineWidth = view.focus ? 3 : 1;
  context.strokeRect(x(cell), y(row) - 0.5, plan.width - gap, ROW);
  context.fillStyle = color.panel;
  context.fillRect(0, 0, view.width, STRIP - 2);
  context.fillRect(0, 0, plan.label - 2, view.height);
  columnNames(context, plan, x, firstCell, lastCell, color);
  for (let at = firstRow; at <= lastRow; at++) {
    if (y(at) < STRIP - 6) continue;
    const thread = plan.threads[at], letters = state.trace.lettersOfThreads.get(thread);
    context.fillStyle = thread === state.trace.thread(state.step) ? color.text : color.muted;
    context.fillText(`${letters && state.trace.finding.places.length > 1 ? letters[0] + "  " : ""}${fitted(threadName(thread), plan.letters)}`, 4, y(at) + 12, plan.label - 10);
  }
}

// The bytes in question stand in a frame over all threads.
function outline(context, plan, view, x, color) {
  plan.cells.forEach((cell, column) => {
    if (!state.memory.isContested(plan.number, cell)) return;
    context.strokeStyle = color.error;
    context.lineWidth = 2;
    context.strokeRect(x(column) - 1, STRIP - 1, plan.width + 1, Math.min(plan.threads.length * ROW - view.top + 2, view.height - STRIP));
  });
}

function columnNames(context, plan, x, first, last, color) {
  let free = plan.label;
  for (let cell = first; cell <= last; cell++) {
    const contested = state.memory.isContested(plan.number, plan.cells[cell]);
    const every = Math.max(1, Math.ceil(44 / plan.width));
    if (!contested && cell % every) continue;
    const name = shortName(plan.cells[cell]), width = context.measureText(name).width;
    if (x(cell) < free && !contested) continue;
    context.fillStyle = contested ? color.error : color.muted;
    if (x(cell) < plan.label - 4) continue;
    context.fillText(name, x(cell), 14);
    free = x(cell) + width + 8;
  }
}

function eventsAt(plan, until) {
  return (plan.heat[plan.at.row].get(plan.at.cell) || []).filter((event) => event.step <= until);
}

function readoutOf(plan, until) {
  const cell = plan.cells[plan.at.cell];
  if (!cell) return "";
  const events = eventsAt(plan, until);
  const counts = KINDS.map((kind, i) => [events.filter((event) => event.kind === i).length, kind]).filter(([count]) => count);
  const what = counts.map(([count, kind]) => plural(count, kind)).join(", ") || "no access";
  const last = events.at(-1);
  return `${cell.name} by ${threadName(plan.threads[plan.at.row])}: ${what}${last ? `, the last at step ${last.step + 1}` : ""}`;
}

function colors() {
  const style = getComputedStyle(document.documentElement);
  const probe = document.querySelector(".heat-colors");
  const of = (name) => getComputedStyle(probe.querySelector(`.${name}`)).color;
  return { text: of("c-text"), muted: of("c-muted"), faint: of("c-faint"), panel: of("c-panel"), error: of("c-error"),
    read: of("c-read"), write: of("c-write"), atomic: of("c-atomic"), font: style.fontFamily || "sans-serif" };
}

function heatLegend() {
  const names = ["text", "muted", "faint", "panel", "error", "read", "write", "atomic"];
  return h("span", { class: "legend" },
    KINDS.map((kind) => h("span", { class: "entry" }, h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), kind)),
    h("span", { class: "entry" }, h("span", { class: "swatch contested", "aria-hidden": "true" }), "in question"),
    h("span", { class: "heat-colors", hidden: true }, names.map((name) => h("i", { class: `c-${name}` }))));
}
