// What was issued to streams, and what comes before what (cudabmc/report/html/lanes.py writes it).

const LANE_OF = 0, KIND = 1, LABEL = 2, NAME = 3, ISSUED = 4, BEGUN = 5, ENDED = 6, GRAPH = 7, AFTER = 8;
const KERNEL = 0, CALL = 1, RECORD = 2, WAIT = 3, HOST_WAIT = 4, HOST_ACCESS = 5;
const REASONS = ["stream", "event", "default", "graph", "host", "other"];  // classes of lines

class StreamOrder {
  constructor({ lanes, items, places }) {
    this.lanes = lanes;
    this.items = items;
    this.places = places;  // the item of each place of the finding
    this.edges = [];  // {from, to, by}
    items.forEach((item, to) => { for (let i = 0; i < item[AFTER].length; i += 2) this.edges.push({ from: item[AFTER][i], to, by: REASONS[item[AFTER][i + 1]] }); });
  }

  isHost(number) { return this.items[number][LANE_OF] === 0; }

  // The items that come before and after one, each as a set. What the host does comes one after the other, and before
  // all that it issues later.
  around(number) {
    const before = new Set(), after = new Set(), wanted = new Set([number]);
    for (let at = number; at >= 0; at--) {
      if (at !== number && !wanted.has(at) && !this.isHost(at)) continue;
      if (at !== number) before.add(at);
      const from = this.items[at][AFTER];
      for (let i = 0; i < from.length; i += 2) wanted.add(from[i]);
    }
    let host = this.isHost(number);
    for (let at = number + 1; at < this.items.length; at++) {
      const from = this.items[at][AFTER];
      let follows = host;
      for (let i = 0; i < from.length && !follows; i += 2) follows = from[i] === number || after.has(from[i]);
      if (!follows) continue;
      after.add(at);
      host ||= this.isHost(at);
    }
    return { before, after };
  }

  // Are the first two places two items that nothing orders?
  get unordered() {
    const [a, b] = this.places;
    if (this.places.length !== 2 || a < 0 || b < 0 || a === b) return false;
    const { before, after } = this.around(a);
    return !before.has(b) && !after.has(b);
  }

  // Where a reader begins: a copy that is one of the places, or the last place.
  get beginning() {
    const known = this.places.filter((place) => place >= 0);
    return known.find((place) => this.items[place][KIND] === CALL) ?? known.at(-1) ?? -1;
  }

  // How often kernels and the like are in a set.
  count(numbers) {
    return [...numbers].filter((number) => this.items[number][KIND] <= CALL).length;
  }
}
