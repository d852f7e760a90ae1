// The memory of a trace: its objects, their cells, and what a cell held after any step.

class Memory {
  constructor(trace) {
    this.trace = trace;
    this.objects = new Map();  // number -> {number, name, space, events, cells}
    for (let step = 0; step < trace.length; step++) {
      const thread = trace.thread(step);
      for (const [kind, object, offset, size, element, value] of trace.accesses(step)) {
        this.object(object).events.push({ step, thread, kind, offset, size, element, value: said(value) });
      }
    }
  }

  object(number) {
    if (!this.objects.has(number)) {
      const [, name, space] = data.objects[number];
      this.objects.set(number, { number, name, space, events: [], cells: null });
    }
    return this.objects.get(number);
  }

  // The cells of an object by offset. A cell is what a load or store touches; a copy touches all cells that it
  // overlaps. An object that is only copied has what is copied for cells.
  cells(number) {
    const object = this.object(number);
    if (object.cells) return object.cells;
    const found = new Map();
    for (const event of object.events) {
      const key = `${event.offset}:${event.size}`;
      if (isCell(event) && !found.has(key)) {
        found.set(key, { offset: event.offset, size: event.size, name: said(event.element), events: [] });
      }
    }
    if (!found.size) {
      for (const { offset, size, element } of object.events) {
        found.set(`${offset}:${size}`, { offset, size, name: `${plural(size, "byte")} from ${said(element) || offset}`, events: [] });
      }
    }
    for (const cell of this.aroundTheEnd(number, [...found.values()])) found.set(`${cell.offset}:${cell.size}`, cell);
    object.cells = [...found.values()].sort((a, b) => a.offset - b.offset || a.size - b.size);
    const offsets = object.cells.map((cell) => cell.offset);
    const longest = object.cells.reduce((most, cell) => Math.max(most, cell.size), 0);
    for (const event of object.events) {
      for (let i = upTo(offsets, event.offset - longest); i < offsets.length && offsets[i] < event.offset + event.size; i++) {
        if (offsets[i] + object.cells[i].size > event.offset) object.cells[i].events.push(event);
      }
    }
    for (const cell of object.cells) cell.steps = cell.events.map((event) => event.step);
    return object.cells;
  }

  // The bytes beyond the object that an access is about, and the elements of the object next to them.
  aroundTheEnd(number, known) {
    const bounds = this.bounds(number);
    if (!bounds) return [];
    const { size, name, before, unit } = bounds, [, , offset, bytes] = this.trace.finding.cell, added = [];
    for (let i = 1; i <= NEIGHBOURS && unit; i++) {
      const at = before ? (i - 1) * unit : size - i * unit;
      if (at >= 0 && at < size && !known.some((cell) => cell.offset < at + unit && at < cell.offset + cell.size)) {
        added.push({ offset: at, size: unit, name: name(at / unit), events: [] });
      }
    }
    if (!known.some((cell) => cell.offset === offset && cell.size === bytes)) {
      added.push({ offset, size: bytes, name: said(this.trace.finding.cell[4]), events: [] });
    }
    return added;
  }

  // Of the object beyond which the finding's access lies: its size in bytes and that of its elements, whether the
  // access lies before it, and how elements are called. Null of other objects.
  bounds(number) {
    const { bounds, cell } = this.trace.finding;
    if (!bounds || cell[1] !== number) return null;
    const unit = bounds.size / bounds.shape.reduce((product, extent) => product * extent, 1);
    const name = (element) => this.object(number).name + indices(element, bounds.shape);
    return { ...bounds, unit: said(cell[4]).startsWith("byte ") ? 0 : unit, before: cell[2] < 0, name };
  }

  // The extents of an array as far as the names of its cells tell them, the outermost left out; [] of others.
  rows(number) {
    const bounds = this.bounds(number);
    if (bounds) return bounds.shape.slice(1);
    const named = this.cells(number).map((cell) => ({ index: indexOf(cell.name), element: cell.offset / cell.size }));
    if (!named.length || named.some(({ index, element }) => index.length < 2 || !Number.isInteger(element))) return [];
    const last = named.map(({ index }) => index.at(-1)), row = named.map(({ index }) => index.at(-2));
    if (named[0].index.length === 2) {
      const tells = named.findIndex((_, i) => row[i] > 0);
      const columns = tells < 0 ? Math.max(...last) + 1 : (named[tells].element - last[tells]) / row[tells];
      if (Number.isInteger(columns) && columns > Math.max(...last)) return [columns];
    }
    return [Math.max(...last) + 1];
  }

  // What a cell holds after a step: {value, event}, or null if no step tells. A value that no step before tells is
  // that of the next read, as long as nothing writes in between.
  held(cell, step) {
    const now = upTo(cell.steps, step);
    for (let i = now - 1; i >= 0; i--) {
      const event = cell.events[i];
      if (same(event, cell) && event.value !== "") return { value: event.value, event };
      if (event.kind !== 0) break;
    }
    for (let i = now; i < cell.events.length; i++) {
      const event = cell.events[i];
      if (event.kind !== 0) break;
      if (same(event, cell) && event.value !== "") return { value: event.value, event: cell.events[now - 1] || null };
    }
    return null;
  }

  // The last access to a cell up to a step, or null.
  lastAccess(cell, step) {
    return cell.events[upTo(cell.steps, step) - 1] || null;
  }

  isContested(number, cell) {
    const wanted = this.trace.finding.cell;
    return wanted !== null && wanted[1] === number
      && cell.offset < wanted[2] + wanted[3] && wanted[2] < cell.offset + cell.size;
  }
}

const NEIGHBOURS = 3;  // elements of an object that are shown beside the cell beyond it

// 7 of an array of [3][4] is [1][3].
function indices(element, shape) {
  let left = element, text = "";
  for (let i = shape.length - 1; i > 0; i--) {
    text = `[${left % shape[i]}]${text}`;
    left = Math.floor(left / shape[i]);
  }
  return `[${left}]${text}`;
}

// The indices at the end of a name: 1 and 3 of tile[1][3].
function indexOf(name) {
  const found = name.match(/(\[-?\d+\])+$/);
  return found ? [...found[0].matchAll(/-?\d+/g)].map(Number) : [];
}

// Copies have no value; so do atomics, which are small.
function isCell(access) {
  return access.value !== "" || access.size <= 8;
}

function same(event, cell) {
  return event.offset === cell.offset && event.size === cell.size;
}
