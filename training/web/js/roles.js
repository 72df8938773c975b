// What a node is to a person: its kind, its name and its states.

const TYPED = {button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', color: 'button',
  checkbox: 'checkbox', radio: 'radio', range: 'slider', hidden: ''};
const ROLES = {button: 'button', tab: 'tab', menuitem: 'menu', menuitemcheckbox: 'menu', menuitemradio: 'menu',
  option: 'list item', treeitem: 'list item', checkbox: 'checkbox', switch: 'checkbox', radio: 'radio',
  slider: 'slider', combobox: 'dropdown', link: 'link', textbox: 'field', searchbox: 'field', spinbutton: 'field',
  dialog: 'dialog', alertdialog: 'dialog'};
const NATIVE = {BUTTON: 'button', TEXTAREA: 'field', SUMMARY: 'button', DIALOG: 'dialog'};

const role = (node) => (node.getAttribute('role') || '').trim().split(/\s+/)[0];

// The kind that the page itself declares, '' for none.
const declared = (node) => {
  const tag = node.tagName, given = ROLES[role(node)];
  if (tag === 'INPUT' && ['checkbox', 'radio', 'range'].includes(node.type)) return TYPED[node.type];
  if (given === 'button' && listButton(node)) return 'dropdown';
  if (given) return given;
  if (node.classList.contains('title-bar-text')) return 'window title';
  if (tag === 'INPUT') return TYPED[node.type] ?? 'field';
  if (tag === 'SELECT') return node.size > 1 || node.multiple ? '' : 'dropdown';
  if (tag === 'OPTION') return open(node.closest('select')) ? 'list item' : '';
  if (tag === 'SUMMARY' && node.closest('[role=tree],.tree-view')) return 'list item';
  if (tag === 'BUTTON' && listButton(node)) return 'dropdown';
  if (NATIVE[tag]) return NATIVE[tag];
  if (tag === 'A' && node.hasAttribute('href')) return looksPressable(node) ? 'button' : 'link';
  if (node.isContentEditable && !above(node).isContentEditable) return 'field';
  if (tag === 'TH' && (node.ariaSort || clicks(node)) && !node.querySelector('button,[role=button],a')) return 'button';
  return '';
};
const open = (select) => select && (select.size > 1 || select.multiple);
const listButton = (node) => node.getAttribute('aria-haspopup') === 'listbox';

// A link that is drawn like a button; entries of a navigation stay links, whatever their ground.
const looksPressable = (node) => {
  if (/\b(btn|button)\b|(^|\s)btn-/.test(node.className)) return painted(style(node)) || !text(node);
  if (node.closest('nav,aside,[role=navigation],[role=tablist],.list-group,.menu')) return false;
  const css = style(node);
  return css.display !== 'inline' && (bordered(css) === 4 || alpha(css.backgroundColor) > 0.3) &&
    number(css.paddingLeft) >= 4 && node.getBoundingClientRect().height < 70;
};

// deskhandClicks: see listening.js.
const clicks = (node) => style(node).cursor === 'pointer' || !!node.onclick || !!node.deskhandClicks;
const EXPLICIT = 'input,select,textarea,button,a[href],summary,label,[role=button],[role=link],[role=tab],' +
  '[role=menuitem],[role=option],[role=treeitem],[role=checkbox],[role=radio],[role=switch]';

// The kind of something that only a script makes clickable, '' when it is not or not by itself.
const scripted = (node) => {
  if (!clicks(node) || ['LABEL', 'BODY', 'HTML', 'FORM'].includes(node.tagName) || node.closest('label')) return '';
  const outer = above(node);
  if (style(node).cursor === 'pointer' && outer && style(outer).cursor === 'pointer' && !node.deskhandClicks && !node.onclick) return '';
  const r = node.getBoundingClientRect();
  if (r.width * r.height > 0.15 * innerWidth * innerHeight || r.height > 140) return '';
  if (/^(LI|TR|TD|OPTION)$/.test(node.tagName) || ['row', 'listitem'].includes(role(node))) return 'list item';
  if (node.tagName.includes('-') || [...elements(node)].some((one) => one.matches(EXPLICIT))) return '';
  if (!text(node)) return pictured(node) ? 'icon' : '';
  return painted(style(node)) && style(node).display !== 'inline' ? 'button' : 'link';
};

