/** The arrow keys walk along the buttons of a group. */
export function walk(press: KeyboardEvent): void {
  const step = press.key === "ArrowRight" ? 1 : press.key === "ArrowLeft" ? -1 : 0;
  if (step === 0 || !(press.currentTarget instanceof HTMLElement)) return;
  const buttons = [...press.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
  press.preventDefault();
}
