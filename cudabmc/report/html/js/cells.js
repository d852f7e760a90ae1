// The memory of one object after the current step.

const CELLS_SHOWN = 96;

function cellsView() {
  const choice = h("select", { id: "object", "aria-label": "Memory object", onchange: () => { follow.checked = false; showObject(Number(choice.value)); } });
  const follow = h("input", { type: "checkbox", id: "follow", onchange: draw });
  const grid = h("div", { class: "cell-grid", role: "list" });
  const note = h("p", { class: "small-note" });
  const tools = h("div", { class: "tools" }, choice, h("label", { class: "check" }, follow, "follow the steps"));
  const node = section("memory", "Memory", tools, grid, note);

  function options() {
    node.hidden = !state.trace || !state.memory.objects.size;
    if (node.hidden) return;
    replace(choice, objectsInOrder().map((object) => h("option", { value: object.number }, `${object.name} (${object.space})`)));
  }

  function draw() {
    const { trace, memory, step } = state;
    if (!trace || node.hidden) return;
    const accesses = trace.accesses(step);
    if (follow.checked && accesses.length && !accesses.some((access) => access[1] === state.object)) return showObject(accesses[0][1]);
    choice.value = state.object;
    const cells = memory.cells(state.object), focus = focusOf(cells);
    const from = clamp(focus - CELLS_SHOWN / 2, 0, Math.max(0, cells.length - CELLS_SHOWN));
    const shown = cells.slice(from, from + CELLS_SHOWN);
    arrange(grid, shown);
    const what = memory.bounds(state.object) ? "Cells that the trace touches, and those at the end of the object" : "Cells that the trace touches";
    note.textContent = shown.length < cells.length
      ? `${shown.length} of ${cells.length} cells that the trace touches, around the one in question`
      : `${what}; a dash where no step shows the value.`;
  }

  when("finding", () => { follow.checked = false; options(); });
  when("step object", draw);
  return node;
}

// Letters of a thread that fit beside the name of a cell; a longer name has a line of its own.
const MOST_BESIDE = 7, MOST_IN_ROWS = 3;

const COLUMNS = 64;  // of an array that is drawn in its own shape

// Cells one after the other, or in the rows of their array; between them the end of the object, where one lies beyond.
function arrange(grid, cells) {
  const bounds = state.memory.bounds(state.object), [columns] = state.memory.rows(state.object).slice(-1);
  const inRows = columns > 1 && columns <= COLUMNS && cells.every((cell) => indexOf(cell.name).length > 1);
  grid.classList.toggle("in-rows", inRows);
  const wide = cells.some((cell) => whoTouched(cell).length > (inRows ? MOST_IN_ROWS : MOST_BESIDE));
  grid.classList.toggle("with-names", wide);
  grid.style.gridTemplateColumns = inRows ? `repeat(${columns}, minmax(${wide ? 112 : 58}px, 1fr))` : "";
  const nodes = [];
  let row = 0, latest = null;
  for (const [i, cell] of cells.entries()) {
    const before = cells[i - 1], edge = bounds && edgeBetween(bounds, before, cell), name = indexOf(cell.name);
    const line = name.slice(0, -1).join();
    if (line !== latest || edge) row++;
    latest = line;
    if (edge) nodes.push(h("div", { class: "edge", role: "listitem", style: inRows ? { gridRow: row++ } : {} }, edge));
    const node = cellNode(cell);
    if (bounds && isBeyond(bounds, cell)) node.classList.add("beyond");
    if (inRows) Object.assign(node.style, { gridRow: row, gridColumn: name.at(-1) + 1 });
    nodes.push(node);
  }
  replace(grid, nodes);
}

const isBeyond = (bounds, cell) => cell.offset < 0 || cell.offset + cell.size > bounds.size;

// What stands between two cells of which one lies beyond the object.
function edgeBetween(bounds, before, cell) {
  const object = state.memory.object(state.object).name;
  const apart = (distance) => (distance > 0 ? `, ${plural(distance, "byte")} further` : "");
  if (cell.offset + cell.size > bounds.size && !(before && isBeyond(bounds, before))) {
    return `end of ${object} (${plural(bounds.size, "byte")})${apart(cell.offset - bounds.size)}`;
  }
  if (before && before.offset < 0 && cell.offset >= 0) return `begin of ${object}${apart(-before.offset - before.size)}`;
  return "";
}

// The object that the finding is about first, then by the number of accesses.
function objectsInOrder() {
  const disputed = current().about;
  return [...state.memory.objects.values()].sort((a, b) => (b.number === disputed) - (a.number === disputed) || b.events.length - a.events.length);
}

// The cell that the current step touches, else the disputed one.
function focusOf(cells) {
  const touched = state.trace.accesses(state.step).find((access) => access[1] === state.object);
  const wanted = touched || (current().cell && current().cell[1] === state.object ? current().cell : null);
  return wanted ? Math.max(0, cells.findIndex((cell) => cell.offset + cell.size > wanted[2])) : 0;
}

// The letter of the thread that touched a cell last, or its name.
function whoTouched(cell) {
  const { trace, memory, step } = state, last = memory.lastAccess(cell, step);
  if (!last) return "";
  const letters = trace.lettersOfThreads.get(last.thread);
  return letters && trace.finding.places.length > 1 ? letters[0] : tiny(threadOf(last.thread).short);
}

function cellNode(cell) {
  const { trace, memory, step } = state;
  const held = memory.held(cell, step), last = memory.lastAccess(cell, step);
  const fresh = last && last.step === step;
  const contested = memory.isContested(state.object, cell);
  const letters = last ? trace.lettersOfThreads.get(last.thread) : "";
  const classes = ["cell", fresh && `fresh ${KINDS[last.kind]}`, contested && "contested", letters && trace.finding.places.length > 1 && `who-${letters[0]}`];
  const who = last ? `last ${KINDS[last.kind]} by ${threadName(last.thread)} at step ${last.step + 1}` : "not touched yet";
  return h("div", { class: classes.filter(Boolean).join(" "), role: "listitem", "data-cell": cell.name, title: `${cell.name}: ${who}` },
    h("span", { class: "cell-name" }, shortName(cell)), h("span", { class: "cell-value" }, held ? held.value : "\u2013"),
    h("span", { class: "cell-who" }, whoTouched(cell)));
}

// The name without that of the object: [3] for ring[3].
function shortName(cell) {
  const object = state.memory.object(state.object).name;
  return cell.name.startsWith(object) && cell.name.length > object.length ? cell.name.slice(object.length) : cell.name || `byte ${cell.offset}`;
}
