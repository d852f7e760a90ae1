"""Contrast as WCAG 2.1 defines it (relative luminance, contrast ratio)."""

Colour = tuple[float, float, float]

TEXTS = """
const over = (top, under) => top.slice(0, 3).map((c, i) => c * top[3] + under[i] * (1 - top[3]));
const parse = (text) => {
  const canvas = parse.canvas ||= new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
};
const backdrop = (element) => {
  const layers = [];
  for (let e = element; e; e = e.parentElement) {
    const layer = parse(getComputedStyle(e).backgroundColor);
    if (layer[3]) layers.push(layer);
    if (layer[3] === 1) break;
  }
  return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
};
const found = new Map();
for (const element of document.body.querySelectorAll("*")) {
  const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  const seen = element.checkVisibility({opacityProperty: true, visibilityProperty: true});
  if (!own || !seen || element.matches("script, option, svg *")) continue;
  const under = backdrop(element), style = getComputedStyle(element);
  const colour = over(parse(style.color), under);
  found.set(JSON.stringify([colour, under]), element.className + ": " + element.textContent.slice(0, 40));
}
return [...found].map(([key, sample]) => [...JSON.parse(key), sample]);
"""
"""Script that returns the colour of each visible text, the colour behind it, and a sample."""


def ratio(one: Colour, other: Colour) -> float:
    """From 1 (the same) to 21 (black on white)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.03928 else float(((part + 0.055) / 1.055) ** 2.4)
