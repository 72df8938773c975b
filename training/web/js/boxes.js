// Where things are drawn and how much of them shows. Boxes are [left, top, right, bottom] in CSS
// pixels of the viewport, with fractions.

const edges = (r) => [r.left, r.top, r.right, r.bottom];
const wide = (box) => box[2] - box[0];
const high = (box) => box[3] - box[1];
const area = (box) => Math.max(0, wide(box)) * Math.max(0, high(box));
const common = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
const around = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
const inside = (box, x, y) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
const page = () => [0, 0, document.documentElement.clientWidth, document.documentElement.clientHeight];

const holdsFixed = (css) => css.transform !== 'none' || css.filter !== 'none' || css.perspective !== 'none' ||
  /paint|layout|strict|content/.test(css.contain) || (css.backdropFilter && css.backdropFilter !== 'none');

const topLayer = (node) => {
  try { return node.matches(':modal, :popover-open'); } catch { return false; }
};

// The box with what scrolling or clipping parents hide cut off; `own` says that the node itself may
// clip too (its text, say).
const clipped = (node, box, own = false) => {
  let result = common(box, page());
  const position = (one) => topLayer(one) ? 'fixed' : style(one).position;
  let need = own ? 'static' : position(node);
  for (let one = own ? node : above(node); one && one !== document.documentElement; one = above(one)) {
    const css = style(one);
    const anchors = holdsFixed(css) || (need === 'absolute' && css.position !== 'static');
    if ((need === 'fixed' || need === 'absolute') && !anchors) continue;
    const cuts = css.display !== 'inline' && css.display !== 'contents' &&
      (css.overflowX !== 'visible' || css.overflowY !== 'visible' || /paint|strict|content/.test(css.contain));
    const passes = one === document.body && style(document.documentElement).overflow === 'visible';
    if (cuts && !passes) result = common(result, within(one, css));
    need = position(one);
  }
  return result;
};

// The part of a node in which its content shows: without frame and scroll bars.
const within = (node, css) => {
  const r = node.getBoundingClientRect();
  const ratio = node.offsetWidth ? r.width / node.offsetWidth : 1;
  const left = r.left + node.clientLeft * ratio, top = r.top + node.clientTop * ratio;
  const far = 1e6;
  const x = css.overflowX !== 'visible' ? [left, left + node.clientWidth * ratio] : [-far, far];
  const y = css.overflowY !== 'visible' ? [top, top + node.clientHeight * ratio] : [-far, far];
  return [x[0], y[0], x[1], y[1]];
};

// How much a node hides of what lies behind it at a place, 0 to 1.
const hides = (node, x, y) => {
  const rects = [...node.getClientRects()].map(edges);
  if (!rects.some((box) => inside(box, x, y))) {
    if (topLayer(node)) return alpha(getComputedStyle(node, '::backdrop').backgroundColor);
    return 0;
  }
  const css = style(node);
  if (css.visibility !== 'visible') return 0;
  const replaced = ['IMG', 'CANVAS', 'VIDEO', 'IFRAME'].includes(node.tagName);
  let most = replaced ? 1 : alpha(css.backgroundColor);
  if (/url\(/.test(css.backgroundImage)) most = Math.max(most, 0.9);
  if (/gradient/.test(css.backgroundImage)) most = Math.max(most, ...css.backgroundImage.match(/rgba?\([^)]*\)/g)?.map(alpha) || [1]);
  if (node instanceof SVGElement && node.tagName !== 'svg') most = css.fill !== 'none' ? alpha(css.fill) : 0;
  return most * opacity(node);
};

