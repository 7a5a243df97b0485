/** Fields are marked with the next render, which may be scheduled by a timer without delay. */
const RENDERED_MS = 50;

/** On a busy machine the render takes longer; a person who has waited for this long has gone on. */
const GONE_ON_MS = 5_000;

/** Scrolls to the first field with a fault and focuses it, once the form shows its faults. */
export function focusFault(form: HTMLElement | null): void {
  if (form === null) return;
  const focused = (): boolean => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    return field !== null;
  };
  setTimeout(() => {
    if (focused()) return;
    const observer = new MutationObserver(() => {
      if (focused()) observer.disconnect();
    });
    observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
    setTimeout(() => observer.disconnect(), GONE_ON_MS);
  }, RENDERED_MS);
}
