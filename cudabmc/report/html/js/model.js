// The data of the page, and what its numbers mean (cudabmc/report/html/rows.py writes them).

const data = JSON.parse(document.getElementById("data").textContent);

const THREAD = 0, FILE = 1, LINE = 2, COLUMN = 3, FUNCTION = 4, TEXT = 5, FLAGS = 6, DEPTH = 7, INTERVAL = 8,
  CHANGES = 9, ACCESSES = 10;
const SWITCH = 1, PREEMPTION = 2, BARRIER = 4;
const KINDS = ["read", "write", "atomic"];
const LETTERS = "ABCDEFGH";

const said = (number) => data.texts[number];
const threadOf = (number) => data.threads[number];
const fileName = (number) => data.files[number][0];
const baseName = (path) => path.slice(path.lastIndexOf("/") + 1);
const oneFile = () => new Set(data.rows.map((row) => row[FILE])).size < 2;
const severity = (finding) => (finding.suppressed ? "suppressed" : "error");

// b0 t31 for block 0 thread 31.
const tiny = (name) => name.replace(/\bblock (?=\d+ thread \d+$)/, "b").replace(/ thread (?=\d+$)/, " t");

// The name of a thread in so many letters. Of one that is too long its kernel is cut, not its coordinates.
function fitted(name, letters) {
  if (name.length <= letters) return name;
  const short = tiny(name);
  if (short.length <= letters) return short;
  const where = (short.match(/ b\S+ t\S+$/) || [""])[0], room = Math.max(1, letters - where.length - 1);
  return `${short.slice(0, room)}\u2026${where}`;
}

// How many letters it takes to name threads in few words, within limits.
function lettersFor(names, least, most) {
  return clamp(names.reduce((longest, name) => Math.max(longest, tiny(name).length), 0), least, most);
}

// Lines are split as compilers count them.
const sourceLines = data.files.map(() => null);
function linesOf(file) {
  if (!sourceLines[file]) sourceLines[file] = data.files[file][1].split(/\r?\n/);
  return sourceLines[file];
}

function position([file, line]) {
  if (!line) return fileName(file);
  return `${baseName(fileName(file))}:${line}`;
}

// What a thread is called where there is little room; kernels are named only where there are several.
const kernels = new Set(data.threads.filter((thread) => thread.kind === "thread").map((thread) => thread.kernel));
function threadName(number) {
  const thread = threadOf(number);
  return thread.kind === "thread" && kernels.size > 1 ? `${thread.kernel} ${thread.short}` : thread.short;
}
