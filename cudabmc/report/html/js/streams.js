// Streams: a lane for the host and for each stream, what stands there in the order of the host, and lines for what
// orders it. Only the part that is in sight is drawn.

const TRACK = 56, BOX = 26, SPACE = 26, NARROWEST = 66, LETTER_IN_BOX = 6.9;

const WORDS_OF_REASONS = { stream: "next in the stream", graph: "next in the graph", event: "event", default: "default stream", host: "host waits", other: "ordered" };

function streamsView() {
  const spacer = h("div", { class: "spacer" });
  const picture = svg("svg", { class: "picture", role: "img" });
  const tip = h("div", { class: "tip", hidden: true });
  const holder = h("div", { class: "holder" }, picture, tip);
  const pane = h("div", { class: "streams-pane", tabindex: "0", role: "region", "aria-label": "Streams" }, spacer);
  const entries = h("span", { class: "legend" });
  const help = h("p", { class: "small-note" }, "Boxes are what the host has put into streams, in the order of its calls, and where it waits. A box begins when all those have ended that lines lead from.");
  const verdict = h("p", { class: "apart" }), readout = h("p", { class: "readout", role: "status" });
  spacer.append(holder);
  const node = section("streams", "Streams", help, h("div", { class: "tools" }, verdict, entries), pane, readout);
  const scene = { order: null, selected: -1 };

  function begin() {
    const finding = current();
    scene.order = finding && finding.streams && state.trace ? new StreamOrder(finding.streams) : null;
    node.hidden = !scene.order;
    if (!scene.order) return;
    scene.unordered = isRace(finding) && scene.order.unordered;
    verdict.hidden = !scene.unordered;
    replace(verdict, "No chain of lines leads from ", letterOf("A"), " to ", letterOf("B"), " or back, so either may come first, or both at the same time.");
    scene.columns = columnsOf(scene.order);
    replace(entries, legendOfStreams(scene.order));
    scene.step = state.step;
    select(scene.order.beginning);
    layout();
    showBoth();
  }

  function select(number) {
    scene.selected = number;
    scene.around = number < 0 ? { before: new Set(), after: new Set() } : scene.order.around(number);
    replace(readout, number < 0 ? null : sentences(scene.order, number, scene.around));
  }

  function layout() {
    if (!scene.order) return;
    const { lanes } = scene.order, narrow = pane.clientWidth < 560;
    const longest = lanes.reduce((most, lane) => Math.max(most, laneName(lane).length), 0);
    scene.label = clamp(LETTER * longest + 24, 64, narrow ? 120 : 240);
    spacer.style.width = `${scene.label + scene.columns.total + 8}px`;
    const height = HEAD + lanes.length * TRACK + (scene.unordered ? 18 : 0);
    spacer.style.height = `${height}px`;
    pane.style.height = `${Math.min(height + 18, 460)}px`;
    draw();
  }

  // Scroll to the places of the finding: to the middle between them, or to the last one.
  function showBoth() {
    const { starts, widths } = scene.columns, sight = pane.clientWidth - scene.label;
    const known = scene.order.places.filter((place) => place >= 0);
    if (!known.length) return;
    const from = starts[Math.min(...known)], to = starts[Math.max(...known)] + widths[Math.max(...known)];
    pane.scrollLeft = to - from < sight - 40 ? (from + to - sight) / 2 : to + 40 - sight;
  }

  function bringIntoSight(number) {
    const from = scene.columns.starts[number], to = from + scene.columns.widths[number], sight = pane.clientWidth - scene.label;
    if (from < pane.scrollLeft || to > pane.scrollLeft + sight) pane.scrollLeft = (from + to - sight) / 2;
  }

  function draw() {
    if (!scene.order) return;
    const width = pane.clientWidth, height = pane.clientHeight - 2;
    holder.style.width = `${width}px`;
    holder.style.height = `${height}px`;
    picture.setAttribute("width", width);
    picture.setAttribute("height", height);
    picture.setAttribute("aria-label", `${plural(scene.order.items.length, "entry", "entries")} in ${plural(scene.order.lanes.length - 1, "lane")} of streams and one of the host; ${verdict.hidden ? "" : verdict.textContent}`);
    replace(picture, streamsDrawing(scene, pane.scrollLeft, pane.scrollTop, width, height));
  }

  const redraw = eachFrame(draw);
  function itemAt(event) {
    const box = picture.getBoundingClientRect(), x = event.clientX - box.left - scene.label + pane.scrollLeft;
    if (event.clientX - box.left < scene.label) return -1;
    const number = upTo(scene.columns.starts, x) - 1;
    return number >= 0 && x <= scene.columns.starts[number] + scene.columns.widths[number] ? number : -1;
  }
  pane.addEventListener("scroll", redraw, { passive: true });
  picture.addEventListener("click", (event) => {
    const number = itemAt(event);
    if (number < 0) return;
    scene.step = stepOf(scene.order, number);
    select(number);
    draw();
    goTo(scene.step);
  });
  picture.addEventListener("mousemove", (event) => {
    const number = itemAt(event);
    tip.hidden = number < 0;
    if (number < 0) return;
    const box = picture.getBoundingClientRect();
    tip.textContent = described(scene.order, number);
    tip.style.left = `${clamp(event.clientX - box.left + 12, 0, Math.max(0, box.width - tip.offsetWidth - 8))}px`;
    tip.style.top = `${clamp(event.clientY - box.top + 14, 0, Math.max(0, box.height - 30))}px`;
  });
  picture.addEventListener("mouseleave", () => { tip.hidden = true; });
  when("finding", begin);
  when("step", () => {
    if (!scene.order || state.step === scene.step) return;
    scene.step = state.step;
    const place = current().places.findIndex((known) => known.step === state.step);
    if (place >= 0 && scene.order.places[place] >= 0) {
      select(scene.order.places[place]);
      bringIntoSight(scene.selected);
    }
    redraw();
  });
  when("theme", redraw);
  new ResizeObserver(eachFrame(layout)).observe(pane);
  return node;
}

