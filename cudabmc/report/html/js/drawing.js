// The picture of the timeline: lanes with their barrier intervals, steps, context switches, and the conflict.

function timelineDrawing(scene, left, top, width, height) {
  const { trace } = state, { axis, lanes, label } = scene;
  const view = {
    trace, axis, lanes, label, width, height, scene, left,
    from: left - 40, to: left + width - label + 40,
    x: (step) => label + axis.x(step) - left,
    y: (lane) => HEAD + lane * LANE + LANE / 2 + 4 - top,  // a little lower: the name of the interval stands above
    firstLane: Math.max(0, Math.floor(top / LANE)),
    lastLane: Math.min(lanes.length - 1, Math.ceil((top + height - HEAD) / LANE)),
  };
  view.steps = axis.steps(view.from, view.to);
  const clip = svg("clipPath", { id: "lanes-clip" }, svg("rect", { x: label, y: HEAD, width: Math.max(0, width - label), height }));
  const body = svg("g", { "clip-path": "url(#lanes-clip)" }, gaps(view), bands(view), switches(view), marks(view), conflict(view));
  return [svg("defs", null, clip), cursorBand(view), body, heads(view), labels(view)];
}

function gaps(view) {
  return view.axis.gaps().map((gap) => svg("rect", { class: "gap", x: view.label + gap.x - view.left, y: HEAD, width: gap.width, height: view.height }));
}

// Barrier intervals of each lane of one thread, and where it waits at a barrier.
function bands(view) {
  const drawn = [];
  for (let i = view.firstLane; i <= view.lastLane; i++) {
    const lane = view.lanes[i], y = view.y(i) - LANE / 2 - 2;
    drawn.push(svg("line", { class: "lane-line", x1: view.label, x2: view.width, y1: view.y(i), y2: view.y(i) }));
    if (lane.threads.length > 1 || threadOf(lane.threads[0]).kind !== "thread") continue;
    for (const piece of intervalsOf(view.scene, lane.threads[0])) {
      const half = view.axis.width / 2, from = view.x(piece.from) - half, to = view.x(piece.to) + half, until = view.x(piece.until) - half;
      if (Math.max(to, until) < view.label || from > view.width) continue;
      drawn.push(svg("rect", { class: `band ${piece.interval % 2 ? "odd" : "even"}`, x: from, y, width: Math.max(2, to - from), height: LANE - 4, rx: 4 }));
      if (piece.waits && until > to) drawn.push(svg("line", { class: "waiting", x1: to, x2: until, y1: view.y(i), y2: view.y(i) }));
      const name = intervalName(piece.interval), room = to - Math.max(from, view.label);
      if (room > 16 && view.trace.barriers) drawn.push(svg("text", { class: "band-name", x: Math.max(from, view.label) + 3, y: y + 9.5 }, room > name.length * 5.6 + 6 ? name : String(piece.interval)));
    }
  }
  return drawn;
}

function intervalName(interval) {
  return interval ? `after ${plural(interval, "barrier")}` : "before a barrier";
}

function intervalsOf(scene, thread) {
  if (!scene.intervals.has(thread)) scene.intervals.set(thread, state.trace.intervals(thread));
  return scene.intervals.get(thread);
}

function marks(view) {
  const drawn = [], size = clamp(view.axis.width * 0.6, 2, 10);
  for (const step of view.steps) {
    const lane = view.scene.laneOf.get(view.trace.thread(step));
    if (lane < view.firstLane || lane > view.lastLane) continue;
    const letter = view.trace.letters.get(step), x = view.x(step), y = view.y(lane);
    const kind = view.trace.kind(step);
    if (letter) {
      const big = view.trace.finding.places.length > 1;
      drawn.push(svg("circle", { class: `halo ${big ? "who-" + letter : "who-only"}`, cx: x, cy: y, r: 11 }));
      drawn.push(svg("text", { class: `halo-letter ${big ? "who-" + letter : "who-only"}`, x, y: y + 4.5 }, big ? letter : "!"));
    } else {
      drawn.push(markOf(kind, x, y, kind === "other" ? Math.min(size, 5) : size, view.trace.contests(step) ? "contested" : ""));
    }
  }
  return drawn;
}

// A line from lane to lane where the scheduler goes from one thread to another; a counted context switch stands out.
function switches(view) {
  const drawn = [];
  for (const step of view.steps) {
    if (!view.trace.switches(step)) continue;
    const from = view.scene.laneOf.get(view.trace.thread(step - 1)), to = view.scene.laneOf.get(view.trace.thread(step));
    if (from === to) continue;
    const x = view.x(step) - view.axis.width / 2;
    const counted = view.trace.preempts(step);
    drawn.push(svg("line", { class: counted ? "switch counted" : "switch", x1: x, x2: x, y1: view.y(from), y2: view.y(to) }));
    if (counted) drawn.push(svg("path", { class: "switch-head", d: `M${x - 5} ${view.y(to) - Math.sign(to - from) * 9}l5 ${Math.sign(to - from) * 7}l5 ${-Math.sign(to - from) * 7}z` }));
  }
  return drawn;
}

