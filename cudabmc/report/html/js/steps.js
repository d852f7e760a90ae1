// All steps as a list, of which only the rows in sight exist.

const STEP_ROW = 24;

function stepsView() {
  const spacer = h("div", { class: "spacer" });
  const rows = h("div", { class: "step-rows" });
  spacer.append(rows);
  const pane = h("div", { class: "steps-pane", tabindex: "0", role: "listbox", "aria-label": "Steps" }, spacer);
  const only = h("select", { id: "step-filter", "aria-label": "Which steps", onchange: layout },
    h("option", { value: "all" }, "all steps"), h("option", { value: "involved" }, "of the threads involved"),
    h("option", { value: "memory" }, "memory and barriers"), h("option", { value: "cell" }, "of the memory in question"));
  const count = h("span", { class: "file" });
  const node = section("steps", "Steps", h("div", { class: "tools" }, only, count), pane);
  let shown = [];

  function layout() {
    const { trace } = state;
    node.hidden = !trace;
    if (!trace) return;
    const wanted = wantedSteps(trace, only.value);
    shown = [];
    for (let step = 0; step < trace.length; step++) if (wanted(step)) shown.push(step);
    count.textContent = plural(shown.length, "step");
    spacer.style.height = `${shown.length * STEP_ROW}px`;
    follow();
  }

  function follow() {
    if (!state.trace) return;
    const at = Math.max(0, upTo(shown, state.step) - 1) * STEP_ROW;
    if (at < pane.scrollTop + STEP_ROW || at + 2 * STEP_ROW > pane.scrollTop + pane.clientHeight) pane.scrollTop = at - pane.clientHeight / 2;
    draw();
  }

  function draw() {
    const { trace } = state;
    if (!trace) return;
    const letters = lettersFor([...trace.byThread.keys()].map(threadName), 16, pane.clientWidth < 560 ? 22 : 36);
    rows.style.setProperty("--letters", letters);
    const first = Math.max(0, Math.floor(pane.scrollTop / STEP_ROW) - 4), last = Math.min(shown.length, first + Math.ceil(pane.clientHeight / STEP_ROW) + 8);
    rows.style.transform = `translateY(${first * STEP_ROW}px)`;
    replace(rows, shown.slice(first, last).map((step) => stepRow(trace, step, letters)));
    pane.setAttribute("aria-activedescendant", `step-${state.step}`);
  }

  pane.addEventListener("scroll", eachFrame(draw), { passive: true });
  new ResizeObserver(eachFrame(draw)).observe(pane);
  when("finding", layout);
  when("step", eachFrame(follow));
  return node;
}

function wantedSteps(trace, choice) {
  const involved = new Set(trace.involved);
  return {
    all: () => true,
    involved: (step) => involved.has(trace.thread(step)),
    memory: (step) => trace.isEnd(step) || trace.flag(step, BARRIER) || trace.accesses(step).length > 0,
    cell: (step) => trace.letters.has(step) || trace.contests(step),
  }[choice];
}

function stepRow(trace, step, room) {
  const row = trace.row(step), letter = trace.letters.get(step), letters = trace.lettersOfThreads.get(row[THREAD]);
  const name = threadName(row[THREAD]);
  const many = trace.finding.places.length > 1;
  const classes = ["step-row", step === state.step && "now", letter && (many ? `who-${letter}` : "who-only"), trace.switches(step) && "switched", trace.preempts(step) && "counted"];
  return h("div", { id: `step-${step}`, role: "option", "aria-selected": String(step === state.step), class: classes.filter(Boolean).join(" "), onclick: () => goTo(step),
    title: trace.preempts(step) ? "after a context switch" : null },
  h("span", { class: "step-letter" }, letter ? (many ? letter : "!") : ""), h("span", { class: "step-number" }, String(step + 1)),
  h("span", { class: `step-thread ${letters && many ? "who-" + letters[0] : ""}`, title: name }, fitted(name, room)),
  h("span", { class: "step-line" }, row[LINE] ? String(row[LINE]) : ""), h("span", { class: "step-text" }, trace.text(step)));
}
