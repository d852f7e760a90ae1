// The finding at a glance: what broke, and the places side by side with their source lines and variables.

const CONTEXT = 2;  // lines of source around the line of a place

function overviewView() {
  const node = h("section", { class: "overview", "aria-label": "The finding" });
  when("finding", () => {
    const finding = current();
    if (!finding) return replace(node);
    const meaning = data.properties[finding.property];
    replace(node,
      h("div", { class: "headline" },
        h("p", { class: "kicker" }, h("span", { class: `tag ${severity(finding)}` }, finding.property),
          meaning ? h("span", null, "What must hold: ", meaning.sentence) : null),
        h("h1", null, finding.message)),
      finding.suppressed && h("p", { class: "callout suppressed" }, `Accepted by the ${finding.suppressed.by} at ${position(finding.suppressed.at)}: `,
        finding.suppressed.reason || "no reason given"),
      cards(finding),
      finding.inputs.length > 0 && inputs(finding.inputs),
      finding.hint && h("p", { class: "callout hint" }, h("strong", null, "What usually helps: "), finding.hint));
  });
  return node;
}

const INPUTS = 6;  // that stand with the places; the rest is among the details

function inputs(texts) {
  const more = texts.length - INPUTS;
  return h("p", { class: "callout inputs" }, h("strong", null, "With these inputs: "),
    texts.slice(0, INPUTS).map((text) => h("code", null, text)), more > 0 && ` and ${more} more below`);
}

function cards(finding) {
  if (!finding.places.length) return null;
  const two = finding.places.length === 2;
  const crowd = finding.crowds.length > 0;
  const shown = crowd ? finding.places.slice(0, 2) : finding.places.slice(0, 4);
  const cells = shown.map((place, number) => card(finding, place, number));
  const pair = two && isRace(finding);
  if (pair) cells.splice(1, 0, link(finding));
  const crowds = finding.crowds.map(([action, names, count]) => h("details", { class: "crowd" },
    h("summary", null, `${plural(count, "thread")}: ${action}`), h("ul", null, names.map((name) => h("li", null, name)))));
  return [h("div", { class: `cards of-${shown.length}${pair ? " pair" : ""}` }, cells), crowds];
}

const isRace = (finding) => finding.property === "data-race";

// What stands between the two cards of a pair: the memory that both want.
function link(finding) {
  const name = finding.cell ? said(finding.cell[4]) : "";
  const [, , space] = finding.cell ? data.objects[finding.cell[1]] : [];
  return h("div", { class: "link", "aria-hidden": "true" }, h("span", { class: "line" }),
    h("span", { class: "knot" }, name ? h("code", null, name) : "both", space && h("small", null, space)), h("span", { class: "line" }));
}

function card(finding, place, number) {
  const letter = finding.places.length > 1 ? LETTERS[number] : "";
  const thread = threadOf(place.thread);
  const cls = finding.places.length > 1 ? `who-${letter}` : "who-only";
  const interval = state.trace && state.trace.barriers && place.step >= 0 && thread.kind === "thread" ? state.trace.row(place.step)[INTERVAL] : null;
  return h("article", { class: `card ${cls}`, "aria-label": `${letter} ${thread.name}` },
    h("header", null, letter && h("span", { class: "letter" }, letter),
      h("div", null, h("strong", null, capital(place.action || "fails here")), h("span", { class: "who" }, thread.name)),
      place.step >= 0 && button(`Go to step ${place.step + 1}`, () => goTo(place.step), { class: "small" }, `step ${place.step + 1}`)),
    snippet(place, cls),
    h("div", { class: "card-side" }, place.macro && h("p", { class: "small-note" }, `in the expansion of macro ${place.macro}`),
    h("p", { class: "small-note" }, [
      place.function && `in ${place.function}()`,
      interval !== null && (interval ? `after ${plural(interval, "barrier")}` : "before the first barrier"),
    ].filter(Boolean).join(", ")),
    values(place, finding)));
}

function snippet(place, cls) {
  const [file, line, column] = place.at;
  if (!line || !linesOf(file)[line - 1]) return h("p", { class: "small-note" }, position(place.at));
  const from = Math.max(1, line - CONTEXT), to = Math.min(linesOf(file).length, line + CONTEXT);
  const rows = [];
  for (let number = from; number <= to; number++) {
    const here = number === line;
    rows.push(h("div", { class: here ? "code-line here" : "code-line" }, h("span", { class: "line-number" }, String(number)),
      h("span", { class: "code-text" }, codeNodes(file, number, here && column ? [[column, cls]] : []))));
  }
  return h("div", { class: "snippet" }, h("p", { class: "file" }, `${fileName(file)}:${line}`), h("div", { class: "code", tabindex: "0", role: "group", "aria-label": `Source around line ${line}` }, rows));
}

// The variables of a place; those that differ from the other place of a pair stand out.
function values(place, finding) {
  if (!place.values.length) return null;
  const other = finding.places.length === 2 ? new Map(finding.places[1 - finding.places.indexOf(place)].values) : new Map();
  return h("table", { class: "values" }, h("caption", null, "Variables at that moment"), h("tbody", null, place.values.map(([name, value]) => {
    const differs = other.has(name) && other.get(name) !== value;
    return h("tr", { class: differs ? "differs" : null }, h("th", { scope: "row" }, name), h("td", null, value));
  })));
}

function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}
