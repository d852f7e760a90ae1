// The page: all views in their places.

const THEMES = ["light dark", "light", "dark"];  // values of the CSS property color-scheme; the first follows the system
const THEME_NAMES = ["as the system says", "light", "dark"];
let theme = 0;

function toggleTheme() {
  theme = (theme + 1) % THEMES.length;
  document.documentElement.style.colorScheme = THEMES[theme];
  document.documentElement.dataset.theme = THEME_NAMES[theme];
  document.getElementById("theme").title = `Colours: ${THEME_NAMES[theme]} (t)`;
  tell("theme");
}

function headerView(dialog) {
  const { about, verdict, findings } = data;
  const errors = findings.filter((finding) => !finding.suppressed).length, hidden = findings.length - errors;
  const facts = [errors && plural(errors, "finding"), hidden && `${hidden} suppressed`, about.bounds && about.bounds.length && plural(about.bounds.length, "bound hit", "bounds hit")];
  return h("header", { class: "top" }, h("span", { class: `verdict ${verdict}` }, verdict),
    h("strong", { class: "title" }, about.files.map(baseName).join(", ")), h("span", { class: "facts-line" }, facts.filter(Boolean).join(" \u00b7 ")),
    h("span", { class: "spring" }), button("Colours: as the system says (t)", toggleTheme, { id: "theme", class: "tool" }, icon("theme")),
    button("Keys (?)", () => dialog.showModal(), { class: "tool" }, icon("help")));
}

function start() {
  const dialog = helpDialog();
  const several = data.findings.length > 1;
  const main = h("main", { id: "main" }, noticesView(), overviewView(), timelineView(),
    h("div", { class: "workbench" }, sourceView(), h("div", { class: "side" }, variablesView(), cellsView())),
    h("div", { class: "workbench" }, stepsView(), heatView()), detailsView(), aboutView());
  document.body.classList.toggle("several", several);
  filled(document.body, null, [headerView(dialog), several ? findingsView() : null, main, dockView(), dialog]);
  listenToKeys(dialog, toggleTheme);
  const { finding, step } = remembered();
  showFinding(finding, step);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => tell("theme"));
}

start();
