// The interleaving by thread. Only the part that is in sight is drawn, whatever the length of the trace.

const LANE = 36, HEAD = 30, LETTER = 7;

function timelineView() {
  const spacer = h("div", { class: "spacer" });
  const picture = svg("svg", { class: "picture", role: "img" });
  const tip = h("div", { class: "tip", hidden: true });
  const holder = h("div", { class: "holder" }, picture, tip);
  const pane = h("div", { class: "timeline-pane", tabindex: "0", role: "region", "aria-label": "Timeline" }, spacer);
  spacer.append(holder);
  const shortButton = h("button", { type: "button", class: "chip", onclick: () => { state.short = !state.short; tell("axis"); } });
  const othersButton = h("button", { type: "button", class: "chip", onclick: () => { state.others = !state.others; tell("axis"); } });
  const zoom = (factor) => () => { state.short = false; scene.zoom = clamp((scene.axis ? scene.axis.width : 8) * factor, 1, 60); tell("axis"); };
  const tools = h("div", { class: "tools" }, shortButton, othersButton,
    button("Zoom out", zoom(1 / 1.6), { class: "chip" }, "\u2212"), button("Zoom in", zoom(1.6), { class: "chip" }, "+"), legend());
  const node = section("timeline", "Interleaving", tools, pane);
  const scene = { axis: null, lanes: [], zoom: 0, intervals: new Map(), label: 0 };

  function layout(reveal) {
    const { trace } = state;
    node.hidden = !trace;
    if (!trace) return;
    scene.lanes = lanesOf(trace);
    scene.label = pane.clientWidth < 560 ? labelWidth(96, 170) : labelWidth(190, 300);
    scene.laneOf = new Map();
    scene.lanes.forEach((lane, i) => lane.threads.forEach((thread) => scene.laneOf.set(thread, i)));
    scene.axis = axisOf(trace, state.short, scene.zoom, pane.clientWidth - scene.label - 12);
    spacer.style.width = `${scene.label + scene.axis.total + 8}px`;
    spacer.style.height = `${HEAD + scene.lanes.length * LANE + 4}px`;
    pane.style.height = `${Math.min(HEAD + scene.lanes.length * LANE + 20, 360)}px`;
    const folded = trace.finding.shown.length < trace.length;
    shortButton.hidden = !folded;
    shortButton.textContent = state.short ? `Show all ${trace.length} steps` : `Show the ${trace.finding.shown.length} steps that matter`;
    const others = trace.byThread.size - involvedLanes(trace).length;
    othersButton.hidden = others < 2;
    othersButton.textContent = state.others ? "Fold other threads" : `Show ${others} other threads`;
    if (reveal) bringIntoView();
    draw();
  }

  function labelWidth(least, most) {
    return clamp(LETTER * lettersFor(scene.lanes.map((lane) => lane.name), 1, most) + 34, least, most);
  }

  function bringIntoView() {
    const x = scene.axis.x(state.step), sight = pane.clientWidth - scene.label;
    if (x < pane.scrollLeft + 20 || x > pane.scrollLeft + sight - 40) pane.scrollLeft = x - sight / 2;
    const lane = scene.laneOf.get(state.trace.thread(state.step)) * LANE, height = pane.clientHeight - HEAD - 20;
    if (lane < pane.scrollTop || lane + LANE > pane.scrollTop + height) pane.scrollTop = lane - height / 2;
  }

  function draw() {
    if (!state.trace || !scene.axis) return;
    const width = pane.clientWidth, height = pane.clientHeight;
    holder.style.width = `${width}px`;
    holder.style.height = `${height - 2}px`;
    picture.setAttribute("width", width);
    picture.setAttribute("height", height - 2);
    picture.setAttribute("aria-label", `${plural(state.trace.length, "step")} of ${plural(state.trace.byThread.size, "thread")}; step ${state.step + 1} is shown`);
    replace(picture, timelineDrawing(scene, pane.scrollLeft, pane.scrollTop, width, height));
  }

  const redraw = eachFrame(draw);
  function stepAt(event) {
    const box = picture.getBoundingClientRect();
    const x = event.clientX - box.left - scene.label + pane.scrollLeft, y = event.clientY - box.top;
    if (event.clientX - box.left < scene.label || x > scene.axis.total) return null;
    const lane = scene.lanes[Math.floor((y - HEAD + pane.scrollTop) / LANE)];
    return nearest(state.trace, y < HEAD ? null : lane, scene.axis, x);
  }
  pane.addEventListener("scroll", redraw, { passive: true });
  picture.addEventListener("click", (event) => { const step = stepAt(event); if (step !== null) goTo(step); });
  picture.addEventListener("mousemove", (event) => {
    const step = stepAt(event);
    tip.hidden = step === null;
    if (step === null) return;
    const box = picture.getBoundingClientRect();
    tip.textContent = `${step + 1}  ${threadName(state.trace.thread(step))}: ${state.trace.text(step)}  (line ${state.trace.row(step)[LINE]})`;
    tip.style.left = `${clamp(event.clientX - box.left + 12, 0, Math.max(0, box.width - tip.offsetWidth - 8))}px`;
    tip.style.top = `${clamp(event.clientY - box.top + 14, 0, Math.max(0, box.height - 30))}px`;
  });
  picture.addEventListener("mouseleave", () => { tip.hidden = true; });
  when("finding", () => { scene.zoom = 0; scene.intervals.clear(); state.others = false; layout(true); });
  when("axis", () => layout(true));
  when("step", eachFrame(() => { if (state.trace) { bringIntoView(); draw(); } }));
  when("theme", redraw);
  new ResizeObserver(eachFrame(() => layout(false))).observe(pane);
  return node;
}

