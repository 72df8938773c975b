// Every word that can be read, with the box of its ink and the height of its font.

const pen = document.createElement('canvas').getContext('2d');
const setPen = (css) => {
  pen.font = `${css.fontStyle} ${css.fontWeight} ${css.fontSize} ${css.fontFamily}`;
  pen.letterSpacing = css.letterSpacing === 'normal' ? '0px' : css.letterSpacing;
  pen.fontKerning = 'auto';
};

// The ink of a word whose line box is known: the line box is as high as the font, whatever it says.
const ink = (word, box, css) => {
  setPen(css);
  const m = pen.measureText(word);
  const whole = m.fontBoundingBoxAscent + m.fontBoundingBoxDescent;
  const ratio = whole ? high(box) / whole : 1;
  const base = box[1] + m.fontBoundingBoxAscent * ratio;
  const above = Math.max(m.actualBoundingBoxAscent, 1), under = m.actualBoundingBoxDescent;
  return [box[0], base - above * ratio, box[2], base + under * ratio];
};

const WORD = /\S+/g;

// The pieces of a word of a text node: one for each line on which it stands.
const pieces = (node, from, to) => {
  const range = document.createRange();
  const at = (a, b) => {
    range.setStart(node, a);
    range.setEnd(node, b);
    return [...range.getClientRects()].map(edges).filter((box) => wide(box) > 0.2);
  };
  const rects = at(from, to);
  if (!rects.length) return [];
  if (rects.every((box) => Math.abs(box[1] - rects[0][1]) < 2)) return [[from, to, rects.reduce(around)]];
  const found = [];
  for (let i = from; i < to; i += 1) {
    const [box] = at(i, i + 1);
    const last = found[found.length - 1];
    if (!box) { if (last) last[1] = i + 1; continue; }
    if (last && Math.abs(last[2][1] - box[1]) < 2) { last[1] = i + 1; last[2] = around(last[2], box); }
    else found.push([i, i + 1, box]);
  }
  return found;
};

// What may be read by a person and is not among the words makes the sample incomplete.
const note = (state, node, word, box, css) => {
  const tight = ink(word, box, css);
  const seen = sight(node, tight, true);
  const clear = inked(css) * opacity(node);
  if (!seen || clear < 0.25) return;
  // A glyph may stick out of its box by a pixel; what is cut more than that is only half a word.
  const whole = wide(seen.box) >= wide(tight) - 1 && high(seen.box) >= high(tight) - 1.2;
  if (whole && seen.share > 0.7 && seen.light >= 0.5) state.words.push({text: word, box: tight, size: number(css.fontSize)});
  else if (seen.share > 0.2 || seen.veiled) state.complete = false;
};

const ELLIPSIS = (css) => css.textOverflow === 'ellipsis' || number(css.webkitLineClamp) > 0;
const cutByDots = (node) => {
  for (let one = node, steps = 0; one && steps < 4; one = above(one), steps += 1) {
    if (ELLIPSIS(style(one)) && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3)) return true;
  }
  return false;
};

const textNode = (state, node) => {
  const parent = holder(node);
  if (!shownText(node, parent)) return;
  const css = style(parent);
  if (css.textOverflow && cutByDots(parent)) state.complete = false;
  const shown_ = cased(node.data, css, tongue(parent));
  const data = shown_.length === node.data.length ? shown_ : node.data;
  for (const match of node.data.matchAll(WORD)) {
    if (GLYPH.test(match[0])) continue;
    for (const [from, to, box] of pieces(node, match.index, match.index + match[0].length)) {
      const word = data.slice(from, to).replace(/[\u200b\u00ad]/g, '').trim();
      if (word) note(state, parent, word, box, css);
    }
  }
};

// Words on a single line that a control draws by itself, from its left edge `x`, round `middle`.
const line = (state, node, said, x, middle, css) => {
  setPen(css);
  const m = pen.measureText(said);
  const up = m.fontBoundingBoxAscent, down = m.fontBoundingBoxDescent;
  const top = middle - (up + down) / 2;
  for (const match of said.matchAll(WORD)) {
    const left = x + pen.measureText(said.slice(0, match.index)).width;
    const box = [left, top, left + pen.measureText(match[0]).width, top + up + down];
    const room = edges(node.getBoundingClientRect());
    const inner = [room[0] + number(css.borderLeftWidth), room[1], room[2] - number(css.borderRightWidth) - (node.tagName === 'SELECT' ? 12 : 0), room[3]];
    if (wide(common(box, inner)) >= wide(box) - 1) note(state, node, match[0], box, css);
    else if (wide(common(box, inner)) > 2) state.complete = false;
  }
};

const content = (node, css, extra = 0) => {
  const r = node.getBoundingClientRect();
  return [r.left + number(css.borderLeftWidth) + number(css.paddingLeft) + extra,
    r.top + number(css.borderTopWidth) + number(css.paddingTop),
    r.right - number(css.borderRightWidth) - number(css.paddingRight),
    r.bottom - number(css.borderBottomWidth) - number(css.paddingBottom)];
};

const placed = (said, room, css, node) => {
  setPen(css);
  const space = wide(room) - pen.measureText(said).width;
  const side = css.textAlign;
  const right = side === 'right' || side === 'end';
  const shift = side === 'center' ? space / 2 : right ? space : 0;
  return room[0] + (space > 0 ? shift : 0) - (node.scrollLeft || 0);
};