const PICTURES = 'svg,img,canvas,i,sl-icon,[class*=icon]';
// Whether something that is no text is drawn in a node.
const pictured = (node) => {
  if (painted(style(node)) || node.matches(PICTURES)) return true;
  for (const one of elements(node)) if (painted(style(one)) || /^(svg|IMG|CANVAS)$/.test(one.tagName)) return true;
  return drawnBefore(node) || GLYPH.test(node.textContent) || !!text(node);
};
const drawnBefore = (node) => [node, ...elements(node)].some((one) => ['::before', '::after'].some((which) => {
  const css = getComputedStyle(one, which);
  return !['none', 'normal'].includes(css.content) && (painted(css) || css.content.replace(/"/g, '').trim());
}));

// Signs that are read as pictures; what stands on the keys of a calculator is text.
const SIGNS = /^[\p{So}\p{Co}←-⇿⌀-⏿■-◿☀-➿⬀-⯿︙…⋮⋯☰×✕›‹»«·•]+$/u;
const drawsIcon = (node, seen) => {
  if (hasLetters(seen)) return false;
  if (!seen) return true;
  const named = hasLetters(node.getAttribute('aria-label') || node.title || '');
  return named || (SIGNS.test(seen) && seen !== '×');
};

const referenced = (node, attribute) => (node.getAttribute(attribute) || '').split(/\s+/).filter(Boolean)
  .map((id) => node.getRootNode().getElementById(id)).filter(Boolean);

// What a label says, without what the controls in it hold.
const labelText = (label) => {
  const parts = [];
  const walk = (one) => {
    if (one.nodeType === 3) parts.push(one.data);
    else if (one.nodeType === 1 && !['SELECT', 'TEXTAREA', 'BUTTON', 'INPUT', 'SCRIPT', 'STYLE', 'OPTION'].includes(one.tagName) &&
             style(one).display !== 'none' && !role(one)) {
      const block = style(one).display !== 'inline';
      if (block) parts.push(' ');
      below(one).forEach(walk);
      if (block) parts.push(' ');
    }
  };
  walk(label);
  return clean(parts.join('')).replace(/\s*[*:]$/, '');
};

// The label that stands before a field in the same group and belongs to nothing else.
const looseLabel = (node) => {
  const group = up(node, (one) => one.tagName !== 'SPAN');
  const one = group && [...group.children].find((child) => child.tagName === 'LABEL' || child.tagName === 'LEGEND');
  if (!one || one.control && one.control !== node) return null;
  const fields = group.querySelectorAll('input:not([type=hidden]),select,textarea');
  return fields.length === 1 ? one : null;
};

const hostLabel = (node) => {
  const host = node.getRootNode().host;
  return host && node.getRootNode().querySelector('label') || null;
};

const name = (node, kind, seen) => {
  const by = referenced(node, 'aria-labelledby').map(labelText).filter(Boolean).join(' ');
  if (by) return by;
  if (clean(node.ariaLabel)) return clean(node.ariaLabel);
  const entry = ['field', 'dropdown', 'checkbox', 'radio', 'slider'].includes(kind);
  const labels = node.labels ? [...node.labels] : [];
  for (const label of [...labels, entry && (looseLabel(node) || hostLabel(node) || node.closest('label'))]) {
    const said = label && labelText(label);
    if (said) return said;
  }
  if (entry && node.getRootNode().host?.label) return clean(node.getRootNode().host.label);
  if (['checkbox', 'radio'].includes(kind) && (seen || node.tagName !== 'INPUT')) return seen || text(node);
  if (kind === 'dialog') return clean(node.querySelector('[slot=label],h1,h2,h3,h4,h5,header,.title-bar-text,legend')?.textContent);
  if (!entry && hasLetters(seen)) return seen;
  const picture = node.matches('img,svg') ? node : node.querySelector('img[alt],svg[aria-label],svg title,i[title]');
  const drawn = picture && (picture.alt || picture.getAttribute('aria-label') || picture.getAttribute('title') ||
    (picture.tagName === 'title' ? picture.textContent : picture.querySelector('title')?.textContent));
  const host = node.getRootNode().host;
  return clean(node.alt || drawn || node.title || host?.ariaLabel || host?.label || node.placeholder || (entry ? '' : seen));
};

// The title of the group that holds a control.
const group = (node) => {
  const holder = up(node, (one) => one.tagName === 'FIELDSET' || ['group', 'radiogroup'].includes(role(one)));
  if (!holder) return '';
  const legend = [...holder.children].find((one) => one.tagName === 'LEGEND');
  return clean(holder.ariaLabel) || referenced(holder, 'aria-labelledby').map(labelText).join(' ') || (legend ? labelText(legend) : '');
};
