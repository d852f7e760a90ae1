// The page: all views in their places.

// The other colours than those that are shown now, whether the system or the switch has chosen them.
function toggleTheme() {
  const root = document.documentElement;
  const dark = root.style.colorScheme ? root.style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.style.colorScheme = dark ? "light" : "dark";
  tell("theme");
}

function headerView(dialog) {
  const { about, verdict, findings } = data;
  const errors = findings.filter((finding) => !finding.suppressed).length, hidden = findings.length - errors;
  const facts = [errors && plural(errors, "finding"), hidden && `${hidden} suppressed`, about.bounds && about.bounds.length && plural(about.bounds.length, "bound hit", "bounds hit")];
  return h("header", { class: "top" }, h("span", { class: `verdict ${verdict}` }, verdict),
    h("strong", { class: "title" }, about.files.map(baseName).join(", ")), h("span", { class: "facts-line" }, facts.filter(Boolean).join(" \u00b7 ")),
    h("span", { class: "spring" }), button("Light or dark (t)", toggleTheme, { id: "theme", class: "tool" }, icon("theme")),
    button("Keys (?)", () => dialog.showModal(), { class: "tool" }, icon("help")));
}

function start() {
  const dialog = helpDialog();
  const several = data.findings.length > 1;
  const main = h("main", { id: "main" }, noticesView(), overviewView(), streamsView(), timelineView(),
    h("div", { class: "workbench" }, sourceView(), h("div", { class: "side" }, variablesView(), cellsView())),
    h("div", { class: "workbench of-trace" }, stepsView(), heatView()), detailsView(), adviceView(), coverageView(), aboutView());
  document.body.classList.toggle("several", several);
  document.body.classList.toggle("without", !data.findings.length);
  filled(document.body, null, [headerView(dialog), several ? findingsView() : null, main, dockView(), dialog]);
  listenToKeys(dialog, toggleTheme);
  const { finding, step } = remembered();
  showFinding(finding, step);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => tell("theme"));
}

start();
