// What is visible on a page, as {kind, text, box, state}: boxes are [left, top, right, bottom] in
// CSS pixels of the viewport. Called as a function with the selector of the part to look at.
(selector) => {
  const root = document.querySelector(selector) || document.body;
  const found = [];
  const clean = (text) => (text || '').replace(/\s+/g, ' ').trim();

  const visible = (node) => {
    const style = getComputedStyle(node);
    if (style.visibility !== 'visible' || style.display === 'none' || +style.opacity === 0) return null;
    const r = node.getBoundingClientRect();
    let box = [r.left, r.top, r.right, r.bottom];
    // What a scrolling parent cuts off is not visible.
    for (let up = node.parentElement; up; up = up.parentElement) {
      const overflow = getComputedStyle(up).overflow;
      if (overflow === 'visible' || up === document.documentElement || up === document.body) continue;
      const o = up.getBoundingClientRect();
      box = [Math.max(box[0], o.left), Math.max(box[1], o.top),
             Math.min(box[2], o.right), Math.min(box[3], o.bottom)];
    }
    box = [Math.max(box[0], 0), Math.max(box[1], 0),
           Math.min(box[2], innerWidth), Math.min(box[3], innerHeight)];
    return box[2] - box[0] >= 2 && box[3] - box[1] >= 2 ? box : null;
  };

  const covered = (node, box) => {
    const top = document.elementFromPoint((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
    return top !== null && top !== node && !node.contains(top) && !top.contains(node);
  };

  const ACTIVE = 'input,select,textarea,button,a';
  const label = (node) => {
    if (node.getAttribute('aria-label')) return clean(node.getAttribute('aria-label'));
    if (node.labels && node.labels.length) return clean(node.labels[0].innerText);
    const after = node.nextSibling, before = node.previousSibling;
    const near = ['checkbox', 'radio'].includes(node.type) ? [after, before] : [before];
    for (const one of near) {
      const text = one && clean(one.textContent);
      if (text && text.length < 40 && !(one.querySelector && (one.matches(ACTIVE) || one.querySelector(ACTIVE)))) return text;
    }
    const parent = node.parentElement;
    if (parent && parent !== root) {
      const own = clean([...parent.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join(' '));
      if (own) return own;
      const previous = parent.previousElementSibling;
      const text = previous && !previous.querySelector(ACTIVE) ? clean(previous.innerText) : '';
      if (text && text.length < 40) return text;
    }
    return clean(node.placeholder || node.title || '');
  };

  const COLOURS = {red: [255, 0, 0], green: [0, 128, 0], lime: [0, 255, 0], blue: [0, 0, 255],
    yellow: [255, 255, 0], cyan: [0, 255, 255], aqua: [0, 255, 255], magenta: [255, 0, 255],
    orange: [255, 165, 0], purple: [128, 0, 128], pink: [255, 192, 203], white: [255, 255, 255],
    grey: [128, 128, 128], black: [0, 0, 0]};
  const colour = (css) => {
    const rgb = (css.match(/[\d.]+/g) || []).map(Number);
    if (rgb.length < 3 || rgb[3] === 0) return '';
    let best = '', least = Infinity;
    for (const [name, c] of Object.entries(COLOURS)) {
      const d = (c[0] - rgb[0]) ** 2 + (c[1] - rgb[1]) ** 2 + (c[2] - rgb[2]) ** 2;
      if (d < least) [best, least] = [name, d];
    }
    return best;
  };
  const small = (node) => Math.max(node.getBoundingClientRect().width, node.getBoundingClientRect().height) < 15 ? 'small ' : '';
  const shape = (node) => {
    const name = node.tagName.toLowerCase();
    if (name === 'polygon') {
      const corners = (node.getAttribute('points') || '').trim().split(/[\s,]+/).length / 2;
      return {3: 'triangle', 4: 'square', 5: 'pentagon', 6: 'hexagon'}[corners] || 'polygon';
    }
    return {circle: 'circle', ellipse: 'circle', rect: 'rectangle', line: 'line', path: 'shape'}[name] || name;
  };

  const add = (node, kind, text, state = {}) => {
    const box = visible(node);
    if (!box || covered(node, box)) return;
    found.push({kind, text: clean(text), box, state: {disabled: node.disabled ? true : null,
      focused: node === document.activeElement ? true : null, ...state}});
  };

  // deskhandClicks: see listening.js
  const clicks = (node) => getComputedStyle(node).cursor === 'pointer' || !!node.onclick || !!node.deskhandClicks;

  const taken = new Set();
  const claims = (node) => { for (let up = node; up && up !== root; up = up.parentElement) if (taken.has(up)) return true; return false; };
  for (const node of root.querySelectorAll('*')) {
    if (claims(node)) continue;
    const tag = node.tagName.toLowerCase(), type = (node.type || '').toLowerCase();
    const role = node.getAttribute('role') || '';
    const style = getComputedStyle(node);
    const own = clean([...node.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join(' '));
    let kind = '';
    if (tag === 'button' || (tag === 'input' && ['button', 'submit', 'reset', 'image'].includes(type)) || role === 'button') kind = 'button';
    else if (tag === 'input' && (type === 'checkbox' || type === 'radio')) kind = type;
    else if (tag === 'input' && type === 'range') kind = 'icon';
    else if ((tag === 'input' && type !== 'hidden') || tag === 'textarea') kind = 'field';
    else if (tag === 'select') kind = node.size > 1 || node.multiple ? 'list' : 'dropdown';
    else if (role === 'tab' || node.matches('.ui-tabs-anchor')) kind = 'tab';
    else if (role.startsWith('menuitem') || node.matches('.ui-menu-item')) kind = 'menu';
    else if (tag === 'a' || node.matches('.alink')) kind = 'link';
    else if (node.namespaceURI.endsWith('svg') && ['circle', 'rect', 'polygon', 'ellipse', 'path', 'line'].includes(tag)) kind = 'shape';
    else if (own && clicks(node)) kind = 'link';
    else if (!own && clicks(node) && node.children.length === 0) kind = 'icon';
    // The label of a box is the box's name.
    else if (own && !(tag === 'label' && node.querySelector('input'))) kind = 'text';
    if (!kind) continue;
    // Emphasis inside of a sentence is part of it.
    const whole = kind === 'text' && !node.querySelector(ACTIVE + ',[onclick],.alink,svg');
    // An entry of a menu may hold the menu that it opens.
    const inner = kind === 'menu' ? node.querySelector('ul, [role=menu]') : null;
    const face = inner ? [...node.children].find((n) => n !== inner) : node;
    if (inner && face) taken.add(face);
    else if (kind !== 'text' || whole) taken.add(node);
    if (kind === 'button') add(node, kind, node.innerText || node.value || node.title || node.alt || '');
    else if (kind === 'checkbox' || kind === 'radio') add(node, kind, label(node), {checked: node.checked});
    else if (kind === 'field') add(node, kind, label(node), {value: node.value});
    else if (kind === 'dropdown') add(node, kind, label(node), {value: node.selectedOptions.length ? clean(node.selectedOptions[0].text) : ''});
    else if (kind === 'list') for (const option of node.options) add(option, 'list item', option.text, {selected: option.selected});
    else if (kind === 'tab') add(node, kind, node.innerText, {selected: !!node.closest('.ui-tabs-active,[aria-selected=true]')});
    else if (kind === 'shape') add(node, 'icon', `${small(node)}${colour(style.fill) || colour(style.stroke)} ${shape(node)}`);
    else if (kind === 'icon') add(node, kind, node.title || node.alt || node.getAttribute('aria-label') || colour(style.backgroundColor) || clean(String(node.className)) || node.id);
    else if (inner && face) add(face, kind, face.innerText || face.textContent);
    else add(node, kind, node.innerText || own || node.textContent);
  }
  return found;
}
