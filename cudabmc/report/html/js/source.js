// The source files, with the findings in the margin and the positions of the threads at the current step.

const CHUNK = 100;  // lines that the browser lays out together, or not at all while they are out of sight

function sourceView() {
  const tabs = h("div", { class: "tabs" });
  const pane = h("div", { class: "source-pane code", tabindex: "0", role: "region", "aria-label": "Source lines" });
  const node = section("source", "Source", tabs, pane);
  let file = -1, lineNodes = [], lit = [];

  function open(wanted) {
    if (wanted === file || !data.files[wanted]) return;
    file = wanted;
    const marks = marksOf(file);
    lineNodes = linesOf(file).map((_, i) => lineNode(file, i + 1, marks.get(i + 1)));
    const chunks = [];
    for (let i = 0; i < lineNodes.length; i += CHUNK) {
      const part = lineNodes.slice(i, i + CHUNK);
      chunks.push(h("div", { class: "chunk", style: { containIntrinsicSize: `auto ${part.length * 20}px` } }, part));
    }
    replace(pane, chunks);
    lit = [];
    const shown = data.files.map((_, number) => number).filter((number) => data.files[number][1]);
    replace(tabs, shown.length < 2 ? h("span", { class: "file" }, fileName(file)) : shown.map((number) => h("button", {
      type: "button", "aria-pressed": String(number === file), title: fileName(number), onclick: () => { open(number); follow(); },
    }, baseName(fileName(number)))));
  }

  // Light up where the threads are, and bring the line of the current step into view.
  function follow() {
    for (const line of lit) { line.classList.remove("now"); line.querySelector(".threads").replaceChildren(); }
    lit = [];
    const { trace, step } = state;
    if (!trace) return;
    const now = trace.thread(step);
    for (const thread of new Set([...trace.involved, now])) {
      const at = trace.last(thread, step);
      const row = at < 0 ? null : trace.row(at);
      if (!row || row[FILE] !== file || !lineNodes[row[LINE] - 1]) continue;
      const line = lineNodes[row[LINE] - 1], letters = trace.lettersOfThreads.get(thread);
      line.querySelector(".threads").append(h("span", { class: `here-is ${whoOf(trace, thread)}`, title: `${threadOf(thread).name} is here` },
        (trace.many && letters) || "\u25b8"));
      if (thread === now) line.classList.add("now");
      lit.push(line);
      if (thread === now) reveal(pane, line);
    }
  }

  when("finding", () => {
    file = -1;
    const finding = current();
    const place = finding && finding.places[0];
    open(state.trace ? state.trace.row(state.step)[FILE] : place ? place.at[0] : data.error && data.error.at ? data.error.at[0] : 0);
    const line = place ? place.at[1] : data.error && data.error.at ? data.error.at[1] : 0;
    if (lineNodes[line - 1]) reveal(pane, lineNodes[line - 1]);
  });
  when("filter", () => { const was = file; file = -1; open(was); follow(); });
  when("step", () => { if (state.trace) { open(state.trace.row(state.step)[FILE]); follow(); } });
  return node;
}

// Scrolls a pane, and never the page.
function reveal(pane, line) {
  const top = line.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
  const margin = Math.min(80, pane.clientHeight / 4);
  if (top - margin < pane.scrollTop || top + 20 + margin > pane.scrollTop + pane.clientHeight) {
    pane.scrollTop = top - pane.clientHeight / 2;
  }
}

// Line -> {places: of the finding that is shown, findings: numbers of all that are there and pass the filters}.
function marksOf(file) {
  const marks = new Map();
  const at = (line) => {
    if (!marks.has(line)) marks.set(line, { places: [], findings: new Set(), error: null });
    return marks.get(line);
  };
  for (const number of matching()) {
    for (const place of data.findings[number].places) if (place.at[0] === file) at(place.at[1]).findings.add(number);
  }
  const finding = current();
  if (finding) finding.places.forEach((place, number) => { if (place.at[0] === file) at(place.at[1]).places.push([place, number]); });
  if (data.error && data.error.at && data.error.at[0] === file) at(data.error.at[1]).error = data.error;
  return marks;
}

function lineNode(file, number, marks) {
  const places = marks ? marks.places : [];
  const many = current() && current().places.length > 1;
  const who = (place) => (many ? `who-${LETTERS[place[1]]}` : "who-only");
  const columns = places.map((place) => [place[0].at[2], who(place)]);
  if (marks && marks.error) columns.push([marks.error.at[2], "who-only"]);
  const classes = ["code-line", places.length || (marks && marks.error) ? "violating" : "", places.length ? who(places[0]) : ""];
  return h("div", { class: classes.filter(Boolean).join(" "), "data-line": number },
    h("span", { class: "threads" }), h("span", { class: "line-number" }, String(number)),
    h("span", { class: "code-text" }, codeNodes(file, number, columns)),
    marks ? h("span", { class: "margin" }, notes(marks, number)) : null);
}

// Showing a finding makes the lines anew: the pill that was pressed keeps the focus.
function chosen(number, line) {
  return () => {
    showFinding(number);
    document.querySelector(`[data-line="${line}"] [data-number="${number}"]`)?.focus({ preventScroll: true });
  };
}

function notes(marks, line) {
  const several = marks.findings.size > 1;
  const pills = [...marks.findings].map((number) => {
    const finding = data.findings[number];
    const classes = ["pill", severity(finding), several && "number", number === state.finding && "current"];
    return h("button", { type: "button", class: classes.filter(Boolean).join(" "), title: `${finding.property}: ${finding.message}`,
      "aria-label": `Finding ${number + 1}: ${finding.message}`, onclick: chosen(number, line), "data-number": number }, several ? String(number + 1) : finding.property);
  });
  if (marks.error) pills.unshift(h("span", { class: "pill error current" }, marks.error.message));
  return pills;
}
