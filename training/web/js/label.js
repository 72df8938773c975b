// All controls and words that show: {labels, words, complete}.

const same = (a, b) => area(common(a, b)) / Math.max(1, area(a) + area(b) - area(common(a, b)));

// The box of a control as it is drawn, with the node that draws it; null when nothing does.
const drawnFor = (node, kind) => {
  if (kind === 'checkbox' || kind === 'radio') return tickBox(node);
  if (kind === 'field' || (kind === 'dropdown' && node.tagName !== 'BUTTON')) return frame(node);
  if (kind === 'dialog') return sheet(node);
  if (kind === 'slider') return track(node);
  if (kind === 'window title') return {node, box: textBox(node)};
  if (kind === 'list item' && role(node) === 'treeitem') return {node, box: row(node)};
  return {node, box: whole(node)};
};

const textBox = (node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const rects = [...range.getClientRects()].map(edges).filter((box) => area(box) > 0);
  return rects.length ? rects.reduce(around) : edges(node.getBoundingClientRect());
};

// An inline link round a picture has the box of its line only; one on two lines has several boxes.
const whole = (node) => {
  let box = edges(node.getBoundingClientRect());
  if (style(node).display !== 'inline' && style(node).display !== 'contents') return box;
  for (const one of elements(node)) if (/^(IMG|svg|CANVAS)$/.test(one.tagName) || style(one).display !== 'inline') {
    const inner = edges(one.getBoundingClientRect());
    if (area(inner) > 0) box = area(box) > 0 ? around(box, inner) : inner;
  }
  return box;
};

const truth = (node, attribute) => {
  const said = node.getAttribute(attribute);
  return said === 'true' ? true : said === 'false' ? false : null;
};
const states = (node, kind) => {
  const ticks = kind === 'checkbox' || kind === 'radio' || role(node).startsWith('menuitemc') || role(node).startsWith('menuitemr');
  const native = node.tagName === 'INPUT' && ticks;
  const checked = !ticks ? null : native ? (node.indeterminate ? null : node.checked) : truth(node, 'aria-checked');
  let selected = truth(node, 'aria-selected') ?? truth(node, 'aria-pressed');
  if (node.tagName === 'OPTION') selected = node.selected;
  const current = node.getAttribute('aria-current');
  if (current && current !== 'false') selected = true;
  if (kind === 'tab' && selected === null) selected = /\bactive\b/.test(node.className);
  if (selected === null && ['link', 'list item'].includes(kind) && /(^|\s)(active|is-active|selected)(\s|$)/.test(node.className)) selected = true;
  const off = node.matches(':disabled') || !!up(node, (one) => one.ariaDisabled === 'true') || node.ariaDisabled === 'true' ||
    /(^|\s)(disabled|is-disabled)(\s|$)/.test(node.getAttribute('class') || '');
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return {checked, selected, disabled: off, focused: active === node};
};

const dots = (value) => '•'.repeat(value.length);
const content_ = (node, kind) => {
  if (kind === 'slider') return {value: node.value ?? node.getAttribute('aria-valuenow'), placeholder: null};
  if (kind === 'dropdown' && node.tagName === 'SELECT') return {value: clean(node.selectedOptions[0]?.text), placeholder: null};
  if (kind === 'dropdown' && !('placeholder' in node)) return {value: text(node), placeholder: null};
  if (kind !== 'field' && kind !== 'dropdown') return {value: null, placeholder: null};
  if (!('value' in node)) return {value: text(node), placeholder: node.getAttribute('aria-placeholder')};
  return {value: node.type === 'password' ? dots(node.value) : clean(node.value), placeholder: clean(node.placeholder) || null};
};

const read = (node, kind, held) => {
  if (kind === 'field' || kind === 'dropdown') {
    if (node.type === 'password' && node.value) return '';
    return held.value || (placeholderShown(node) ? held.placeholder || '' : '');
  }
  if (['checkbox', 'radio', 'slider', 'scroll bar', 'dialog', 'image'].includes(kind)) return '';
  if (node.tagName === 'INPUT') return clean(node.value || {submit: 'Submit', reset: 'Reset'}[node.type]);
  if (node.tagName === 'OPTION') return clean(node.text);
  if (kind === 'list item' && role(node) === 'treeitem') return text(node, '[role=treeitem],[role=group]');
  return text(node);
};

const PLAIN = new Set(['button', 'link', 'tab', 'menu', 'list item', 'dropdown']);
const LEAST = 3;

