// What the run has reached: the lines of each file, who comes there, and the sides of branches that nobody takes.

const NOT_REACHED = 0, REACHED = 1, UNDECIDED = 2;
const SEEN = ["not reached", "reached", "undecided"];

function coverageView() {
  const { coverage } = data;
  if (!coverage) return null;
  const tabs = h("div", { class: "tabs" });
  const pane = h("div", { class: "coverage-pane code", tabindex: "0", role: "region", "aria-label": "Lines with what was reached" });
  let shown = -1;

  function open(number) {
    if (number === shown) return;
    shown = number;
    replace(pane, coverage.files[number] ? chunksOf(coverage.files[number]) : []);
    replace(tabs, coverage.files.map((file, other) => h("button", { type: "button", "aria-pressed": String(other === number), title: fileName(file.file),
      onclick: () => open(other) }, baseName(fileName(file.file)), " ", h("small", null, share(file)))));
  }

  open(0);
  return section("coverage", "What the run has reached",
    h("p", null, capital(coverage.reached), "."), coverage.launched && h("p", null, `Launched: ${coverage.launched}.`),
    h("p", { class: "legend" }, [REACHED, NOT_REACHED, UNDECIDED].map((seen) => h("span", { class: `seen ${classOf(seen)}` }, SEEN[seen]))),
    tabs, pane);
}

const classOf = (seen) => ["missed", "hit", "open"][seen];

// How many of the lines of a file are reached.
function share({ lines }) {
  return `${lines.filter(([, seen]) => seen === REACHED).length}/${lines.length}`;
}

function chunksOf(file) {
  const lines = new Map(file.lines.map((line) => [line[0], line]));
  const branches = new Map();
  for (const branch of file.branches) branches.set(branch[0], [...(branches.get(branch[0]) || []), branch]);
  const last = Math.max(0, ...lines.keys()), text = data.files[file.file][1];
  const count = text ? linesOf(file.file).length : last;  // without the text, the numbers alone
  const nodes = [];
  for (let number = 1; number <= count; number++) {
    if (text || lines.has(number)) nodes.push(coveredLine(file.file, number, lines.get(number), branches.get(number) || []));
  }
  const chunks = [];
  for (let i = 0; i < nodes.length; i += CHUNK) {
    const part = nodes.slice(i, i + CHUNK);
    chunks.push(h("div", { class: "chunk", style: { containIntrinsicSize: `auto ${part.length * 20}px` } }, part));
  }
  return chunks;
}

function coveredLine(file, number, line, branches) {
  const seen = line ? line[1] : -1;
  const half = branches.filter(wayText), ways = half.map(wayText);
  const classes = ["code-line", "seen", line ? classOf(seen) : "", ways.length ? "half" : ""];
  return h("div", { class: classes.filter(Boolean).join(" "), "data-line": number },
    h("span", { class: "line-number" }, String(number)),
    h("span", { class: "code-text" }, codeNodes(file, number, half.map(([, column]) => [column, "way"]))),
    h("span", { class: "margin" },
      line && seen !== REACHED && h("span", { class: "reach" }, SEEN[seen]),
      ways.map((text) => h("span", { class: "reach way" }, text)),
      line && seen === REACHED && h("span", { class: "by" }, line[2].join(", "))));
}

// What is missing of a branch that some execution comes to; nothing if both sides are taken. The condition that it is
// about is underlined.
function wayText([, , holds, fails]) {
  if (holds === REACHED && fails === REACHED) return "";
  if (holds === REACHED) return fails === UNDECIDED ? "may be false" : "never false";
  if (fails === REACHED) return holds === UNDECIDED ? "may be true" : "never true";
  return "";
}
