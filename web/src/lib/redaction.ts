/** Redaction of a tool's answers as its owner edits it: choices, the draft of the form, and the paths of an answer. Pure. */
import { parsedJson } from '../../../core/lib/json/parsed.ts';
import { pathOfSteps } from '../../../core/model/fieldPaths.ts';
import { MODES, type RedactionMode } from '../../../core/model/governance/modes.ts';
import type { Tool, ToolRedaction } from '../api/types.ts';
import { DETECTOR_GROUPS } from './detectors.ts';

export { MODES, type RedactionMode };

export const MODE_NAMES: Record<RedactionMode, string> = {
  closed: 'Closed',
  strict: 'Strict',
  balanced: 'Balanced',
  minimal: 'Minimal',
};

export const MODE_TEXTS: Record<RedactionMode, string> = {
  closed:
    'Only numbers, dates, ids, listed values, the API’s own links and fields that you let out. Any other text, and every picture and file, is withheld.',
  strict: 'Every kind, with usernames, ages, gender, health and vehicles, and values that are only likely to be names.',
  balanced: 'What identifies or reaches people, official and account numbers, secrets.',
  minimal: 'Only secrets, payment data, official numbers and health records; names and contact data stay.',
};

export type Subject = NonNullable<ToolRedaction['about']>;
/** What a field is. */
export type Mark = NonNullable<ToolRedaction['fields']>[string];

export const SUBJECT_NAMES: Record<Subject, string> = {
  person: 'A person',
  organisation: 'A company or a thing',
  place: 'A place of business',
};

/** What a field can be, in groups. */
export const MARK_GROUPS: ReadonlyArray<{
  readonly label: string;
  readonly options: ReadonlyArray<{ readonly value: Mark; readonly label: string }>;
}> = [
  {
    label: 'Decide',
    options: [
      { value: 'keep', label: 'Never redact' },
      { value: 'found', label: 'Redact only what is found' },
      { value: 'redact', label: 'Always redact' },
    ],
  },
  {
    label: 'It is about',
    options: Object.entries(SUBJECT_NAMES).map(([value, label]) => ({ value: value as Subject, label })),
  },
  ...DETECTOR_GROUPS.map(({ title, detectors }) => ({
    label: title,
    options: detectors.map(({ id, title: label }) => ({ value: id as Mark, label })),
  })),
];

const MARK_LABELS = new Map<string, string>(
  MARK_GROUPS.flatMap(({ options }) => options.map(({ value, label }) => [value, label])),
);

/** A mark in words. */
export const markLabel = (mark: string): string => MARK_LABELS.get(mark) ?? mark;

/** What the description says that answers are about; `weak` may be a person or a thing. */
export const subjectLabel = (about: unknown): string =>
  about === 'weak' ? 'people or things' : (SUBJECT_NAMES[about as Subject]?.toLowerCase() ?? 'not classified');

/** The form: '' follows the server or the description. */
export interface RedactionDraft {
  readonly mode: RedactionMode | '';
  /** Nothing is redacted, only counted; false follows the server. */
  readonly dryRun: boolean;
  /** Names in sentences are redacted; false follows the server. */
  readonly prose: boolean;
  readonly about: Subject | '';
  readonly fields: ReadonlyArray<{ readonly path: string; readonly mark: Mark }>;
}

export const redactionDraft = ({ redaction }: Pick<Tool, 'redaction'>): RedactionDraft => ({
  mode: redaction?.mode ?? '',
  dryRun: redaction?.dryRun ?? false,
  prose: redaction?.prose ?? false,
  about: redaction?.about ?? '',
  fields: Object.entries(redaction?.fields ?? {}).map(([path, mark]) => ({ path, mark })),
});

/** The draft as the API takes it, without rows that name no field; null when nothing is set. */
export function redactionOf({ mode, dryRun, prose, about, fields }: RedactionDraft): ToolRedaction | null {
  const named = fields.filter(({ path }) => path.trim() !== '');
  if (mode === '' && !dryRun && !prose && about === '' && named.length === 0) return null;
  return {
    ...(mode !== '' && { mode }),
    ...(dryRun && { dryRun }),
    ...(prose && { prose }),
    ...(about !== '' && { about }),
    ...(named.length > 0 && { fields: Object.fromEntries(named.map(({ path, mark }) => [path.trim(), mark])) }),
  };
}

const MAX_PATHS = 300;
const MAX_DEPTH = 8;
const MAX_ITEMS = 20;

/** The paths of the fields in an answer, lists passed through; none when it is not JSON. */
export function pathsIn(text: string): string[] {
  const root = parsedJson(text);
  const paths = new Set<string>();
  const visit = (value: unknown, steps: readonly string[]): void => {
    if (typeof value !== 'object' || value === null || steps.length >= MAX_DEPTH || paths.size >= MAX_PATHS) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_ITEMS)) visit(item, steps);
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      if (name === '') continue;
      paths.add(pathOfSteps([...steps, name]));
      visit(member, [...steps, name]);
    }
  };
  visit(root, []);
  return [...paths].slice(0, MAX_PATHS);
}

/** The path of the field that a value of an answer is in, as {@link pathsIn} names it: without positions in lists. */
export function pathOfPointer(pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return pathOfSteps(steps.filter((step) => !/^\d+$/.test(step)));
}