const letterOf = (letter) => h("span", { class: `letter who-${letter}` }, letter);

// Where each item stands: one column for each, in the order of the host.
function columnsOf(order) {
  const widths = order.items.map((item) => Math.max(NARROWEST, said(item[LABEL]).length * LETTER_IN_BOX + 18));
  const starts = [], earlier = [], last = new Map();  // earlier: the item before it in its lane
  let at = SPACE / 2;
  for (const width of widths) { starts.push(at); at += width + SPACE; }
  order.items.forEach((item, number) => { earlier.push(last.get(item[LANE_OF]) ?? -1); last.set(item[LANE_OF], number); });
  return { starts, widths, earlier, total: at };
}

// The step that tells most of an item: of a place its own, otherwise where it is carried out, or was issued.
function stepOf(order, number) {
  const place = order.places.indexOf(number);
  if (place >= 0 && current().places[place] && current().places[place].step >= 0) return current().places[place].step;
  const item = order.items[number];
  return Math.min(item[BEGUN] >= 0 ? item[BEGUN] : item[ISSUED], state.trace.length - 1);
}

const steps = (from, to) => (from === to ? `step ${from + 1}` : `steps ${from + 1}\u2013${to + 1}`);

// When an item is carried out, in few words; empty of what is not carried out in steps.
function carriedOut(item) {
  if (item[KIND] > CALL) return "";
  if (item[BEGUN] < 0) return "not begun";
  return item[ENDED] < 0 ? `from step ${item[BEGUN] + 1}` : steps(item[BEGUN], item[ENDED]);
}

// Nodes of a graph that may run side by side are in lanes below each other.
function laneName([name, branch]) {
  return branch ? "\u2026 in parallel" : name;
}

function described(order, number) {
  const item = order.items[number], [lane] = order.lanes[item[LANE_OF]];
  const line = state.trace.row(Math.min(item[ISSUED], state.trace.length - 1))[LINE];
  const name = item[KIND] === KERNEL || item[KIND] === CALL ? said(item[NAME]) : said(item[LABEL]);
  const at = `${item[ISSUED] + 1}${line ? ` (line ${line})` : ""}`;
  if (!item[LANE_OF]) return `host: ${name}, step ${at}`;
  const done = carriedOut(item), where = lane === "default stream" ? "the default stream" : `stream ${lane}`;
  return `${name} in ${where}, enqueued at step ${at}${done ? `, carried out: ${done}` : ""}`;
}

function sentences(order, number, { before, after }) {
  const all = order.count(order.items.keys()) - (order.items[number][KIND] <= CALL ? 1 : 0);
  const earlier = order.count(before), later = order.count(after);
  const host = order.places.some((place) => place >= 0 && place !== number && order.isHost(place) && !before.has(place) && !after.has(place));
  return [h("strong", null, "Selected: "), `${described(order, number)}. Operations that come before it: ${earlier}, after it: ${later}; `,
    `that may run at the same time (dashed): ${all - earlier - later}${host ? ", and what the host does there" : ""}.`];
}

function legendOfStreams(order) {
  const line = (cls, text) => h("span", { class: "entry" }, svg("svg", { width: 26, height: 16, "aria-hidden": "true" }, svg("line", { class: cls, x1: 1, x2: 19, y1: 8, y2: 8 }), svg("path", { class: `tip-of ${cls}`, d: "M18 4l7 4-7 4z" })), text);
  const found = REASONS.filter((by) => order.edges.some((edge) => edge.by === by));
  return [line("order-line enqueue", "host enqueues"), found.map((by) => line(`order-line ${by}`, WORDS_OF_REASONS[by]))];
}
