// The list of findings with its filters.

function findingsView() {
  const search = h("input", {
    type: "search", id: "search", placeholder: "Filter findings ( / )", "aria-label": "Filter findings by text",
    oninput: () => { state.filters.text = search.value; tell("filter"); },
  });
  const list = h("ol", { class: "finding-list" });
  const count = h("p", { class: "count", role: "status" });
  const chips = h("div", { class: "chips" }, chipGroup("Property", data.findings.map((f) => f.property), "properties"),
    chipGroup("Status", data.findings.map(severity), "severities"));

  const node = h("nav", { class: "findings", "aria-label": "Findings" }, h("h2", null, "Findings"), search, chips, count, list);

  function draw() {
    const shown = matching();
    count.textContent = shown.length === data.findings.length
      ? plural(shown.length, "finding") : `${shown.length} of ${plural(data.findings.length, "finding")}`;
    replace(list, shown.map(item));
  }

  // Marked where they are: a list that is made anew would take the focus from the reader's keys.
  function mark() {
    for (const entry of list.querySelectorAll(".finding")) {
      const shown = Number(entry.dataset.number) === state.finding;
      if (shown) entry.setAttribute("aria-current", "true"); else entry.removeAttribute("aria-current");
      if (shown && node.scrollHeight > node.clientHeight) node.scrollTop = entry.offsetTop - node.clientHeight / 3;
    }
  }

  draw();
  when("finding", mark);
  when("filter", draw);
  when("filter", () => {
    const shown = matching();
    if (shown.length && !shown.includes(state.finding)) showFinding(shown[0]);
  });
  return node;
}

// f.cu:15 / 17, or f.cu:15 / g.cu:3
function positions(places) {
  const [first, second] = places;
  if (!second) return position(first.at);
  return `${position(first.at)} / ${second.at[0] === first.at[0] ? second.at[1] : position(second.at)}`;
}

function item(number) {
  const finding = data.findings[number];
  const place = finding.places[0];
  return h("li", null, h("button", {
    type: "button", class: `finding ${severity(finding)}`, "data-number": number, "aria-current": number === state.finding ? "true" : null,
    onclick: () => showFinding(number),
  },
  h("span", { class: "finding-head" }, h("span", null, h("b", { class: "finding-number" }, String(number + 1)), h("span", { class: "tag" }, finding.property)),
    h("span", { class: "where" }, place ? positions(finding.places) : "")),
  h("span", { class: "finding-text" }, finding.message),
  finding.cause >= 0 && h("span", { class: "finding-note" }, `probably of the same cause as ${finding.cause + 1}`),
  finding.suppressed && h("span", { class: "finding-note" }, "suppressed: ", finding.suppressed.reason || "no reason given")));
}

// Buttons that switch values of one filter on and off; none pressed means all.
function chipGroup(label, values, filter) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  if (counts.size < 2) return null;
  const chips = [...counts].map(([value, count]) => {
    const chip = h("button", { type: "button", class: "chip", "aria-pressed": "false", onclick: press },
      value, h("span", { class: "number" }, String(count)));
    function press() {
      const chosen = state.filters[filter];
      if (!chosen.delete(value)) chosen.add(value);
      chip.setAttribute("aria-pressed", String(chosen.has(value)));
      tell("filter");
    }
    return chip;
  });
  return h("div", { role: "group", "aria-label": `Filter by ${label.toLowerCase()}`, class: "chip-group" }, chips);
}

function nextFinding(direction) {
  const shown = matching();
  if (!shown.length) return;
  const at = shown.indexOf(state.finding);
  showFinding(shown[(at + direction + shown.length) % shown.length]);
}
