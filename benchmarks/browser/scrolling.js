// What scrolls on a page and has more to show, as {box, above, below, left, right}: boxes are
// [left, top, right, bottom] in CSS pixels of the viewport. Called as a function.
() => {
  const whole = document.scrollingElement;
  const fixed = [whole, document.body].some((node) =>
    ['hidden', 'clip'].includes(getComputedStyle(node).overflowY));
  const found = [];
  for (const node of document.querySelectorAll('*')) {
    const style = getComputedStyle(node);
    // The page and a list box scroll by themselves, other boxes when they are told to.
    const itself = node === whole ? !fixed : node.tagName === 'SELECT' && node.size > 1;
    const may = (overflow) => itself || ['auto', 'scroll'].includes(overflow);
    const tall = may(style.overflowY) && node.scrollHeight > node.clientHeight + 1;
    const wide = may(style.overflowX) && node.scrollWidth > node.clientWidth + 1;
    if (!tall && !wide) continue;
    const r = node === whole ? {left: 0, top: 0, right: innerWidth, bottom: innerHeight}
                             : node.getBoundingClientRect();
    const box = [Math.max(r.left, 0), Math.max(r.top, 0),
                 Math.min(r.right, innerWidth), Math.min(r.bottom, innerHeight)];
    if (box[2] - box[0] < 2 || box[3] - box[1] < 2) continue;
    found.push({box,
      above: tall && node.scrollTop > 0,
      below: tall && node.scrollTop + node.clientHeight + 1 < node.scrollHeight,
      left: wide && node.scrollLeft > 0,
      right: wide && node.scrollLeft + node.clientWidth + 1 < node.scrollWidth});
  }
  return found;
}
