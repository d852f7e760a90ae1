// Elements. Texts become text nodes and nothing is ever parsed as HTML, so no name of a program can become markup.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(node.style, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

// h("p", {class: "note"}, "text", other) - attributes that are null or false are left out, on... are listeners.
function h(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function replace(node, ...children) {
  node.replaceChildren();
  return filled(node, null, children);
}

const ICONS = {
  first: "M5 4v12M16 4 8 10l8 6z", back: "M14 4 6 10l8 6z", forward: "M6 4l8 6-8 6z", last: "M15 4v12M4 4l8 6-8 6z",
  copy: "M7 7V4h9v9h-3M4 7h9v9H4z", help: "M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M10 14.5v.6",
  theme: "M10 3a7 7 0 1 0 0 14z",
};

function icon(name) {
  const path = [svg("path", { d: ICONS[name] }), name === "theme" && svg("circle", { cx: 10, cy: 10, r: 7, fill: "none", stroke: "currentColor", "stroke-width": 1.6 })];
  return svg("svg", { viewBox: "0 0 20 20", width: 18, height: 18, class: `icon ${name}`, "aria-hidden": "true" }, path);
}

function button(label, press, attributes, ...children) {
  const content = children.length ? children : [label];
  return h("button", { type: "button", "aria-label": label, title: label, onclick: press, ...attributes }, content);
}

function plural(count, one, many) {
  return `${count} ${count === 1 ? one : many || one + "s"}`;
}

function section(id, title, ...children) {
  const heading = h("h2", { id: `${id}-title` }, title);
  return h("section", { id, class: `panel ${id}`, "aria-labelledby": `${id}-title` }, heading, ...children);
}

// Redraws at most once a frame, however often it is asked to.
function eachFrame(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; draw(); });
  };
}
