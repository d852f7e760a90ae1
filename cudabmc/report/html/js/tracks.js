// The picture of streams: lanes, boxes, lines, and the two accesses of a race.

function streamsDrawing(scene, left, top, width, height) {
  const { order, columns, label } = scene;
  const view = {
    ...scene, width, height,
    x: (number) => label + columns.starts[number] - left,
    y: (number) => HEAD + order.items[number][LANE_OF] * TRACK + TRACK / 2 - top,
    lane: (lane) => HEAD + lane * TRACK + TRACK / 2 - top,
    first: Math.max(0, upTo(columns.starts, left) - 1), last: Math.min(order.items.length - 1, upTo(columns.starts, left + width)),
  };
  const clip = svg("clipPath", { id: "streams-clip" }, svg("rect", { x: label, y: 0, width: Math.max(0, width - label), height }));
  const below = svg("clipPath", { id: "streams-below" }, svg("rect", { x: 0, y: HEAD - 6, width, height }));
  return [svg("defs", null, clip, below),
    svg("g", { "clip-path": "url(#streams-clip)" }, svg("g", { "clip-path": "url(#streams-below)" },
      nowColumns(view), tracks(view), graphFrames(view), enqueues(view), orderLines(view), apart(view), boxes(view), nameOfRace(view)), numbersOfSteps(view)),
    svg("g", { "clip-path": "url(#streams-below)" }, namesOfLanes(view)), svg("text", { class: "head-name", x: 10, y: 16 }, "at step")];
}

function inSight(view) {
  return Array.from({ length: view.last - view.first + 1 }, (_, i) => view.first + i);
}

// What the current step issues or carries out.
function nowColumns(view) {
  const now = (item) => item[ISSUED] === state.step || (item[BEGUN] >= 0 && item[BEGUN] <= state.step && (item[ENDED] < 0 || state.step <= item[ENDED]));
  return inSight(view).filter((number) => now(view.order.items[number]))
    .map((number) => svg("rect", { class: "cursor", x: view.x(number) - 6, y: HEAD - 6, width: view.columns.widths[number] + 12, height: view.height }));
}

function tracks(view) {
  return view.order.lanes.map((_, lane) => svg("line", { class: lane ? "lane-line" : "host-line", x1: view.label, x2: view.width, y1: view.lane(lane), y2: view.lane(lane) }));
}

// A frame around the nodes of one launch of a graph.
function graphFrames(view) {
  const frames = new Map();
  for (const number of inSight(view)) {
    const graph = view.order.items[number][GRAPH];
    if (graph) frames.set(graph, [...(frames.get(graph) || []), number]);
  }
  return [...frames.values()].map((numbers) => {
    const from = view.x(numbers[0]) - 8, to = view.x(numbers.at(-1)) + view.columns.widths[numbers.at(-1)] + 8;
    const ys = numbers.map((number) => view.y(number)), y = Math.min(...ys) - 21, end = Math.max(...ys) + 24;
    return [svg("rect", { class: "graph-frame", x: from, y, width: to - from, height: end - y, rx: 8 }), svg("text", { class: "graph-name", x: from + 6, y: y - 2 }, "one launch of a graph")];
  });
}

// From the lane of the host down to what it issues.
function enqueues(view) {
  return inSight(view).filter((number) => view.order.items[number][LANE_OF]).map((number) => {
    const x = view.x(number) + 12, end = view.y(number) - BOX / 2;
    return svg("g", { class: dimmed(view, number, number) }, svg("circle", { class: "enqueue-dot", cx: x, cy: view.lane(0), r: 3 }),
      svg("line", { class: "order-line enqueue", x1: x, x2: x, y1: view.lane(0), y2: end - 5 }), svg("path", { class: "tip-of enqueue", d: `M${x - 4} ${end - 7}h8l-4 7z` }));
  });
}

// The lines are strong that lead to the selected item, or from it.
function dimmed(view, from, to) {
  const { selected, around: { before, after } } = view;
  const leads = (before.has(from) || from === selected) && (before.has(to) || to === selected);
  return leads || ((after.has(from) || from === selected) && (after.has(to) || to === selected)) ? "" : "dim";
}

// A straight line within a lane, a short one to the next column, and otherwise one that runs between the lanes, so that
// it meets no other box.
function lineFrom(x1, y1, x2, y2, near) {
  if (near) return y1 === y2 ? `M${x1} ${y1}H${x2}` : `M${x1} ${y1}C${x1 + 13} ${y1} ${x2 - 13} ${y2} ${x2} ${y2}`;
  const y = y2 + (y1 > y2 ? 21 : -21);
  return `M${x1} ${y1}C${x1 + 20} ${y1} ${x1 + 2} ${y} ${x1 + 22} ${y}H${x2 - 18}C${x2 - 8} ${y} ${x2 - 14} ${y2} ${x2} ${y2}`;
}