// The label of a node of a kind, or null when too little of it shows.
const label = (node, kind, order) => {
  if (kind === 'field' && node.tagName === 'INPUT' && hidden(node) && opacity(node) < 0.15) return null;
  const tick = kind === 'checkbox' || kind === 'radio';
  if (!tick && kind !== 'dialog' && !shown(node)) return null;
  const drawn = drawnFor(node, kind);
  if (!drawn || !shown(drawn.node) || area(drawn.box) < LEAST * LEAST) return null;
  const seen = sight(drawn.node, drawn.box);
  const enough = kind === 'dialog' ? 0.3 : 0.6;
  if (seen && kind !== 'dialog' && seen.torn > 0.15) return null;
  if (!seen || seen.share < enough || wide(seen.box) < LEAST || high(seen.box) < LEAST) return null;
  const held = content_(node, kind);
  const said = drawn.button ? text(drawn.node) : read(node, kind, held);
  let sort = drawn.button ? (hasLetters(said) ? 'button' : 'icon') : kind;
  if (PLAIN.has(sort) && node.tagName !== 'SELECT' && sort !== 'dropdown' && drawsIcon(node, said)) {
    if (!pictured(node)) return null;
    sort = wide(seen.box) > 96 && high(seen.box) > 96 ? sort : 'icon';
  }
  return {kind: sort, box: seen.box, name: name(node, kind, said), text: sort === 'icon' ? '' : said, ...held,
    ...states(node, kind), group: group(node), node, order, drawn: drawn.node};
};

// A button in a tab that says the same, a link in a menu entry: the outer one is the control.
const repeats = (outer, inner) => {
  if (['dialog', 'window title', 'image'].includes(outer.kind)) return false;
  if (outer.kind === 'field' || outer.kind === 'dropdown') return inner.kind !== 'icon' && !['list item', 'menu'].includes(inner.kind);
  return (inner.text && inner.text === outer.text) || same(outer.box, inner.box) > 0.6 ||
    (outer.kind === 'button' || outer.kind === 'link' || outer.kind === 'icon') && !['checkbox', 'radio', 'button', 'icon', 'field'].includes(inner.kind);
};

const image = (node) => {
  if (node.closest('svg') !== (node.tagName === 'svg' ? node : null) || opacity(node) < 0.3) return '';
  const r = node.getBoundingClientRect();
  const long = Math.max(r.width, r.height), short = Math.min(r.width, r.height);
  if (['IMG', 'svg', 'CANVAS'].includes(node.tagName)) return long >= 12 && short >= 6 ? 'image' : '';
  const css = style(node);
  const ground = /url\(/.test(css.backgroundImage) && css.backgroundRepeat !== 'repeat' && short >= 24;
  return ground && !text(node) && !node.querySelector(EXPLICIT) && area(edges(r)) < 0.5 * area(page()) ? 'image' : '';
};

const controls = () => {
  const found = [], byNode = new Map();
  const nearest = (node) => { for (let one = above(node); one; one = above(one)) if (byNode.has(one)) return byNode.get(one); return null; };
  for (const node of elements(document.body)) {
    const explicit = declared(node);
    const outer = nearest(node);
    const free = !outer || outer.kind === 'dialog';
    const kind = explicit || (free ? scripted(node) || image(node) : '');
    if (!kind) continue;
    const one = label(node, kind, found.length);
    if (!one || (outer && repeats(outer, one))) continue;
    one.outer = outer;
    found.push(one);
    byNode.set(node, one);
  }
  return found;
};

// The place of the control that opened a list, of the dialog or of the entry that holds one.
// Marks and arrows of a control that stand beside its node are part of it.
const WHOLES = ['checkbox', 'radio', 'dropdown', 'slider'];
const loose = (one, all) => one.kind !== 'image' || !all.some((other) =>
  WHOLES.includes(other.kind) && area(common(one.box, other.box)) > 0.7 * area(one.box));

const parent = (one, all) => {
  for (let outer = one.outer; outer; outer = outer.outer) if (['dialog', 'menu', 'list item', 'dropdown'].includes(outer.kind)) return outer.order;
  const list = one.node.closest('[role=listbox],[role=menu],[role=tree]');
  const owner = list && list.id && all.find((other) => [...referenced(other.node, 'aria-controls'), ...referenced(other.node, 'aria-owns')].includes(list));
  return owner ? owner.order : null;
};

const plainLabel = (one, all) => {
  const {node, order, drawn, outer, ...rest} = one;
  return {...rest, parent: parent(one, all)};
};

const bars = () => scrollBars().filter(([node]) => node === document.documentElement || shown(node)).map(([node, box]) => {
  const root = node === document.documentElement;
  const seen = root ? {box, share: 1} : sight(node, box);
  return seen && seen.share >= 0.6 ? {kind: 'scroll bar', box: seen.box, name: '', text: '', value: null, placeholder: null,
    checked: null, selected: null, disabled: false, focused: false, group: '', parent: null} : null;
}).filter(Boolean);

// What covers others must be asked also where it lets the mouse through.
const opaque = () => {
  const sheet_ = new CSSStyleSheet();
  sheet_.replaceSync('*{pointer-events:auto!important}');
  const roots = [document, ...[...elements(document.documentElement)].map((one) => one.shadowRoot).filter(Boolean)];
  for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet_];
  return () => { for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet_); };
};

const everything = () => {
  const restore = opaque();
  try {
    const all = controls();
    const found = all.filter((one) => loose(one, all));
    found.forEach((one, place) => { one.order = place; });
    return {labels: [...found.map((one) => plainLabel(one, found)), ...bars()], ...words()};
  } finally {
    restore();
  }
};
