// The answer as a whole: the verdict, what it rests on, and what was not looked at.

const SENTENCES = {
  SUCCESSFUL: "Every property that was checked holds within the bounds.",
  FAILED: "At least one property is broken. Each finding was confirmed by running it again.",
  UNKNOWN: "No violation was found, but not everything was explored.",
  ERROR: "There is no answer: the program or the command was rejected.",
};

// Kernels that were to be proved for every launch.
const PROOFS = {
  SUCCESSFUL: "Every kernel is proved for every launch that meets its preconditions.",
  FAILED: "At least one kernel is broken. Each finding was confirmed by running it.",
  UNKNOWN: "Some kernels are neither proved nor broken.",
};

function sentence() {
  const { about, verdict } = data;
  return (about.proofs && about.proofs.length && PROOFS[verdict]) || SENTENCES[verdict];
}

function proofsView(proofs) {
  const files = new Set(proofs.map(({ file }) => file)).size > 1;
  const link = (number) => h("button", { class: "finding-link", onclick: () => showFinding(number) }, `finding ${number + 1}`);
  return h("table", { class: "values proofs panel" }, h("tbody", null, proofs.map(({ kernel, file, answer, texts, how, finding }) =>
    h("tr", null, files && h("td", { class: "file" }, file), h("th", { scope: "row" }, kernel),
      h("td", null, answer, finding !== undefined && [": ", link(finding)], texts.length > 0 && list(texts),
      how && h("details", { class: "how" }, h("summary", null, "What the answer rests on"), h("pre", null, how.join("\n"))))))));
}

function noticesView() {
  const { about, error, verdict } = data;
  const notices = [];
  if (verdict !== "FAILED") {
    notices.push(h("div", { class: `hero ${verdict}` }, h("h1", null, verdict === "ERROR" ? "No answer" : `Verification ${verdict.toLowerCase()}`), h("p", null, sentence()),
      about.explored && h("p", null, capital(about.explored), about.kernels.length ? ` of ${about.kernels.join(", ")}.` : "; no kernel was launched.")));
  }
  if (about.proofs && about.proofs.length) notices.push(proofsView(about.proofs));
  if (error) notices.push(h("div", { class: "callout error" }, h("strong", null, error.at ? `${position(error.at)}: ` : "", error.message), error.hint && h("p", null, error.hint)));
  if (about.reason) notices.push(h("div", { class: "callout warning" }, h("strong", null, "Why unknown: "), about.reason));
  if (about.bounds && about.bounds.length) notices.push(h("div", { class: "callout warning" }, h("strong", null, "Bounds that were hit"), list(about.bounds)));
  if (about.suggestion) notices.push(h("details", { class: "callout suggestion", open: true }, h("summary", null, about.suggestion[0]), h("pre", null, about.suggestion.slice(1).join("\n"))));
  for (const warning of about.warnings || []) notices.push(h("div", { class: "callout warning" }, h("strong", null, "Warning: "), warning));
  return h("div", { class: "notices" }, notices);
}

function aboutView() {
  const { about } = data;
  const ids = (names) => h("span", { class: "ids" }, names.map((name) => h("span", { class: "tag plain", title: (data.properties[name] || {}).sentence }, name)));
  const node = section("about", "What the answer rests on", h("dl", { class: "facts" },
    fact("Verdict", `${data.verdict}: ${sentence()}`),
    fact("Command", about.command ? h("div", { class: "schedule" }, h("code", null, about.command), copyButton(about.command)) : null),
    fact("Files", about.files.join(", ")),
    about.checked && fact("Checked", ids(about.checked)),
    about.unchecked && fact("Not checked", ids(about.unchecked)),
    about.kernels && fact("Kernels", about.kernels.join(", ") || "none launched"),
    about.explored && fact("Explored", about.explored),
    about.bounds && fact("Bounds hit", about.bounds.length ? list(about.bounds) : "none"),
    about.assumptions && fact("Assumptions", about.assumptions.length ? list(about.assumptions) : "none"),
    about.ends && about.ends.length > 0 && fact("Other ends", list(about.ends)),
    about.checked && fact("Suppressed", suppressions()),
    fact("Front end", about.frontend || ""),
    fact("Made by", `cudabmc ${data.version}`)));
  if (about.statistics) {
    node.append(h("details", { class: "statistics" }, h("summary", null, "Statistics"), h("table", { class: "values" }, h("tbody", null,
      about.statistics.map(([name, value]) => h("tr", null, h("th", { scope: "row" }, name), h("td", null, value)))))));
  }
  return node;
}

function suppressions() {
  const found = data.findings.filter((finding) => finding.suppressed);
  if (!found.length) return "no finding is suppressed";
  return list(found.map((finding) => `${finding.property} by the ${finding.suppressed.by} at ${position(finding.suppressed.at)}: ${finding.suppressed.reason || "no reason given"}`));
}
