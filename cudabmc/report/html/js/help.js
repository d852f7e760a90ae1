// The keys, and the dialog that names them.

const KEYS = [
  ["\u2190 \u2192", "one step back or forward"], ["Shift + \u2190 \u2192", "the same within the current thread"], ["Home End", "first and last step"],
  ["a b", "go to the access of thread A or B"], ["s S", "next and previous context switch"], ["m M", "next and previous step that touches the memory in question"],
  ["n p", "next and previous finding"], ["/", "filter the findings"], ["\u2191 \u2193 \u2190 \u2192 Enter", "in the picture of cells: move, and go to the last access"],
  ["z", "timeline: the steps that matter, or all"], ["o", "timeline: show or fold the other threads"],
  ["t", "light or dark"], ["?", "this help"], ["Esc", "leave a field or this help"],
];

function helpDialog() {
  const dialog = h("dialog", { id: "help", "aria-labelledby": "help-title" }, h("h2", { id: "help-title" }, "Keys"),
    h("table", { class: "keys" }, h("tbody", null, KEYS.map(([keys, text]) => h("tr", null, h("th", { scope: "row" }, keys.split(" ").map((key) => (key === "+" ? " + " : h("kbd", null, key)))), h("td", null, text))))),
    h("form", { method: "dialog" }, h("button", { class: "chip" }, "Close")));
  return dialog;
}

function listenToKeys(dialog, toggleTheme) {
  const place = (number) => () => { const found = current() && current().places[number]; if (found && found.step >= 0) goTo(found.step); };
  const inThread = (direction) => { const { trace, step } = state; if (trace) seek(direction, (at) => trace.thread(at) === trace.thread(step)); };
  const actions = {
    ArrowLeft: (event) => (event.shiftKey ? inThread(-1) : goTo(state.step - 1)),
    ArrowRight: (event) => (event.shiftKey ? inThread(1) : goTo(state.step + 1)),
    Home: () => goTo(0), End: () => goTo(Infinity),
    a: place(0), b: place(1),
    s: () => seek(1, (at) => state.trace.preempts(at)), S: () => seek(-1, (at) => state.trace.preempts(at)),
    m: () => seek(1, (at) => state.trace.contests(at)), M: () => seek(-1, (at) => state.trace.contests(at)),
    n: () => nextFinding(1), p: () => nextFinding(-1),
    "/": () => { const field = document.getElementById("search"); if (field) { field.closest("details")?.setAttribute("open", ""); field.focus(); field.select(); } },
    z: () => { state.short = !state.short; tell("axis"); }, o: () => { state.others = !state.others; tell("axis"); },
    t: toggleTheme, "?": () => dialog.showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || dialog.open) return;
    const field = event.target.closest("input, select, textarea");
    if (field && field.type !== "checkbox") {
      if (event.key === "Escape") field.blur();
      return;
    }
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