function conflict(view) {
  const { places, cell } = view.trace.finding;
  if (places.length !== 2 || !isRace(view.trace.finding) || places.some((place) => place.step < 0)) return [];
  const [a, b] = places.map((place) => ({ x: view.x(place.step), y: view.y(view.scene.laneOf.get(place.thread)) }));
  const down = b.y > a.y ? 1 : b.y < a.y ? -1 : 0, middle = (a.y + b.y) / 2 - (down ? 0 : LANE);
  const path = svg("path", { class: "conflict", d: `M${a.x} ${a.y + 11 * down}C${a.x} ${middle} ${a.x} ${middle} ${(a.x + b.x) / 2} ${middle}S${b.x} ${middle} ${b.x} ${b.y - 11 * down}` });
  const name = cell ? said(cell[4]) : "", width = name.length * 7 + 12;
  if (!name || Math.abs(b.x - a.x) < width + 16) return [path];
  const x = clamp((a.x + b.x) / 2, view.label + width, Math.max(view.label + width, view.width - width)), y = middle;
  return [path, svg("rect", { class: "conflict-box", x: x - width / 2, y: y - 9, width, height: 18, rx: 9 }), svg("text", { class: "conflict-name", x, y: y + 4 }, name)];
}

function cursorBand(view) {
  const x = view.x(state.step), width = Math.max(2, view.axis.width);
  return x < view.label ? null : svg("rect", { class: "cursor", x: x - width / 2, y: HEAD - 6, width, height: view.height });
}

// The numbers of steps above the lanes: of some, so that they stay apart, and of the current one.
function heads(view) {
  const drawn = [svg("rect", { class: "head-back", x: 0, y: 0, width: view.width, height: HEAD - 6 })];
  let free = view.label;
  const now = view.x(state.step), nowWidth = String(state.step + 1).length * 7 + 10;
  for (const gap of view.axis.gaps()) {
    const middle = view.x(gap.from) + (view.x(gap.to) - view.x(gap.from)) / 2;
    if (middle > view.label && Math.abs(middle - now) > 40) drawn.push(svg("text", { class: "gap-name", x: middle, y: 16 }, `\u00b7\u00b7\u00b7${gap.to - gap.from + 1}`));
  }
  for (const step of view.steps) {
    const x = view.x(step), text = String(step + 1), width = text.length * 7;
    if (x - width / 2 < free || Math.abs(x - now) < (width + nowWidth) / 2) continue;
    if (view.axis.width < 20 && (step + 1) % tick(view.axis.width)) continue;
    drawn.push(svg("text", { class: view.trace.preempts(step) ? "head preempted" : "head", x, y: 16 }, text));
    free = x + width / 2 + 8;
  }
  if (now >= view.label) {
    drawn.push(svg("rect", { class: "now-box", x: now - nowWidth / 2, y: 3, width: nowWidth, height: 18, rx: 4 }), svg("text", { class: "now-name", x: now, y: 16 }, String(state.step + 1)));
  }
  return drawn;
}

function tick(width) {
  return [5, 10, 20, 50, 100, 200, 500, 1000].find((count) => count * width >= 60) || 2000;
}

function labels(view) {
  const drawn = [svg("rect", { class: "label-back", x: 0, y: 0, width: view.label, height: view.height })];
  const letters = Math.floor((view.label - 30) / LETTER);
  for (let i = view.firstLane; i <= view.lastLane; i++) {
    const lane = view.lanes[i], y = view.y(i);
    if (y < HEAD - 4) continue;
    const now = lane.threads.includes(view.trace.thread(state.step));
    if (lane.letters && view.trace.finding.places.length > 1) {
      drawn.push(svg("circle", { class: `halo who-${lane.letters[0]}`, cx: 13, cy: y, r: 9 }), svg("text", { class: `halo-letter who-${lane.letters[0]}`, x: 13, y: y + 4.5 }, lane.letters[0]));
    }
    drawn.push(svg("text", { class: now ? "lane-name now" : "lane-name", x: 27, y: y + 4.5 }, svg("title", null, lane.threads.length === 1 ? threadOf(lane.threads[0]).name : lane.name), fitted(lane.name, letters)));
  }
  return drawn;
}
