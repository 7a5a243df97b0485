/** Brings the first field with a fault into view and gives it the focus, once the form shows its faults. */
export function focusFault(form: HTMLElement | null): void {
  // The fields get their marks with the next drawing, which may be scheduled after a timer without a delay.
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 50);
}
