// Boxes of what is really drawn for a control, where that is not the box of its node.

// Run `look` with a real node in the place of a pseudo element, which nobody can measure itself.
const standIn = (node, which, look) => {
  const css = getComputedStyle(node, which);
  const probe = document.createElement('deskhand-probe');
  for (const property of css) probe.style.setProperty(property, css.getPropertyValue(property), 'important');
  probe.style.setProperty('transition', 'none', 'important');
  probe.style.setProperty('animation', 'none', 'important');
  const root = node.getRootNode();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`[deskhand-probed]${which}{content:none!important;display:none!important}`);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  node.setAttribute('deskhand-probed', '');
  if (which === '::before') node.prepend(probe); else node.append(probe);
  try {
    return look(probe);
  } finally {
    probe.remove();
    node.removeAttribute('deskhand-probed');
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
  }
};

const small = (box) => wide(box) >= 7 && high(box) >= 7 && wide(box) <= 90 && high(box) <= 60 &&
  wide(box) / high(box) < 4 && high(box) / wide(box) < 1.6;

// The box of a pseudo element of an input, in which no real node can stand: from its used style.
const reckoned = (node, which) => {
  const css = getComputedStyle(node, which), r = node.getBoundingClientRect(), own = style(node);
  const placed_ = css.position === 'absolute';
  const extra = (a, b) => css.boxSizing === 'border-box' ? 0 :
    number(css[`padding${a}`]) + number(css[`padding${b}`]) + number(css[`border${a}Width`]) + number(css[`border${b}Width`]);
  const move = /^matrix\(1, 0, 0, 1, ([-\d.]+), ([-\d.]+)\)$/.exec(css.transform) || [0, 0, 0];
  const start = (side) => number(own[`border${side}Width`]) + number(css[`margin${side}`]) +
    (placed_ ? number(css[side.toLowerCase()]) : number(own[`padding${side}`]));
  const left = r.left + start('Left') + number(move[1]), top = r.top + start('Top') + number(move[2]);
  return [left, top, left + number(css.width) + extra('Left', 'Right'), top + number(css.height) + extra('Top', 'Bottom')];
};

// The boxes that pseudo elements of a node draw (not their text).
const pseudoBoxes = (node) => ['::before', '::after'].flatMap((which) => {
  const css = getComputedStyle(node, which);
  if (['none', 'normal'].includes(css.content) || css.display === 'none' || css.visibility !== 'visible') return [];
  if (+css.opacity < 0.1 || !painted(css)) return [];
  const box = node.tagName === 'INPUT' ? reckoned(node, which) : standIn(node, which, (probe) => edges(probe.getBoundingClientRect()));
  return small(box) ? [box] : [];
});

// What draws a tick box of its own beside or in a node: {node, box}, or null.
const tickDrawn = (candidates) => {
  for (const node of candidates) {
    if (!node || !shown(node)) continue;
    const own = edges(node.getBoundingClientRect());
    if (small(own) && !text(node) && (painted(style(node)) || node.tagName === 'svg')) return {node, box: own};
    const boxes = pseudoBoxes(node);
    if (boxes.length) {
      const largest = boxes.reduce((a, b) => (area(b) > area(a) ? b : a));
      const touching = boxes.filter((box) => area(common(box, largest)) > 0);
      return {node, box: touching.reduce(around)};
    }
  }
  return null;
};

