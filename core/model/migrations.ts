/**
 * The forms in which rows and bundles are stored, by number. An instance brings earlier forms up to date when it reads them, here and
 * nowhere else, and refuses a later one: while a deployment is rolled out, or after it was rolled back, an earlier version would ignore a
 * restriction that it does not know, or write a row back without it.
 *
 * A member that earlier versions may ignore and keep needs no new number: make it optional. Anything else is a step here, and its rows get
 * a case in test/datasets/earlier. Steps take rows that are in the new form already, in whole or in part, because an update of single
 * attributes leaves the number as it was.
 */
import { PortcullisError } from '../lib/errors.ts';

type Stored = Readonly<Record<string, unknown>>;
type Step = (stored: Stored) => Stored;

/** By kind, the steps from form 1 to the present one; form 1 is what has no number. */
const STEPS = {
  server: [],
  /** 1 had the tool's members as attributes of the row; 2 has them as JSON text in `tool`. */
  tool: [inOneAttribute],
  token: [],
  deployment: [],
  settings: [],
  webhook: [],
  invitation: [],
  /** Its number is the member `format`. 2 may have its tools in parts; bundles without parts are sealed in form 1 still. */
  bundle: [(bundle) => bundle],
} satisfies Record<string, readonly Step[]>;

/** What is stored with a number. */
export type StoredKind = keyof typeof STEPS;

const memberOf = (kind: StoredKind) => (kind === 'bundle' ? 'format' : 'schema');

/** The number of the present form. */
export const schemaOf = (kind: StoredKind): number => STEPS[kind].length + 1;

/** The row with the number of the present form, as it is to be stored. Form 1 has none. */
export const numbered = <Row extends object>(kind: StoredKind, row: Row): Row =>
  schemaOf(kind) === 1 ? row : { ...row, [memberOf(kind)]: schemaOf(kind) };

/**
 * What was stored, in the present form.
 * @param steps those of the kind; given by tests only
 * @throws PortcullisError `schema_newer` when a later version of the product has stored it
 */
export function upgraded<Row>(kind: StoredKind, stored: object, steps: readonly Step[] = STEPS[kind]): Row {
  const member = memberOf(kind);
  const number = (stored as Stored)[member] ?? 1;
  const known = steps.length + 1;
  if (number === known) return stored as Row;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > known) {
    throw new PortcullisError(
      'schema_newer',
      `The stored ${kind} has form ${String(number).slice(0, 20)}, and this version of Portcullis knows forms up to ${known}. A later version has stored it; nothing was changed. ` +
        'While a deployment is being rolled out, try again in a minute. After a rollback, deploy the later version again.',
      { context: { kind, known } },
    );
  }
  const row = steps.slice(number - 1).reduce((each, step) => step(each), stored as Stored);
  return { ...row, [member]: known } as Row;
}

/** Whether an error is that of {@link upgraded}. */
export const isNewer = (error: unknown): error is PortcullisError =>
  error instanceof PortcullisError && error.code === 'schema_newer';

function inOneAttribute(stored: Stored): Stored {
  if ('tool' in stored) return stored;
  const { serverId, toolId, version, schema: _, ...tool } = stored;
  return { serverId, toolId, version, tool: JSON.stringify(tool) };
}
