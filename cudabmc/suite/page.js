"use strict";
// Sorting: by the number in a cell if all cells of the column are numbers, else by the text.
const key = (row, column) => row.cells[column].textContent.trim();
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    const body = table.tBodies[0], rows = [...body.rows];
    const numeric = rows.every(row => !isNaN(key(row, column) || 0));
    const compare = (a, b) => numeric
      ? key(a, column) - key(b, column)
      : key(a, column).localeCompare(key(b, column), "en");
    rows.sort((a, b) => down ? compare(b, a) : compare(a, b));
    body.append(...rows);
    heads.forEach(other => other.setAttribute("aria-sort", "none"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  }));
}
// Filtering the cases.
const name = document.getElementById("name"), category = document.getElementById("category");
const wrong = document.getElementById("wrong"), shown = document.getElementById("shown");
const cases = [...document.querySelectorAll("table.cases tbody tr")];
const filter = () => {
  for (const row of cases) {
    const named = row.dataset.name.toLowerCase().includes(name.value.toLowerCase());
    const counted = !category.value || row.dataset.category === category.value;
    row.hidden = !(named && counted && (!wrong.checked || row.classList.contains("wrong")));
  }
  shown.value = `${cases.filter(row => !row.hidden).length} of ${cases.length} shown`;
};
for (const control of [name, category, wrong]) control.addEventListener("input", filter);
filter();
