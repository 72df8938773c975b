// The tree as it is drawn: open shadow roots entered, slots filled. All files of this folder are
// put into one function by training/web/dom.py.

const memory = new WeakMap();
const style = (node) => {
  if (!memory.has(node)) memory.set(node, getComputedStyle(node));
  return memory.get(node);
};

const clean = (text) => (text || '').replace(/[\u200b\u00ad\ufeff]/g, '').replace(/\s+/g, ' ').trim();
const hasLetters = (text) => /[\p{L}\p{N}]/u.test(text);
const number = (css) => parseFloat(css) || 0;

const above = (node) => node.assignedSlot || node.parentElement || (node.getRootNode().host || null);
const below = (node) => {
  if (node.shadowRoot) return [...node.shadowRoot.childNodes];
  if (node.tagName === 'SLOT' && node.assignedNodes().length) return [...node.assignedNodes()];
  return [...node.childNodes];
};
// What text stands in, and has its looks from.
const holder = (node) => node.assignedSlot || node.parentElement || node.parentNode.host;
const holds = (outer, inner) => {
  for (let up = inner; up; up = above(up)) if (up === outer) return true;
  return false;
};
const up = (node, test) => {
  for (let one = above(node); one; one = above(one)) if (test(one)) return one;
  return null;
};

// Every element in the order in which it is drawn, without what is not rendered at all.
function* elements(node) {
  for (const child of below(node)) {
    if (child.nodeType !== 1 || ['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT'].includes(child.tagName)) continue;
    if (style(child).display === 'none') continue;
    yield child;
    if (!(child instanceof SVGElement)) yield* elements(child);
  }
}

const seeThrough = new WeakMap();
// How much of the node's paint shows, 0 to 1: its opacity and that of all that hold it.
const opacity = (node) => {
  if (!seeThrough.has(node)) {
    const parent = above(node);
    seeThrough.set(node, +style(node).opacity * (parent ? opacity(parent) : 1));
  }
  return seeThrough.get(node);
};

// A slot has no box of its own, and counts as hidden when it is asked.
const boxed = (node) => style(node).display === 'contents' && above(node) ? boxed(above(node)) : node;
const shown = (node) =>
  opacity(node) >= 0.15 && style(node).visibility === 'visible' &&
  boxed(node).checkVisibility({contentVisibilityAuto: true, visibilityProperty: true});

// How opaque a CSS colour is, 0 to 1.
const alpha = (colour) => {
  if (!colour || colour === 'transparent') return 0;
  const slash = colour.match(/\/\s*([\d.]+)(%?)\s*\)/);
  if (slash) return slash[2] ? slash[1] / 100 : +slash[1];
  const parts = colour.startsWith('rgba') ? colour.match(/[\d.]+/g) : null;
  return parts && parts.length === 4 ? +parts[3] : 1;
};

const bordered = (css) => ['Top', 'Right', 'Bottom', 'Left'].filter((side) =>
  number(css[`border${side}Width`]) > 0 && css[`border${side}Style`] !== 'none' &&
  alpha(css[`border${side}Color`]) > 0.15).length;

// Whether a style paints a shape of its own: a ground, a picture, a frame or a shadow.
const painted = (css) =>
  alpha(css.backgroundColor) > 0.05 || css.backgroundImage !== 'none' ||
  bordered(css) >= 3 || (css.boxShadow !== 'none' && alpha(css.boxShadow.split(')')[0] + ')') > 0.05) ||
  (css.maskImage && css.maskImage !== 'none');

const GLYPHS = /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/gu;
const GLYPH = new RegExp(GLYPHS.source, 'u');
const glyphFont = (node) => /material (icons|symbols)/i.test(style(node).fontFamily);

// What can be read in a node as it is drawn, with the CSS case; the glyphs of icon fonts and what
// matches `skip` left out.
const text = (node, skip = '') => {
  const parts = [];
  const walk = (one) => {
    if (one.nodeType === 3) {
      const parent = holder(one);
      if (shownText(one, parent)) parts.push(cased(one.data, style(parent), tongue(parent)));
    } else if (one.nodeType === 1 && !['SCRIPT', 'STYLE', 'SELECT', 'TEXTAREA', 'TEMPLATE'].includes(one.tagName)) {
      if (style(one).display === 'none' || (skip && one !== node && one.matches(skip))) return;
      if (style(one).display !== 'inline') parts.push(' ');
      below(one).forEach(walk);
      if (style(one).display !== 'inline') parts.push(' ');
    }
  };
  walk(node);
  return clean(parts.join(''));
};

const shownText = (node, parent) => {
  if (!node.data.trim() || !shown(parent) || glyphFont(parent) || number(style(parent).fontSize) < 4) return false;
  // Words for screen readers stand in a box of one pixel.
  for (let one = parent, steps = 0; one && steps < 3; one = above(one), steps += 1) {
    const css = style(one);
    if (css.overflow !== 'visible' && (one.clientWidth <= 2 || one.clientHeight <= 2) && css.display !== 'inline') return false;
    if (css.position === 'absolute' && /rect\(0|inset\(50%|rect\(1px,? 1px/.test(css.clip + css.clipPath)) return false;
  }
  return inked(style(parent)) > 0.1;
};

// How opaque text is drawn, 0 to 1: in its colour, or only as a sharp shadow of itself.
const inked = (css) => {
  const shadow = /(rgba?\([^)]*\)|color\([^)]*\)) [-\d.]+px [-\d.]+px 0px/.exec(css.textShadow || '');
  if (css.backgroundClip === 'text') return 1;
  return Math.max(alpha(css.webkitTextFillColor || css.color), shadow ? alpha(shadow[1]) : 0);
};

// The language of a node's text: Turkish writes a dot over its capital I.
const tongue = (node) => {
  try { return Intl.getCanonicalLocales(node.closest('[lang]')?.lang || [])[0]; } catch { return undefined; }
};
const cased = (raw, css, tongue_) => {
  const seen = raw.replace(GLYPHS, '');
  if (css.textTransform === 'uppercase') return seen.toLocaleUpperCase(tongue_);
  if (css.textTransform === 'lowercase') return seen.toLocaleLowerCase(tongue_);
  if (css.textTransform === 'capitalize') return seen.replace(/(^|[\s(\-])(\p{L})/gu, (all, before, letter) => before + letter.toLocaleUpperCase(tongue_));
  return seen;
};
