/**
 * Hands on what an MCP server tells of its progress. Its message is a text of the upstream like any in an answer: the credential is masked,
 * it is governed, and characters that nobody sees are shown. It is left out where it takes a whole answer to decide on it: where only known
 * fields or harmless values pass, and where the owner's rules refuse what is in it or cannot be applied in time.
 */
import type { JsonObject } from '../../core/lib/json/value.ts';
import { visibleText } from '../../core/lib/visible.ts';
import type { BundleTool } from '../../core/model/bundle.ts';
import { type Restored, withoutRestored } from '../../core/response/placeholders/restore.ts';
import type { Progress } from '../../core/response/progress.ts';
import type { SecretMasker } from '../../core/response/secrets/mask.ts';
import { governed } from './answer.ts';
import type { LoadedServer } from './server.ts';

/** Milliseconds between two that are handed on; of those in between the last one is. */
const EVERY_MS = 500;
/** Characters of a message. */
const MAX_MESSAGE = 500;

/** What a message is governed with. */
export interface ProgressContext {
  readonly server: LoadedServer;
  readonly tool: BundleTool;
  /** The arguments that were sent. */
  readonly sent: JsonObject;
  /** Values that were inserted for placeholders in the request. */
  readonly restored: Restored['values'];
  readonly masker: () => SecretMasker;
  readonly tell: (progress: Progress) => void;
}

/** Hands on progress until it is ended. */
export interface Teller {
  hear(progress: Progress): void;
  end(): void;
}

/** A teller of one call. */
export function createTeller(context: ProgressContext): Teller {
  let last = Number.NEGATIVE_INFINITY;
  let next: Progress | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (!next) return;
    const { message, ...numbers } = next;
    next = undefined;
    last = performance.now();
    const shown = message !== undefined ? governedWords(message, context, MAX_MESSAGE) : undefined;
    context.tell({ ...numbers, ...(shown !== undefined && { message: shown }) });
  };
  return {
    hear: (progress) => {
      next = progress;
      const wait = last + EVERY_MS - performance.now();
      if (wait <= 0) flush();
      else timer ??= setTimeout(flush, wait);
    },
    end: () => {
      next = undefined;
      clearTimeout(timer);
    },
  };
}

/** Whether a text can be judged by itself. */
function mayTell({ server, tool }: ProgressContext): boolean {
  const { pii, mode } = server.bundle.governance;
  return !tool.fields && !(pii && (tool.redaction?.mode ?? mode) === 'closed');
}

/** A text that a server says beside an answer; undefined where it takes a whole answer to judge it. */
export function governedWords(message: string, context: ProgressContext, most: number): string | undefined {
  const { server, tool, sent, restored } = context;
  if (!mayTell(context)) return undefined;
  // Cut first, because work is bounded.
  const text = message.slice(0, most).toWellFormed();
  const type = /^\s*[[{]/.test(text) ? 'application/json' : 'text/plain; charset=utf-8';
  const masker = context.masker();
  try {
    const masked = masker.bytes(Buffer.from(text), { isText: true, isCut: text.length < message.length });
    const options = { tool, ...(server.bundle.governance.pseudonyms && { sent }) };
    const body = governed(server, masked.length, () => server.governor(tool).governBytes(masked, type, options));
    return visibleText(withoutRestored(masker.text(body.text), restored));
  } catch {
    return undefined;
  }
}
