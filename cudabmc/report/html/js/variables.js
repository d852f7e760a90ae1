// The threads side by side after the current step: where each stands, and the variables of its functions.

function variablesView() {
  const panes = h("div", { class: "thread-panes" });
  const node = section("variables", "Threads and their variables", panes);
  when("step", () => {
    const { trace, step } = state;
    node.hidden = !trace;
    if (!trace) return;
    const now = trace.thread(step);
    const shown = trace.involved.slice(0, 4);
    if (!shown.includes(now)) shown.push(now);
    replace(panes, shown.map((thread) => threadPane(trace, thread, step, thread === now)));
  });
  return node;
}

function threadPane(trace, thread, step, now) {
  const letters = trace.lettersOfThreads.get(thread) || "";
  const at = trace.last(thread, step);
  const frames = at < 0 ? [] : trace.frames(thread, step).slice().reverse();
  return h("article", { class: `thread-pane ${whoOf(trace, thread)}${now ? " now" : ""}`, "data-thread": thread, "aria-label": threadOf(thread).name },
    h("header", null, letters && trace.many && h("span", { class: "letter" }, letters), h("strong", null, threadName(thread)),
      h("span", { class: "thread-state" }, threadState(trace, thread, step, at))),
    at >= 0 && place(trace.row(at)),
    frames.map((frame, i) => frameTable(frame, step, at, i === 0)),
    at >= 0 && !frames.some((frame) => frame.values.size) && h("p", { class: "small-note" }, "no variable has a value yet"));
}

function threadState(trace, thread, step, at) {
  if (at < 0) return trace.byThread.has(thread) ? "has not started" : "takes no step of its own";
  if (trace.isEnd(at)) return threadOf(thread).kind === "transfer" ? "may happen at any time" : "the run ends here";
  if (trace.thread(step) === thread) return trace.flag(at, BARRIER) ? "arrives at a barrier" : "runs";
  return trace.flag(at, BARRIER) ? "at a barrier" : "";
}

function place(row) {
  return h("div", { class: "thread-place" }, h("span", { class: "line-number" }, oneFile() ? String(row[LINE]) : position([row[FILE], row[LINE]])),
    h("code", null, codeNodes(row[FILE], row[LINE], row[COLUMN] ? [[row[COLUMN], "plain"]] : [])));
}

const MOST_ELEMENTS = 24;  // of the arrays of a function: the last that were set say most

function frameTable(frame, step, at, innermost) {
  const isElement = (name) => said(name).includes("[");
  const sets = [...frame.values].filter(([name]) => isElement(name)).map(([, { step: set }]) => set).sort((a, b) => b - a);
  const recent = sets[MOST_ELEMENTS - 1] ?? -1;
  const shown = [...frame.values].filter(([name, { step: set }]) => !isElement(name) || set >= recent);
  const hidden = frame.values.size - shown.length;
  const rows = shown.map(([name, { value, step: set, before }]) => {
    const fresh = set === step;
    return h("tr", { class: fresh ? "fresh" : null, "data-variable": said(name) }, h("th", { scope: "row" }, said(name)),
      h("td", null, h("span", { class: "value" }, said(value)), fresh && before !== null && before !== value && h("span", { class: "was" }, ` was ${said(before)}`)));
  });
  if (!rows.length && innermost) return null;
  return h("table", { class: "values" }, h("caption", null, `${said(frame.function)}()${innermost ? "" : " at its last step"}${hidden ? `, ${plural(hidden, "element")} set earlier left out` : ""}`), h("tbody", null, rows));
}
