// The rest of what is known of a finding: the object, inputs, call stacks, output, the schedule.

function detailsView() {
  const node = section("details", "Details of this finding");
  const heading = node.firstChild;
  when("finding", () => {
    const finding = current();
    node.hidden = !finding;
    if (!finding) return;
    replace(node, heading, h("dl", { class: "facts" },
      fact("Threads", finding.crowds.length ? null : finding.places.map((place, i) => h("div", null,
        `${finding.places.length > 1 ? LETTERS[i] + "  " : ""}${threadOf(place.thread).name}${place.action ? ": " + place.action : ""}`))),
      fact("Object", finding.object),
      fact("Inputs", finding.inputs.length ? list(finding.inputs) : null),
      fact("Inputs that do not matter", finding.idle.length ? h("details", null, h("summary", null, plural(finding.idle.length, "line")), list(finding.idle)) : null),
      fact("Call stacks", finding.places.filter((place) => place.stack.length).slice(0, 4).map((place) => stack(finding, place))),
      fact("Also", finding.also.length ? list(finding.also) : null),
      fact("Output until then", finding.output.length ? h("pre", null, finding.output.join("\n")) : null),
      fact("Schedule", finding.schedule ? schedule(finding.schedule) : null)));
  });
  return node;
}

function fact(name, ...content) {
  const given = content.flat(Infinity).filter((part) => part !== null && part !== "" && part !== false && part !== undefined);
  return given.length ? [h("dt", null, name), h("dd", null, given)] : null;
}

// A list of texts, of which a long one is folded.
function list(texts) {
  const items = (part) => h("ul", { class: "plain" }, part.map((text) => h("li", null, text)));
  if (texts.length <= 20) return items(texts);
  return [items(texts.slice(0, 16)), h("details", null, h("summary", null, `${texts.length - 16} more`), items(texts.slice(16)))];
}

function stack(finding, place) {
  const letter = finding.places.length > 1 ? `${LETTERS[finding.places.indexOf(place)]}  ` : "";
  const calls = place.stack.map(([name, ...at]) => h("li", null, name ? `called by ${name}()` : "launched", " at ", position(at)));
  return h("div", { class: "stack" }, `${letter}${place.function}() at ${position(place.at)}`, h("ol", { class: "plain" }, calls));
}

function schedule(text) {
  return h("div", { class: "schedule" }, h("code", null, `--replay ${text}`), copyButton(`--replay ${text}`));
}

function copyButton(text) {
  const note = h("span", { role: "status", class: "small-note" });
  return h("span", { class: "copy" }, button("Copy", async () => { note.textContent = (await copied(text)) ? "copied" : "press Ctrl+C"; setTimeout(() => { note.textContent = ""; }, 2000); },
    { class: "small", "aria-label": "Copy to the clipboard" }, icon("copy"), "Copy"), note);
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {  // a page inside of another may not: select a text and copy it the old way
    const area = h("textarea", { class: "offscreen", "aria-hidden": "true" }, text);
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
