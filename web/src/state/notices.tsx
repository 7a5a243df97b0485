/**
 * Short messages about what just happened, in a live region that stays visible. Success messages disappear after a while, errors with the
 * next attempt or page. A modal dialog covers everything else, so an open panel offers itself as the place for messages.
 */
import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { ApiError } from '../api/client.ts';
import { fieldWords } from '../api/field-words.ts';

interface Notify {
  readonly success: (text: string) => void;
  readonly failure: (error: unknown) => void;
  /** Removes error messages, on a new attempt or another page. */
  readonly clear: () => void;
  /** Shows messages in this element instead of the page, until the returned function is called. */
  readonly showIn: (host: HTMLElement) => () => void;
}

const Context = createContext<Notify>({
  success: () => undefined,
  failure: () => undefined,
  clear: () => undefined,
  showIn: () => () => undefined,
});

export const useNotify = (): Notify => useContext(Context);

/** Whether a change was not made yet because a second person has to approve it. */
export const isHeldBack = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'second_person_needed';

/** The message for a person; a field that the service names by JSON pointer is put in words and quotes. */
export const messageOf = (error: unknown): string =>
  isHeldBack(error)
    ? `A second person has to approve this. ${error.context?.['by'] === 'asker' ? 'Once somebody has, do the same again within a day.' : 'It is done as soon as somebody has.'} Until then nothing is changed.`
    : error instanceof ApiError
      ? error.message.replace(/^\/([^\s:]+): /, (_, pointer: string) => `“${fieldWords(pointer)}” `)
      : 'Something went wrong on this page. Reload it and try again.';

const I18N: FlashbarProps.I18nStrings = {
  ariaLabel: 'Notices',
  successIconAriaLabel: 'Done',
  errorIconAriaLabel: 'Failed',
  infoIconAriaLabel: 'Waiting',
};

let next = 0;

export function Notices({ children }: { readonly children: ReactNode }) {
  const [hosts, setHosts] = useState<readonly HTMLElement[]>([]);
  const [items, setItems] = useState<readonly FlashbarProps.MessageDefinition[]>([]);
  const add = useCallback((type: 'success' | 'error' | 'info', content: string) => {
    next += 1;
    const id = String(next);
    const dismiss = () => setItems((all) => all.filter((item) => item.id !== id));
    setItems((all) => [
      // Earlier errors are removed by the new attempt; more than three messages would cover the page.
      ...all.filter((item) => item.type === 'success').slice(-2),
      // Announced politely; an alert would interrupt the person's work.
      { id, type, content, ariaRole: 'status', dismissible: true, dismissLabel: 'Dismiss', onDismiss: dismiss },
    ]);
    if (type === 'success') setTimeout(dismiss, 4000);
  }, []);
  const notify = useMemo<Notify>(
    () => ({
      success: (text) => add('success', text),
      failure: (error) => {
        // Nothing has failed: it waits for a second person.
        if (isHeldBack(error)) return add('info', messageOf(error));
        console.error(error);
        add('error', messageOf(error));
      },
      clear: () => setItems((all) => all.filter((item) => item.type === 'success')),
      showIn: (host) => {
        setHosts((all) => [...all, host]);
        return () => setHosts((all) => all.filter((one) => one !== host));
      },
    }),
    [add],
  );
  return (
    <Context value={notify}>
      {children}
      {items.length > 0 &&
        createPortal(
          <div className="notices">
            <Flashbar items={items} i18nStrings={I18N} />
          </div>,
          hosts.at(-1) ?? document.body,
        )}
    </Context>
  );
}
