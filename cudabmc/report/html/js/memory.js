// The memory of a trace: its objects, their cells, and what a cell held after any step.

class Memory {
  constructor(trace) {
    this.trace = trace;
    this.objects = new Map();  // number -> {number, name, space, events, cells, threads}
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

// Copies have no value; so do atomics, which are small.
function isCell(access) {
  return access.value !== "" || access.size <= 8;
}

function same(event, cell) {
  return event.offset === cell.offset && event.size === cell.size;
}
