/** What is known about the answers of one tool: from its API description, and from its owner. */
import type { RedactionMode } from './modes.ts';

/** What objects are about. `weak` may be a person or a thing. */
export type Subject = 'person' | 'weak' | 'organisation' | 'place';

/** The subjects that an owner may choose. */
export const SUBJECTS = ['person', 'organisation', 'place'] as const;

/**
 * Marks beside subjects and detectors: never redacted, which only an owner says; in the mode `closed`, what is found in it alone, as in `strict`;
 * always redacted, without a kind.
 */
export const OWNER_MARKS = ['keep', 'found', 'redact'] as const;

/** Whether an owner's mark lets more through than a tool without it. */
export const isExceptionMark = (mark: unknown): boolean =>
  mark === 'keep' || mark === 'found' || mark === 'organisation' || mark === 'place';

/**
 * What a field holds: a {@link Subject}, for objects and names; the id of a detector; or one of
 * {@link OWNER_MARKS}.
 */
export type Mark = string;

/** What is known about the answers of a tool. */
export interface AnswerMarks {
  /** What the records of the answer are about. */
  readonly about?: Subject;
  /** Marks by path (core/model/fieldPaths.ts): `items.owner`; lists are passed through, `*` is any name. */
  readonly fields?: Readonly<Record<string, Mark>>;
  /** All values of a field that the description lists (`enum`, `const`), by path; they pass in the mode `closed`. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

/** What the owner of a tool decided about its answers. */
export interface ToolRedaction extends AnswerMarks {
  /** Instead of the server's. */
  readonly mode?: RedactionMode;
  /** Instead of the server's: nothing is redacted, and what would be is counted. */
  readonly dryRun?: boolean;
  /** Instead of the server's: names in sentences are redacted. */
  readonly prose?: boolean;
}

/** The parts of a tool that the governor reads. */
export interface MarkedTool {
  /** From the API description. A value must be of the kind: `phone: "mobile"` stays. */
  readonly described?: AnswerMarks;
  /** From the owner, whose marks decide alone. */
  readonly redaction?: ToolRedaction;
}
