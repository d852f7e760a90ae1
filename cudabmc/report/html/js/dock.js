// The bar at the bottom: stepping, and what the current step does.

function dockView() {
  const slider = h("input", { type: "range", min: 0, step: 1, "aria-label": "Step", oninput: () => goTo(Number(slider.value)) });
  const count = h("span", { class: "dock-count" });
  const who = h("span", { class: "dock-who" }), what = h("span", { class: "dock-what" });
  const places = h("span", { class: "dock-places" });
  const node = h("footer", { class: "dock", "aria-label": "Stepping" },
    h("div", { class: "dock-buttons" },
      button("First step (Home)", () => goTo(0), null, icon("first")), button("Step back (Left)", () => goTo(state.step - 1), { id: "back" }, icon("back")),
      button("Step forward (Right)", () => goTo(state.step + 1), { id: "forward" }, icon("forward")), button("Last step (End)", () => goTo(Infinity), null, icon("last"))),
    count, slider, places, h("p", { class: "dock-text", role: "status", "aria-live": "polite" }, who, what));

  when("finding", () => {
    const { trace } = state;
    node.hidden = !trace;
    document.body.classList.toggle("with-dock", Boolean(trace));
    if (!trace) return;
    slider.max = trace.length - 1;
    const many = trace.finding.places.length > 1;
    replace(places, trace.finding.places.slice(0, 4).map((place, i) => place.step >= 0 && button(
      `Go to ${many ? LETTERS[i] : "the violation"}`, () => goTo(place.step), { class: `small ${many ? "who-" + LETTERS[i] : "who-only"}` }, many ? LETTERS[i] : "!")));
  });
  when("step", () => {
    const { trace, step } = state;
    if (!trace) return;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step + 1} of ${trace.length}: ${trace.text(step)}`);
    replace(count, h("b", { id: "step" }, String(step + 1)), ` / ${trace.length}`);
    const letter = trace.letters.get(step);
    replace(who, threadName(trace.thread(step)), `, line ${trace.row(step)[LINE]}: `);
    replace(what, trace.preempts(step) && h("em", null, "context switch, "), trace.text(step), letter && trace.many && ` (${isRace(trace.finding) ? "access " : ""}${letter})`);
  });
  return node;
}

// The next step in a direction that fulfils a condition, or none.
function seek(direction, wanted) {
  const { trace, step } = state;
  if (!trace) return;
  for (let at = step + direction; at >= 0 && at < trace.length; at += direction) {
    if (wanted(at)) return goTo(at);
  }
}
