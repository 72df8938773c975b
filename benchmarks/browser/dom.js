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
  // What stands beside a node, past the blanks between.
  const beside = (node, way) => {
    let next = node[way];
    while (next && (next.nodeType === 8 || (next.nodeType === 3 && !clean(next.data)))) next = next[way];
    return next;
  };
  const label = (node) => {
    if (node.getAttribute('aria-label')) return clean(node.getAttribute('aria-label'));
    if (node.labels && node.labels.length) return clean(node.labels[0].innerText);
    const after = beside(node, 'nextSibling'), before = beside(node, 'previousSibling');
    const near = ['checkbox', 'radio'].includes(node.type) ? [after, before] : [before];
    for (const one of near) {
      const text = one && clean(one.textContent);
      if (text && text.length < 40 && !(one.querySelector && (one.matches(ACTIVE) || one.querySelector(ACTIVE)))) return text;
    }
    // A field tells in itself what belongs there, whatever stands above it.
    if (node.placeholder) return clean(node.placeholder);
    const parent = node.parentElement;
    if (parent && parent !== root) {
      const own = clean([...parent.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join(' '));
      if (own) return own;
      const previous = parent.previousElementSibling;
      const text = previous && !previous.querySelector(ACTIVE) && !spelt(previous) ? clean(previous.innerText) : '';
      if (text && text.length < 40) return text;
    }
    return clean(node.title || '');
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

  const classes = (node) => clean(String(node.className.baseVal ?? node.className));
  // What little pictures without a word show, by the classes that draw them.
  const PICTURES = [['up', /spinner-up|triangle-1-n|arrow-up/], ['down', /spinner-down|triangle-1-s|arrow-down/],
    ['bold', /\bql-bold/], ['italic', /\bql-italic/], ['underline', /\bql-underline/],
    ['text color', /\bql-color/], ['background color', /\bql-background/]];
  const said = (node) => node.getAttribute('title') || node.getAttribute('aria-label') || node.getAttribute('alt') || '';
  const picture = (node) => {
    for (let up = node, far = 0; up && up !== root && far < 3; up = up.parentElement, far++) {
      if (said(up)) return said(up);
      for (const [name, drawn] of PICTURES) if (drawn.test(classes(up))) return name;
    }
    return '';
  };
  // A letter drawn among shapes is one of them.
  const among = (node) => node.tagName === 'text' && node.ownerSVGElement && clicks(node)
    && !!node.ownerSVGElement.querySelector('rect,circle,polygon');
  // The chosen slice of a pie menu looks like the others, but has another pointer.
  const slice = (node) => !!node.ownerSVGElement && ['text', 'tspan'].includes(node.tagName)
    && [...node.ownerSVGElement.querySelectorAll('text, tspan')].filter(clicks).length > 1;
  const side = (node) => Math.max(node.getBoundingClientRect().width, node.getBoundingClientRect().height);
  // A card whose text does not show, such as one that lies face down.
  const blank = (node) => {
    const inside = [...node.querySelectorAll('*')];
    return inside.length > 0 && node.style !== undefined && !node.matches('svg, svg *')
      && clean(node.textContent) !== '' && side(node) < innerHeight / 2
      && inside.every((n) => getComputedStyle(n).fontSize === '0px' && !n.matches(ACTIVE));
  };
  // Letters that are drawn one by one are read as a word.
  const spelt = (node) => node.children.length > 1 && !clicks(node)
    && [...node.children].every((n) => n.tagName === 'SPAN' && !n.children.length && clean(n.textContent).length === 1);
  const slid = (node) => node.type === 'range' ? node.value : String(window.jQuery?.(node).slider('value') ?? '');

  const add = (node, kind, text, state = {}) => {
    const box = visible(node);
    if (!box || covered(node, box)) return;
    found.push({kind, text: clean(text), box, state: {disabled: node.disabled || node.matches('.ui-state-disabled') ? true : null,
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
    else if ((tag === 'input' && type === 'range') || node.matches('.ui-slider')) kind = 'slider';
    else if (node.contentEditable === 'true') kind = 'field';
    else if ((tag === 'input' && type !== 'hidden') || tag === 'textarea') kind = 'field';
    else if (tag === 'select') kind = node.size > 1 || node.multiple ? 'list' : 'dropdown';
    else if (role === 'tab' || node.matches('.ui-tabs-anchor')) kind = 'tab';
    else if (role.startsWith('menuitem') || node.matches('.ui-menu-item')) kind = 'menu';
    else if (tag === 'a' || node.matches('.alink')) kind = 'link';
    else if (node.matches('.ui-sortable > *')) kind = 'list item';
    else if (node.matches('.ui-draggable') && !node.children.length) kind = 'box';
    else if (tag === 'svg' && side(node) <= 32) kind = clicks(node) ? 'icon' : 'image';
    else if (among(node)) kind = 'shape';
    else if (node.namespaceURI.endsWith('svg') && ['circle', 'rect', 'polygon', 'ellipse', 'path', 'line'].includes(tag)) kind = 'shape';
    else if (own && (clicks(node) || slice(node))) kind = 'link';
    else if (!own && clicks(node) && (node.children.length === 0 || blank(node))) kind = 'icon';
    else if (tag === 'img' && side(node) >= 16) kind = 'image';
    else if (!own && spelt(node)) kind = 'text';
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
    // Some entries of a menu have a little picture in front; the one behind only says that it opens.
    if (kind === 'menu') for (const drawn of (face || node).querySelectorAll('.ui-icon:not(.ui-menu-icon)')) {
      add(drawn, 'image', (classes(drawn).match(/ui-icon-([a-z]+)/) || ['', ''])[1]);
    }
    if (kind === 'button') add(node, kind, clean(node.innerText) || node.value || picture(node));
    else if (kind === 'checkbox' || kind === 'radio') add(node, kind, label(node), {checked: node.checked});
    else if (kind === 'field') add(node, kind, label(node), {value: node.value ?? clean(node.innerText)});
    // The number beside a slider is a value, not a name.
    else if (kind === 'slider') add(node, kind, label(node).replace(/^[-\d.,]+$/, ''), {value: slid(node)});
    else if (kind === 'box') add(node, 'icon', `${colour(style.backgroundColor)} box ${own}`);
    else if (kind === 'dropdown') add(node, kind, label(node), {value: node.selectedOptions.length ? clean(node.selectedOptions[0].text) : ''});
    else if (kind === 'list') for (const option of node.options) add(option, 'list item', option.text, {selected: option.selected});
    else if (kind === 'tab') add(node, kind, node.innerText, {selected: !!node.closest('.ui-tabs-active,[aria-selected=true]')});
    else if (kind === 'shape') add(node, 'icon', `${small(node)}${colour(style.fill) || colour(style.stroke)} ${tag === 'text' ? node.textContent : shape(node)}`);
    else if (kind === 'icon' && blank(node)) add(node, kind, `${colour(style.backgroundColor)} ${classes(node).split(' ')[0]}`);
    else if (kind === 'icon') add(node, kind, said(node) || colour(style.backgroundColor) || picture(node) || classes(node) || node.id);
    else if (kind === 'image') add(node, kind, node.alt || '');
    else if (kind === 'text' && !own) add(node, kind, node.textContent.replace(/\s/g, ''));
    else if (inner && face) add(face, kind, face.innerText || face.textContent);
    else add(node, kind, node.innerText || own || node.textContent);
  }
  return found;
}
