/** Light or dark mode, or that of the system; the only preference that is stored in the browser. */
import { useSyncExternalStore } from 'react';

export type Mode = 'system' | 'light' | 'dark';

const KEY = 'portcullis.mode';
const dark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function stored(): Mode {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

let mode = stored();

function apply(): void {
  document.body.classList.toggle('awsui-dark-mode', mode === 'dark' || (mode === 'system' && dark.matches));
}

export function setMode(next: Mode): void {
  mode = next;
  if (next === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  apply();
  for (const listener of listeners) listener();
}

/** Called before React's first paint, so that dark mode does not flash light. */
export function startMode(): void {
  apply();
  dark.addEventListener('change', apply);
}

export const useMode = (): Mode =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => mode,
  );
