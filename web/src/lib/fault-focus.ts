/** Scrolls to the first field with a fault and focuses it, once the form shows its faults. */
export function focusFault(form: HTMLElement | null): void {
  // Fields are marked with the next render, which may be scheduled by a timer without delay.
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 50);
}