const FEW = 8;  // threads that need no folding

// Threads that have a lane of their own whatever their number: the involved ones, those around context switches (of
// many, the last), the host and transfers.
function involvedLanes(trace) {
  const switched = [];
  for (let step = trace.length - 1; step > 0 && switched.length < FEW; step--) {
    if (trace.preempts(step)) switched.push(trace.thread(step - 1), trace.thread(step));
  }
  const threads = [...trace.byThread.keys()];
  const kernel = threads.filter((thread) => threadOf(thread).kind === "thread");
  const few = kernel.length <= FEW ? kernel : kernel.filter((thread) => switched.includes(thread));
  const rest = threads.filter((thread) => threadOf(thread).kind !== "thread");
  return [...new Set([...trace.involved.filter((thread) => trace.byThread.has(thread)), ...few, ...rest])];
}

function lanesOf(trace) {
  const first = involvedLanes(trace);
  const others = [...trace.byThread.keys()].filter((thread) => !first.includes(thread));
  const lanes = first.map((thread) => ({ threads: [thread], name: threadName(thread), letters: trace.lettersOfThreads.get(thread) || "" }));
  if (others.length && !state.others && others.length > 1) {
    const steps = others.flatMap((thread) => trace.byThread.get(thread)).sort((a, b) => a - b);
    lanes.push({ threads: others, name: plural(others.length, "other thread"), letters: "", steps });
  } else {
    for (const thread of others) lanes.push({ threads: [thread], name: threadName(thread), letters: "" });
  }
  for (const lane of lanes) lane.steps ||= trace.byThread.get(lane.threads[0]);
  return lanes;
}

// The step that a point means: the nearest of its lane, or the one of its column.
function nearest(trace, lane, axis, x) {
  const step = axis.at(x);
  if (!lane) return step;
  const after = upTo(lane.steps, step);
  const near = [lane.steps[after - 1], lane.steps[after]].filter((s) => s !== undefined);
  near.sort((a, b) => Math.abs(axis.x(a) - x) - Math.abs(axis.x(b) - x));
  return near.length && Math.abs(axis.x(near[0]) - x) < 16 ? near[0] : step;
}

function legend() {
  const line = (cls, text) => h("span", { class: "entry" }, svg("svg", { width: 22, height: 16, "aria-hidden": "true" }, svg("line", { class: cls, x1: 1, x2: 21, y1: 8, y2: 8 })), text);
  const entry = (kind, text) => h("span", { class: "entry" }, svg("svg", { width: 16, height: 16, "aria-hidden": "true" }, markOf(kind, 8, 8, 9, "")), text);
  return h("span", { class: "legend" }, entry("read", "read"), entry("write", "write"), entry("atomic", "atomic"), entry("barrier", "barrier"), entry("other", "other"),
    line("waiting", "waits"), line("switch counted", "context switch"), line("conflict", "conflict"));
}

// A mark says by shape and by colour what a step does to memory.
function markOf(kind, x, y, size, cls) {
  const half = size / 2, c = `step-mark ${kind} ${cls}`;
  if (kind === "read") return svg("circle", { cx: x, cy: y, r: half, class: c });
  if (kind === "write") return svg("rect", { x: x - half, y: y - half, width: size, height: size, rx: 1.5, class: c });
  if (kind === "atomic") return svg("path", { d: `M${x} ${y - half - 1.5}L${x + half + 1.5} ${y}L${x} ${y + half + 1.5}L${x - half - 1.5} ${y}z`, class: c });
  if (kind === "barrier") return svg("rect", { x: x - 1.5, y: y - 9, width: 3, height: 18, class: c });
  if (kind === "end") return svg("path", { d: `M${x - half} ${y - half}l${size} ${size}m0 ${-size}l${-size} ${size}`, class: c });
  return svg("circle", { cx: x, cy: y, r: Math.min(2.5, half), class: c });
}
