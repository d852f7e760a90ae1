// What the page shows, and who wants to know when that changes.

const state = {
  finding: -1, step: -1, trace: null, memory: null,
  object: -1,  // whose memory is shown
  short: true,  // the timeline leaves out what matters little
  others: false,  // the timeline shows each thread that is not involved
  filters: { properties: new Set(), severities: new Set(), text: "" },
};
const listeners = { finding: [], step: [], filter: [], object: [], axis: [], theme: [] };

function when(events, listener) {
  for (const event of events.split(" ")) listeners[event].push(listener);
}

function tell(event) {
  for (const listener of listeners[event]) listener();
}

const current = () => data.findings[state.finding];

function matches(finding) {
  const { properties, severities, text } = state.filters;
  if (properties.size && !properties.has(finding.property)) return false;
  if (severities.size && !severities.has(severity(finding))) return false;
  const words = [finding.property, finding.message, ...finding.places.map((place) => position(place.at))];
  return words.join(" ").toLowerCase().includes(text.toLowerCase());
}

function matching() {
  return data.findings.map((_, number) => number).filter((number) => matches(data.findings[number]));
}

function showFinding(number, step) {
  const finding = data.findings[number];
  state.finding = number;
  const trace = finding && finding.trace.length ? new Trace(finding) : null;
  state.trace = trace;
  state.memory = trace && new Memory(trace);
  state.step = trace ? clamp(step ?? beginning(trace), 0, trace.length - 1) : -1;
  state.object = finding && finding.about >= 0 ? finding.about : trace ? firstObject() : -1;
  tell("finding");
  tell("step");
  remember();
}

// Where a reader begins: at the last of the places, or at the end.
function beginning(trace) {
  const last = Math.max(...trace.letters.keys());
  return last >= 0 ? last : trace.length - 1;
}

// Without an object that the finding is about: the one that most threads have touched, and most often.
function firstObject() {
  const rank = (object) => new Set(object.events.map((event) => event.thread)).size * 1e6 + object.events.length;
  const objects = [...state.memory.objects.values()].sort((a, b) => rank(b) - rank(a));
  return objects.length ? objects[0].number : -1;
}

function goTo(step) {
  if (!state.trace) return;
  const next = clamp(step, 0, state.trace.length - 1);
  if (next === state.step) return;
  state.step = next;
  tell("step");
  remember();
}

function showObject(number) {
  state.object = number;
  tell("object");
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

// Keep finding and step in the address, so that a link says both: once the reader rests, as browsers count the calls.
let resting = 0;
function remember() {
  clearTimeout(resting);
  resting = setTimeout(() => {
    try {
      history.replaceState(null, "", `#finding=${state.finding + 1}&step=${state.step + 1}`);
    } catch { /* a page inside of another has no address of its own */ }
  }, 400);
}

function remembered() {
  const found = new URLSearchParams(location.hash.slice(1));
  const finding = Number(found.get("finding")) - 1, step = Number(found.get("step")) - 1;
  return { finding: finding in data.findings ? finding : 0, step: step >= 0 ? step : undefined };
}
