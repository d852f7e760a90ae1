// CUDA C++ as coloured text. Only what a reader looks for is coloured; the text itself is never changed.

const KEYWORDS = new Set(("alignas auto bool break case catch char class const constexpr continue default delete do " +
  "double else enum extern false float for goto if inline int long namespace new nullptr operator private public " +
  "register return short signed sizeof static struct switch template this throw true try typedef typename union " +
  "unsigned using virtual void volatile while size_t uint").split(" "));
const CUDA_WORD = /^(__\w+__|__syncthreads\w*|__syncwarp|__threadfence\w*|threadIdx|blockIdx|blockDim|gridDim|warpSize|atomic\w+|cuda[A-Z]\w*|dim3)$/;
const TOKEN = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\b(?:0[xX][\da-fA-F]+|\d[\d.]*(?:[eE][+-]?\d+)?)[uUlLfF]*|[A-Za-z_]\w*|\s+|[^]/g;

// [class, text] pairs of a line. `inside` says that the line begins in a comment.
function tokens(line, inside) {
  const found = [];
  let rest = line;
  if (inside) {
    const end = line.indexOf("*/");
    if (end < 0) return [["comment", line]];
    found.push(["comment", line.slice(0, end + 2)]);
    rest = line.slice(end + 2);
  }
  const directive = /^\s*#\s*\w+/.exec(rest);
  if (directive && !inside) {
    found.push(["directive", directive[0]]);
    rest = rest.slice(directive[0].length);
  }
  for (const [text] of rest.matchAll(TOKEN)) found.push([tokenClass(text), text]);
  return found;
}

function tokenClass(text) {
  if (text.startsWith("//") || text.startsWith("/*")) return "comment";
  if (text[0] === '"' || text[0] === "'") return "string";
  if (/^\d/.test(text)) return "number";
  if (KEYWORDS.has(text)) return "keyword";
  return CUDA_WORD.test(text) ? "cuda" : "";
}

// For each line of a file: does it begin inside of a comment?
function commentStarts(lines) {
  let inside = false;
  return lines.map((line) => {
    const before = inside;
    for (const [kind, text] of tokens(line, inside)) {
      if (kind !== "comment" || text.startsWith("//")) continue;
      inside = !text.endsWith("*/") || text === "/*/";
    }
    return before;
  });
}

const commentsOf = data.files.map(() => null);

// The nodes of a source line; `marks` are columns (from 1) whose word is underlined, as [column, class] pairs.
function codeNodes(file, line, marks) {
  const text = linesOf(file)[line - 1] ?? "";
  if (!commentsOf[file]) commentsOf[file] = commentStarts(linesOf(file));
  const nodes = [];
  let column = 1;
  for (const [kind, token] of tokens(text, commentsOf[file][line - 1])) {
    const hit = (marks || []).find(([at]) => at >= column && at < column + token.length && token.trim());
    const classes = [kind && `t-${kind}`, hit && `mark ${hit[1]}`].filter(Boolean).join(" ");
    nodes.push(classes ? h("span", { class: classes }, token) : token);
    column += token.length;
  }
  return nodes.length ? nodes : [" "];
}