function orderLines(view) {
  const drawn = [];
  for (const { from, to, by } of view.order.edges) {
    if (to < view.first || from > view.last) continue;
    const x1 = view.x(from) + view.columns.widths[from], x2 = view.x(to) - 6, y1 = view.y(from), y2 = view.y(to);
    const d = lineFrom(x1, y1, x2, y2, to - from === 1 || view.columns.earlier[to] === from);
    const strength = dimmed(view, from, to);
    drawn.push(svg("path", { class: `order-line ${by} ${strength}`, d }), svg("path", { class: `tip-of ${by} ${strength}`, d: `M${x2 - 2} ${y2 - 4.5}l8 4.5-8 4.5z` }));
  }
  return drawn;
}

// Between the accesses of a race, which nothing orders.
function apart(view) {
  if (!view.unordered) return [];
  const { sides, x1, x2, deep } = race(view);
  return svg("path", { class: "conflict", d: `M${x1} ${sides[0] + BOX / 2}C${x1} ${deep} ${x1} ${deep} ${x1 + Math.min(40, (x2 - x1) / 3)} ${deep}H${x2 - Math.min(40, (x2 - x1) / 3)}C${x2} ${deep} ${x2} ${deep} ${x2} ${sides[1] + BOX / 2}` });
}

function race(view) {
  const [a, b] = [...view.order.places].sort((one, other) => one - other);
  const x1 = view.x(a) + view.columns.widths[a] / 2, x2 = view.x(b) + view.columns.widths[b] / 2;
  const sides = [view.y(a), view.y(b)];
  return { sides, x1, x2, deep: Math.max(...sides) + TRACK * 0.58 };
}

function nameOfRace(view) {
  if (!view.unordered) return [];
  const { x1, x2, deep } = race(view), name = "nothing orders A and B", width = name.length * 6.6 + 14;
  const middle = clamp((x1 + x2) / 2, view.label + width / 2 + 4, Math.max(view.label + width / 2 + 4, view.width - width / 2 - 4));
  return [svg("rect", { class: "conflict-box", x: middle - width / 2, y: deep - 9, width, height: 18, rx: 9 }), svg("text", { class: "conflict-name", x: middle, y: deep + 4 }, name)];
}

function boxes(view) {
  const drawn = [], { order, selected, around } = view;
  for (const number of inSight(view)) {
    const item = order.items[number], x = view.x(number), y = view.y(number), width = view.columns.widths[number];
    const place = order.places.indexOf(number), many = order.places.length > 1;
    const relation = number === selected ? "selected" : around.before.has(number) || around.after.has(number) ? "ordered" : "free";
    const who = place < 0 ? "" : many ? `who-${LETTERS[place]}` : "who-only";
    const kind = ["kernel", "call", "event", "event", "waits", "access"][item[KIND]];
    drawn.push(svg("rect", { class: `box ${kind} ${relation} ${who}`, x, y: y - BOX / 2, width, height: BOX, rx: item[KIND] > CALL ? BOX / 2 : 4 }),
      svg("text", { class: "box-name", x: x + width / 2, y: y + 4 }, said(item[LABEL])), svg("text", { class: "box-time", x: x + width / 2, y: y + BOX / 2 + 9 }, carriedOut(item)));
    const letters = place < 0 ? "" : many ? lettersAt(order, number) : "!";
    if (letters) drawn.push(svg("circle", { class: `halo ${who}`, cx: x, cy: y - BOX / 2 + 2, r: letters.length > 1 ? 12.5 : 9.5 }), svg("text", { class: `halo-letter ${who}`, x, y: y - BOX / 2 + 6 }, letters));
  }
  return drawn;
}

// Both letters where one kernel races with itself.
function lettersAt(order, number) {
  return order.places.map((place, i) => (place === number ? LETTERS[i] : "")).join("").slice(0, 2);
}

// Above the lanes: at which step the host issues each item.
function numbersOfSteps(view) {
  return inSight(view).map((number) => svg("text", { class: "head", x: view.x(number) + 12, y: 16 }, String(view.order.items[number][ISSUED] + 1)));
}

function namesOfLanes(view) {
  const letters = Math.floor((view.label - 16) / LETTER);
  const names = view.order.lanes.map((lane, i) => svg("text", { class: "lane-name", x: 10, y: view.lane(i) + 4.5 }, svg("title", null, laneName(lane)), fitted(laneName(lane), letters)));
  return [svg("rect", { class: "label-back", x: 0, y: 0, width: view.label, height: view.height }), names];
}
