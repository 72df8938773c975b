// A list with buttons: the first press asks, the second one tells which line is to go.
element.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-key]');
  if (!button) return;
  if (button.dataset.sure) {
    button.disabled = true;
    trigger('click', { key: button.dataset.key });
    return;
  }
  button.dataset.sure = 'yes';
  button.textContent = button.dataset.ask;
  button.removeAttribute('aria-label');
});
element.addEventListener('focusout', (event) => {
  const button = event.target.closest('button[data-sure]');
  if (!button || button.disabled) return;
  delete button.dataset.sure;
  button.textContent = 'Remove';
});
