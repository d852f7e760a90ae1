// The interleaving of a finding: its steps, and the variables of each thread after any of them.

class Trace {
  constructor(finding) {
    this.finding = finding;
    this.length = finding.trace.reduce((sum, [, count]) => sum + count, 0);
    this.numbers = new Int32Array(this.length);
    let at = 0;
    for (const [first, count] of finding.trace) {
      for (let i = 0; i < count; i++) this.numbers[at++] = first + i;
    }
    this.recorded = this.length - finding.ends;
    this.byThread = new Map();
    for (let step = 0; step < this.length; step++) {
      const thread = this.thread(step);
      if (!this.byThread.has(thread)) this.byThread.set(thread, []);
      this.byThread.get(thread).push(step);
    }
    this.involved = [...new Set(finding.places.map((place) => place.thread))];
    this.letters = new Map();  // step -> letter of the place that it is
    finding.places.forEach((place, number) => { if (place.step >= 0) this.letters.set(place.step, LETTERS[number]); });
    this.lettersOfThreads = new Map();
    finding.places.forEach((place, number) => {
      const known = this.lettersOfThreads.get(place.thread) || "";
      this.lettersOfThreads.set(place.thread, known + LETTERS[number]);
    });
    this.frameCache = new Map();
    this.many = finding.places.length > 1;  // so that its threads need letters
    this.barriers = finding.trace.length > 0 && this.some((step) => this.flag(step, BARRIER));
  }

  row(step) { return data.rows[this.numbers[step]]; }
  thread(step) { return this.row(step)[THREAD]; }
  text(step) { return said(this.row(step)[TEXT]); }
  flag(step, flag) { return (this.row(step)[FLAGS] & flag) !== 0; }
  switches(step) { return step > 0 && this.thread(step) !== this.thread(step - 1); }
  preempts(step) { return this.flag(step, PREEMPTION); }
  accesses(step) { return this.row(step)[ACCESSES] || []; }
  changes(step) { return this.row(step)[CHANGES] || []; }
  isEnd(step) { return step >= this.recorded; }

  some(wanted) {
    for (let step = 0; step < this.length; step++) if (wanted(step)) return true;
    return false;
  }

  // What a step is, for its mark: the strongest thing that it does to memory.
  kind(step) {
    if (this.isEnd(step)) return "end";
    if (this.flag(step, BARRIER)) return "barrier";
    const kinds = new Set(this.accesses(step).map((access) => KINDS[access[0]]));
    return ["atomic", "write", "read"].find((kind) => kinds.has(kind)) || "other";
  }

  // Does a step touch the bytes that the finding is about?
  contests(step) {
    const cell = this.finding.cell;
    return cell !== null && this.accesses(step).some((access) =>
      access[1] === cell[1] && access[2] < cell[2] + cell[3] && cell[2] < access[2] + access[3]);
  }

  // The last step of a thread at or before a step, or -1.
  last(thread, step) {
    const steps = this.byThread.get(thread) || [];
    return steps[upTo(steps, step) - 1] ?? -1;
  }

  // The next step after this one of the thread, or -1.
  next(thread, step) {
    const steps = this.byThread.get(thread) || [];
    return steps[upTo(steps, step)] ?? -1;
  }

  // The call frames of a thread after a step, outermost first: {function, depth, values: name -> [value, step]}.
  frames(thread, step) {
    const last = this.last(thread, step);
    const cached = this.frameCache.get(thread);
    if (cached && cached.last === last) return cached.frames;
    const frames = [];
    for (const at of this.byThread.get(thread) || []) {
      if (at > last) break;
      this.enter(frames, at);
    }
    this.frameCache.set(thread, { last, frames });
    return frames;
  }

  enter(frames, step) {
    const row = this.row(step), depth = row[DEPTH];
    while (frames.length && frames.at(-1).depth > depth) frames.pop();
    if (!frames.length || frames.at(-1).depth < depth || frames.at(-1).function !== row[FUNCTION]) {
      if (frames.length && frames.at(-1).depth === depth) frames.pop();
      frames.push({ function: row[FUNCTION], depth, values: new Map() });
    }
    const values = frames.at(-1).values, changes = row[CHANGES] || [];
    for (let i = 0; i < changes.length; i += 2) {
      const before = values.get(changes[i]);
      values.set(changes[i], { value: changes[i + 1], step, before: before ? before.value : null });
    }
  }

  // The pieces of a thread's way between barriers: {interval, from, to, until}: it arrives at the barrier with step
  // `to` and continues at step `until`.
  intervals(thread) {
    const pieces = [];
    const steps = this.byThread.get(thread) || [];
    for (const step of steps) {
      const interval = this.row(step)[INTERVAL];
      if (!pieces.length || pieces.at(-1).interval !== interval) pieces.push({ interval, from: step, to: step, until: step });
      const piece = pieces.at(-1);
      piece.to = piece.until = step;
      if (this.flag(step, BARRIER)) {
        const next = this.next(thread, step);
        piece.until = next < 0 ? this.length - 1 : next;
        piece.waits = true;
      }
    }
    return pieces;
  }
}

// The class that gives an element the colours of a thread.
function whoOf(trace, thread) {
  const letters = trace.lettersOfThreads.get(thread);
  return letters ? (trace.many ? `who-${letters[0]}` : "who-only") : "who-other";
}

// How many of the ascending numbers are at most `value`.
function upTo(numbers, value) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= value) low = middle + 1; else high = middle;
  }
  return low;
}