const hidden = (input) => {
  const r = input.getBoundingClientRect(), css = style(input);
  return opacity(input) < 0.15 || css.visibility !== 'visible' || r.width < 6 || r.height < 6 ||
    /rect\(0|inset\(50%/.test(css.clip + css.clipPath) || area(clipped(input, edges(r))) < 9 ||
    (css.appearance === 'none' && !painted(css) && !pseudoBoxes(input).length);
};

// The drawn tick box of a native input that CSS hides, of a node with a role, or of the node itself.
const tickBox = (node) => {
  const own = {node, box: edges(node.getBoundingClientRect())};
  if (node.tagName !== 'INPUT') {
    if (!text(node) && small(own.box)) return own;
    return tickDrawn([node, ...elements(node)]) || own;
  }
  if (!hidden(node)) {
    const boxes = style(node).appearance === 'none' ? pseudoBoxes(node) : [];
    return painted(style(node)) || !boxes.length ? own : {node, box: boxes.reduce(around)};
  }
  const beside = [];
  for (let one = node.nextElementSibling; one && one.tagName !== 'INPUT'; one = one.nextElementSibling) beside.push(one, ...elements(one));
  const before = node.previousElementSibling;
  const labels = [...(node.labels || [])].flatMap((one) => [one, ...elements(one)]);
  const found = tickDrawn([node, ...beside, ...labels, before, above(node)]);
  if (found) return found;
  const button = [...(node.labels || [])].find((one) => shown(one) && painted(style(one)));
  return button ? {node: button, box: edges(button.getBoundingClientRect()), button: true} : null;
};

const CONTROLS = 'input:not([type=hidden]),select,textarea,[role=textbox],[role=combobox]';
// The frame that a person takes for the field: often drawn by what holds a bare input.
const frame = (node) => {
  const own = edges(node.getBoundingClientRect());
  if (bordered(style(node))) return {node, box: own};
  const bare = alpha(style(node).backgroundColor) < 0.05;
  const tallest = Math.max(2.7 * high(own), 30);
  const lone = (outer) => ![...outer.querySelectorAll(CONTROLS)].some((one) => one !== node && !hidden(one));
  for (let outer = above(node), steps = 0; outer && steps < 4; outer = above(outer), steps += 1) {
    const box = edges(outer.getBoundingClientRect()), css = style(outer);
    if (high(box) > tallest || wide(box) > wide(own) + 130 || !lone(outer)) break;
    const round = number(css.borderTopLeftRadius) > 0 && alpha(css.backgroundColor) > 0.05;
    if (css.display !== 'inline' && (bordered(css) >= 3 || (bare && round))) return {node: outer, box};
  }
  return {node, box: own};
};

// A dialog is what is drawn of it: the first thing in it with a ground that is smaller than the page.
const sheet = (node) => {
  const covers = (box) => area(common(box, page())) > 0.9 * area(page());
  const box = edges(node.getBoundingClientRect());
  if (area(box) > 0 && !covers(box) && painted(style(node))) return {node, box};
  for (const one of elements(node)) {
    const inner = edges(one.getBoundingClientRect());
    if (area(inner) > 5000 && !covers(inner) && painted(style(one)) && alpha(style(one).backgroundColor) > 0.5) return {node: one, box: inner};
  }
  return {node, box};
};

// The row of a tree item: without the items below it.
const row = (node) => {
  const box = edges(node.getBoundingClientRect());
  const inner = [...node.querySelectorAll('[role=group],[role=treeitem],ul,ol')].find((one) => one.getClientRects().length);
  const top = inner && inner.getBoundingClientRect().top;
  return inner && top - box[1] > 8 ? [box[0], box[1], box[2], top] : box;
};

const measure = (node, said) => number(said.startsWith('var(') ? style(node).getPropertyValue(said.slice(4, -1).split(',')[0]).trim() : said) *
  (/rem/.test(said.startsWith('var(') ? style(node).getPropertyValue(said.slice(4, -1).split(',')[0]) : said) ? 16 : 1);
// How high style sheets make the thumb of a slider; its computed style is not told.
const thumbHeight = (node) => {
  let tall = 0;
  const root = node.getRootNode();
  for (const one of [...document.styleSheets, ...(root.styleSheets || []), ...root.adoptedStyleSheets]) {
    if (one.href && !one.href.startsWith(location.origin)) continue;
    for (const rule of one.cssRules) {
      if (!(rule.selectorText || '').includes('::-webkit-slider-thumb')) continue;
      const bases = rule.selectorText.split(',').map((base) => base.replace(/::-webkit-slider-thumb.*/, '').trim() || '*');
      if (bases.some((base) => node.matches(base))) tall = measure(node, rule.style.height) || tall;
    }
  }
  return tall;
};

// The thumb of a native slider sticks out of a box that is no higher than its rail.
const withThumb = (node, own) => {
  const tall = style(node).appearance === 'none' ? thumbHeight(node) : 0;
  const grow = Math.max(0, Math.min(tall, 40) - high(own)) / 2;
  return [own[0], own[1] - grow, own[2], own[3] + grow];
};

// A slider made of a thumb on a track: the track with the thumb.
const track = (node) => {
  const own = edges(node.getBoundingClientRect());
  if (node.tagName === 'INPUT') return {node, box: withThumb(node, own)};
  const outer = above(node);
  const box = outer && edges(outer.getBoundingClientRect());
  if (wide(own) > 40 || !box || wide(box) < 3 * wide(own) || high(box) > 60) return {node, box: own};
  return {node: outer, box: around(own, box)};
};