// The share of light, 0 to 1, that reaches the eye from a node at a place of the viewport.
const light = (node, x, y, hiders = null) => {
  let left = 1;
  const seen = new Set();
  const visit = (root) => {
    for (const hit of root.elementsFromPoint(x, y)) {
      if (seen.has(hit)) continue;
      seen.add(hit);
      if (hit.shadowRoot && hit.shadowRoot !== root && hit !== node && visit(hit.shadowRoot)) return true;
      if (holds(node, hit)) return true;
      if (holds(hit, node)) return true;
      const hidden_ = hides(hit, x, y);
      if (hidden_ > 0.6 && hiders) hiders.add(hit);
      left *= 1 - hidden_;
      if (left < 0.03) return true;
    }
    return false;
  };
  visit(document);
  return left;
};
const places = (from, to, count) => Array.from({length: count}, (_, i) => from + (to - from) * (i + 0.5) / count);

// The box without what others cover of it from one side to the opposite one.
const uncovered = (box, hiders) => {
  let [left, top, right, bottom] = box;
  for (const hider of hiders) {
    const [a, b, c, d] = edges(hider.getBoundingClientRect());
    if (b <= top + 1 && d >= bottom - 1) {
      if (a <= left + 1 && c < right) left = Math.max(left, c);
      else if (c >= right - 1 && a > left) right = Math.min(right, a);
    } else if (a <= left + 1 && c >= right - 1) {
      if (b <= top + 1 && d < bottom) top = Math.max(top, d);
      else if (d >= bottom - 1 && b > top) bottom = Math.min(bottom, b);
    }
  }
  return [left, top, right, bottom];
};

// How much of a box of a node shows: {box: what is left after clipping, share: 0 to 1 of its area,
// light: the faintest of its visible points, torn: the share of `box` that others cover in its
// middle, veiled: whether a point that does not count as visible can still be made out, as below the
// shade behind a dialog}; null for nothing.
const sight = (node, box, own = false) => {
  const left = clipped(node, box, own);
  if (wide(left) < 1 || high(left) < 1) return null;
  let open = 0, all = 0, faintest = 1, veiled = false;
  const hiders = new Set(), covered = [];
  const xs = places(left[0], left[2], Math.min(7, Math.max(2, Math.round(wide(left) / 12))));
  const ys = places(left[1], left[3], Math.min(5, Math.max(2, Math.round(high(left) / 12))));
  for (const x of xs) for (const y of ys) {
    const here = light(node, x, y, hiders);
    all += 1;
    if (here >= 0.4) { open += 1; faintest = Math.min(faintest, here); } else covered.push([x, y]);
    veiled ||= here >= 0.08 && here < 0.4;
  }
  const share = (area(left) / area(box)) * (open / all);
  const rest = open < all ? uncovered(left, hiders) : left;
  const middle = covered.filter(([x, y]) => inside(rest, x, y)).length;
  return {box: rest, share, light: open ? faintest : 0, torn: middle / Math.max(1, middle + open), veiled};
};

// Where scroll bars are drawn: [node, box] each.
const scrollBars = () => {
  const found = [];
  const rightGap = innerWidth - document.documentElement.clientWidth;
  const lowGap = innerHeight - document.documentElement.clientHeight;
  if (rightGap > 2) found.push([document.documentElement, [innerWidth - rightGap, 0, innerWidth, innerHeight - lowGap]]);
  if (lowGap > 2) found.push([document.documentElement, [0, innerHeight - lowGap, innerWidth - rightGap, innerHeight]]);
  for (const node of elements(document.body)) {
    const css = style(node);
    if (css.overflowX === 'visible' && css.overflowY === 'visible') continue;
    const frame = (a, b) => number(css[`border${a}Width`]) + number(css[`border${b}Width`]);
    const gapX = node.offsetWidth - node.clientWidth - frame('Left', 'Right');
    const gapY = node.offsetHeight - node.clientHeight - frame('Top', 'Bottom');
    const r = node.getBoundingClientRect();
    const right = r.right - number(css.borderRightWidth), bottom = r.bottom - number(css.borderBottomWidth);
    const left = r.left + number(css.borderLeftWidth), top = r.top + number(css.borderTopWidth);
    if (gapX > 2.5) found.push([node, [right - gapX, top, right, bottom - Math.max(0, gapY)]]);
    if (gapY > 2.5) found.push([node, [left, bottom - gapY, right - Math.max(0, gapX), bottom]]);
  }
  return found;
};
