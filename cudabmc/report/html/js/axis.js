// Where steps stand on the timeline: all of them at an even distance, or the few that matter with gaps between.

const GAP = 46;  // pixels of a gap

class EvenAxis {
  constructor(length, width) { this.length = length; this.width = width; this.total = length * width; }
  x(step) { return (step + 0.5) * this.width; }
  at(x) { return clamp(Math.floor(x / this.width), 0, this.length - 1); }
  gaps() { return []; }
  steps(from, to) {
    const first = this.at(from), last = this.at(to);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }
}

class ShortAxis {
  constructor(length, shown, width) {
    this.columns = [];
    let at = 0, next = 0;
    for (const step of [...shown, length]) {
      if (step > next) { this.columns.push({ from: next, to: step - 1, x: at, width: GAP }); at += GAP; }
      if (step < length) { this.columns.push({ from: step, to: step, x: at, width }); at += width; }
      next = step + 1;
    }
    this.total = at;
    this.width = width;
    this.starts = this.columns.map((column) => column.from);
  }
  column(step) { return this.columns[upTo(this.starts, step) - 1]; }
  x(step) {
    const { from, to, x, width } = this.column(step);
    return x + ((step - from + 0.5) / (to - from + 1)) * width;
  }
  at(x) {
    const column = this.columns.find((c) => x < c.x + c.width) || this.columns.at(-1);
    const share = clamp((x - column.x) / column.width, 0, 0.999);
    return column.from + Math.floor(share * (column.to - column.from + 1));
  }
  gaps() { return this.columns.filter((column) => column.to > column.from || column.width === GAP); }
  steps() { return this.columns.filter((column) => column.from === column.to && column.width !== GAP).map((column) => column.from); }
}

// The axis for a trace in a view of so many pixels; `zoom` is the width of a step, or 0 to fit.
function axisOf(trace, short, zoom, view) {
  const shown = trace.finding.shown;
  if (short && shown.length < trace.length) {
    let gaps = 0;
    shown.forEach((step, i) => { if (step > (i ? shown[i - 1] + 1 : 0)) gaps++; });
    return new ShortAxis(trace.length, shown, clamp((view - gaps * GAP) / shown.length, 18, 56));
  }
  return new EvenAxis(trace.length, zoom || clamp(view / trace.length, 3, 44));
}
