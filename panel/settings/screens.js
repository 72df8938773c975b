// Areas on the picture of the screen: the lines of the field are shown as frames, and a frame that is
// drawn becomes a line. What a line means for a run is decided by agent/settings/kinds.py alone.
const LINE = /^(?:(.*?)\s*:\s*)?(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*(,\s*not\s+read)?$/;
const SMALLEST = 4;
const field = () => document.querySelector('#dh-set-area textarea');
const boxOf = (figure) => figure.dataset.box.split(',').map(Number);

function frame(figure, sides, name, hidden) {
  const [left, top, right, bottom] = boxOf(figure);
  const share = (value, from, to) => `${(100 * (value - from)) / (to - from)}%`;
  const shown = document.createElement('div');
  shown.className = hidden ? 'dh-area dh-unread' : 'dh-area';
  shown.style.left = share(sides[0], left, right);
  shown.style.top = share(sides[1], top, bottom);
  shown.style.width = `${(100 * (sides[2] - sides[0])) / (right - left)}%`;
  shown.style.height = `${(100 * (sides[3] - sides[1])) / (bottom - top)}%`;
  shown.textContent = name;
  figure.querySelector('.dh-drawn').append(shown);
  return shown;
}

function show() {
  if (!field()) return;
  for (const figure of element.querySelectorAll('.dh-screen')) {
    figure.querySelector('.dh-drawn').replaceChildren();
    for (const line of field().value.split('\n')) {
      const found = LINE.exec(line.trim());
      if (found) frame(figure, found.slice(2, 6).map(Number), found[1] || '', Boolean(found[6]));
    }
  }
}

function place(figure, event) {
  const [left, top, right, bottom] = boxOf(figure);
  const on = figure.querySelector('img').getBoundingClientRect();
  const within = (share) => Math.min(1, Math.max(0, share));
  return [
    Math.round(left + within((event.clientX - on.left) / on.width) * (right - left)),
    Math.round(top + within((event.clientY - on.top) / on.height) * (bottom - top)),
  ];
}

function add(sides) {
  const text = field();
  const lines = text.value.split('\n').filter((line) => line.trim());
  lines.push(`area ${lines.length + 1}: ${sides.join(', ')}`);
  text.value = lines.join('\n');
  text.dispatchEvent(new Event('input', { bubbles: true }));
  show();
}

let drawing = null;
element.addEventListener('pointerdown', (event) => {
  const figure = event.target.closest('.dh-screen');
  if (!figure || event.button !== 0) return;
  event.preventDefault();
  drawing = { figure, from: place(figure, event), shown: null };
  figure.setPointerCapture(event.pointerId);
});
function sidesTo(event) {
  const [x, y] = place(drawing.figure, event);
  const [a, b] = drawing.from;
  return [Math.min(a, x), Math.min(b, y), Math.max(a, x), Math.max(b, y)];
}
element.addEventListener('pointermove', (event) => {
  if (!drawing) return;
  drawing.shown?.remove();
  drawing.shown = frame(drawing.figure, sidesTo(event), '', false);
});
element.addEventListener('pointerup', (event) => {
  if (!drawing) return;
  const sides = sidesTo(event);
  drawing.shown?.remove();
  drawing = null;
  if (sides[2] - sides[0] >= SMALLEST && sides[3] - sides[1] >= SMALLEST) add(sides);
});
element.addEventListener('pointercancel', () => {
  drawing?.shown?.remove();
  drawing = null;
});
document.addEventListener('input', (event) => {
  if (event.target === field()) show();
});
watch('value', show);
