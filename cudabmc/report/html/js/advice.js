// Advice on performance: each place with its line of the source, and the worst warp as a picture: the words that each
// bank serves one after the other, the sectors that are touched and their bytes that are used, the lanes on both sides
// of a branch, the lanes that update one address.

const CELL = 26, MOST_ROWS = 34;

function adviceView() {
  const { advice } = data;
  if (!advice) return null;
  const watched = advice.watched.map(([kernel, number, blocks, of]) => h("li", null,
    `Launch ${number} of ${kernel}: ${blocks.length === of ? (of === 1 ? "its only block" : "all blocks") : `blocks ${blocks.join(", ")} of ${of}`}`));
  return section("advice", "Advice on performance",
    h("p", null, advice.given.length ? `${plural(advice.given.length, "place")} of kernels could be faster. None is a violation.` : "No place that was watched could be faster, by what is measured here."),
    advice.missing.map((text) => h("p", { class: "missing" }, capital(text), ".")),
    advice.given.map(adviceCard),
    h("details", { class: "watched" }, h("summary", null, `What was watched (${plural(advice.watched.length, "launch", "launches")})`), h("ul", null, watched)));
}

function adviceCard(one) {
  const text = data.files[one.file][1], lines = text ? linesOf(one.file) : [];
  const line = one.line > 0 && one.line <= lines.length;
  return h("article", { class: `advice-card ${one.kind}` },
    h("h3", null, h("span", { class: "kind" }, one.kind), " ", h("b", null, one.figure), " ", h("span", { class: "where" }, `${baseName(fileName(one.file))}:${one.line}:${one.column}`)),
    h("p", null, capital(one.text), "."),
    line && h("div", { class: "code advice-line" }, h("span", { class: "line-number" }, String(one.line)), h("span", { class: "code-text" }, codeNodes(one.file, one.line, []))),
    h("p", { class: "muted" }, `Launch ${one.launch} of ${one.kernel}`, one.warp && `, ${one.warp}: ${one.lanes}`),
    one.picture && warpPicture(one.picture));
}

function warpPicture(picture) {
  const drawn = { banks: banksPicture, sectors: sectorsPicture, lanes: lanesPicture, places: placesPicture }[picture.of](picture);
  return h("div", { class: "warp-picture", tabindex: "0", role: "region", "aria-label": "What the lanes of the worst warp do" }, drawn);
}

function cell(x, y, width, classes, label, title) {
  return svg("g", { class: `lane ${classes}` }, svg("title", null, title), svg("rect", { x, y, width: width - 2, height: CELL - 8, rx: 3 }),
    label && svg("text", { x: x + width / 2 - 1, y: y + 13 }, label));
}

function frame(width, height, label, ...children) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, children);
}

// A column for each bank. What stands below each other is served one after the other.
function banksPicture({ banks }) {
  const left = 54, deepest = Math.max(...banks.map((words) => words.length)), rows = Math.min(deepest, MOST_ROWS);
  const nodes = [svg("text", { class: "axis", x: 0, y: 13 }, "bank")];
  for (let row = 0; row < rows; row++) nodes.push(svg("text", { class: "axis", x: 0, y: 33 + row * (CELL - 6) }, `step ${row + 1}`));
  banks.forEach((words, bank) => {
    const x = left + bank * CELL;
    nodes.push(svg("text", { class: "axis middle", x: x + CELL / 2 - 1, y: 13 }, String(bank)));
    words.slice(0, rows).forEach(([offset, lanes], row) => nodes.push(cell(x, 20 + row * (CELL - 6), CELL, row ? "late" : "first",
      lanes.length > 1 ? `${lanes[0]}+` : String(lanes[0]), `${lanes.length > 1 ? "lanes" : "lane"} ${lanes.join(", ")}: word at offset ${offset}, bank ${bank}`)));
  });
  return [h("p", { class: "muted" }, "Columns are banks; numbers in them are lanes. Words below each other are served one after the other."),
    frame(left + banks.length * CELL, 24 + rows * (CELL - 6), "The words of each bank", nodes)];
}

// A row for each eight sectors; in each the 32 bytes, filled where a lane uses them.
function sectorsPicture({ sectors, gap }) {
  const left = 72, width = 96, across = 8, rows = Math.ceil(sectors.length / across), nodes = [];
  const touched = sectors.filter(([, , lanes]) => lanes.length).length;
  sectors.forEach(([offset, used, lanes], number) => {
    const x = left + (number % across) * (width + 4), y = Math.floor(number / across) * CELL;
    if (number % across === 0) nodes.push(svg("text", { class: "axis", x: 0, y: y + 14 }, String(offset)));
    nodes.push(svg("g", { class: lanes.length ? "sector touched" : "sector" },
      svg("title", null, lanes.length ? `sector at offset ${offset}: ${used.length} of 32 bytes are used, by ${lanes.length > 1 ? "lanes" : "lane"} ${lanes.join(", ")}` : `sector at offset ${offset}: not touched`),
      svg("rect", { x, y, width, height: CELL - 6, rx: 2 }),
      runs(used).map(([first, last]) => svg("rect", { class: "used", x: x + first * 3, y: y + 3, width: (last - first + 1) * 3, height: CELL - 12 }))));
  });
  return [h("p", { class: "muted" }, `Boxes are sectors of 32 bytes, from the offset at the left${gap ? "; those between them that are not touched are left out" : ""}. ${touched} are touched; what is filled is used.`),
    frame(left + across * (width + 4), rows * CELL, "The sectors that are touched", nodes)];
}

// [0, 1, 2, 7] as [[0, 2], [7, 7]].
function runs(numbers) {
  const found = [];
  for (const number of numbers) {
    const last = found[found.length - 1];
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}

function lanesPicture({ sides, lanes }) {
  const nodes = lanes.map((lane, i) => cell(lane * CELL, sides[i] * (CELL - 4), CELL, sides[i] ? "late" : "first", String(lane), `lane ${lane} takes side ${sides[i] + 1}`));
  return [h("p", { class: "muted" }, "The lanes in each row take one side of the branch, while those in the other row wait."),
    frame(32 * CELL, 2 * (CELL - 4), "The lanes on both sides", nodes)];
}

function placesPicture({ places }) {
  const left = 72, rows = Math.min(places.length, MOST_ROWS), nodes = [];
  places.slice(0, rows).forEach(([offset, lanes], row) => {
    nodes.push(svg("text", { class: "axis", x: 0, y: 14 + row * (CELL - 4) }, String(offset)));
    lanes.forEach((lane, i) => nodes.push(cell(left + i * CELL, row * (CELL - 4), CELL, i ? "late" : "first", String(lane), `lane ${lane} at offset ${offset}`)));
  });
  return [h("p", { class: "muted" }, "Rows are addresses, by their offsets; the lanes in a row follow each other."),
    frame(left + 32 * CELL, rows * (CELL - 4), "The lanes at each address", nodes)];
}