const BLIND = ['date', 'time', 'datetime-local', 'month', 'week', 'file'];
const control = (state, node) => {
  const css = style(node);
  if (!shown(node)) return;
  if (node.tagName === 'TEXTAREA') return area_(state, node, css);
  if (node.tagName === 'SELECT') return select(state, node, css);
  const type = node.type;
  if (BLIND.includes(type)) { if (sight(node, edges(node.getBoundingClientRect()))) state.complete = false; return; }
  if (['checkbox', 'radio', 'range', 'color', 'hidden', 'image'].includes(type) || (type === 'password' && node.value)) return;
  const button = ['button', 'submit', 'reset'].includes(type);
  const hint = getComputedStyle(node, '::placeholder');
  const value = node.value || (button ? '' : placeholderShown(node));
  const said = cased(value || (button && type !== 'button' ? {submit: 'Submit', reset: 'Reset'}[type] : ''), css, tongue(node));
  const room = content(node, css);
  const ground = node.value || button ? css : {...plain(css), color: hint.color, webkitTextFillColor: hint.color};
  line(state, node, said, placed(said, room, css, node), (room[1] + room[3]) / 2, ground);
};
const plain = (css) => Object.fromEntries(['fontStyle', 'fontWeight', 'fontSize', 'fontFamily', 'letterSpacing', 'borderLeftWidth', 'borderRightWidth', 'textAlign'].map((key) => [key, css[key]]));

// The placeholder of an empty field, '' when it is not drawn.
const placeholderShown = (node) => {
  if (!node.placeholder || node.value) return '';
  const hint = getComputedStyle(node, '::placeholder');
  return alpha(hint.webkitTextFillColor || hint.color) * +hint.opacity > 0.2 ? node.placeholder : '';
};

const select = (state, node, css) => {
  if (open(node)) {
    for (const option of node.options) {
      const r = edges(option.getBoundingClientRect()), own = style(option);
      if (area(r) > 0) line(state, node, clean(option.text), r[0] + number(own.paddingLeft) , (r[1] + r[3]) / 2, own);
    }
    return;
  }
  const said = cased(clean(node.selectedOptions[0]?.text), css, tongue(node));
  const room = content(node, css, css.appearance === 'none' ? 0 : 4);
  line(state, node, said, placed(said, room, css, node), (room[1] + room[3]) / 2, css);
};

// The text of a text area, measured on a copy of it in a box of the same measures.
const area_ = (state, node, css) => {
  const said = node.value || placeholderShown(node);
  if (!said) return;
  const r = node.getBoundingClientRect();
  const copy = document.createElement('div');
  for (const one of ['font', 'letterSpacing', 'wordSpacing', 'lineHeight', 'textTransform', 'textIndent', 'textAlign', 'paddingTop', 'paddingLeft', 'tabSize']) copy.style[one] = css[one];
  Object.assign(copy.style, {position: 'fixed', left: `${r.left + node.clientLeft}px`, top: `${r.top + node.clientTop - node.scrollTop}px`,
    width: `${node.clientWidth - number(css.paddingRight)}px`, boxSizing: 'border-box', whiteSpace: 'pre-wrap', overflowWrap: 'break-word', visibility: 'hidden', margin: '0', border: '0'});
  copy.textContent = said;
  document.body.append(copy);
  const inner = [r.left + node.clientLeft, r.top + node.clientTop, r.left + node.clientLeft + node.clientWidth, r.top + node.clientTop + node.clientHeight];
  for (const match of said.matchAll(WORD)) {
    for (const [from, to, box] of pieces(copy.firstChild, match.index, match.index + match[0].length)) {
      const seen = area(common(box, inner)) / area(box);
      if (seen > 0.97) note(state, node, cased(said.slice(from, to), css, tongue(node)), box, css);
      else if (seen > 0.2) state.complete = false;
    }
  }
  copy.remove();
};

// Text that CSS adds cannot be measured: whether a node shows letters of that sort.
const added = (node) => {
  const css = style(node);
  const marker = css.display === 'list-item' && !/none|disc|circle|square|disclosure/.test(css.listStyleType);
  return marker || ['::before', '::after'].some((which) => {
    const said = getComputedStyle(node, which);
    return said.content.startsWith('"') && hasLetters(said.content) && !/icon|symbol/i.test(said.fontFamily) && said.display !== 'none' && !GLYPH.test(said.content);
  });
};

const DRAWN_ON = ['CANVAS', 'IFRAME', 'VIDEO', 'OBJECT', 'EMBED'];
const words = () => {
  const state = {words: [], complete: true};
  for (const node of [document.body, ...elements(document.body)]) {
    if (['INPUT', 'TEXTAREA', 'SELECT'].includes(node.tagName)) control(state, node);
    else if (node.tagName === 'OPTION') continue;
    // What is drawn there, such as the words of a chart, is not in the page.
    else if (DRAWN_ON.includes(node.tagName)) { if (shown(node) && sight(node, edges(node.getBoundingClientRect()))) state.complete = false; }
    else {
      const kids = node instanceof SVGElement ? svgTexts(node) : below(node).filter((child) => child.nodeType === 3);
      for (const child of kids) textNode(state, child);
      if (state.complete && shown(node) && added(node) && sight(node, edges(node.getBoundingClientRect()))) state.complete = false;
    }
  }
  return state;
};
const svgTexts = (node) => [...node.querySelectorAll('text,tspan')].flatMap((one) => [...one.childNodes].filter((child) => child.nodeType === 3));
