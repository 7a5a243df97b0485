/**
 * The values that a response schema lists for its fields, by path: what passes of texts in the redaction mode `closed`
 * (core/model/governance/marked.ts). Members are those that answerMarks.ts has read, so that no schema is read twice.
 */
import { isObject, type JsonValue } from '../../lib/json/value.ts';
import { FIELD_LIMITS } from '../../model/fieldPaths.ts';
import type { AnswerMarks } from '../../model/governance/marked.ts';
import type { Target } from '../document/location.ts';
import type { Context } from '../model/operation.ts';
import { type AnswerMarkReader, BRANCHES, hasInner } from './answerMarks.ts';
import { below } from './successResponse.ts';

/** Levels of members, and branches within branches, that are read. */
const MAX_DEPTH = 3;
const MAX_NESTING = 16;
/** Of one tool: fields, and characters of their paths and values. */
const MAX_FIELDS = 30;
const MAX_LENGTH = 1_500;

type Values = ReadonlyMap<string, readonly string[]>;
const NONE: Values = new Map();

/** The listed values of an import's responses. One object per import, because operations share schemas. */
export class AnswerValueReader {
  private readonly context: Context;
  private readonly marks: AnswerMarkReader;
  /** By depth and schema. */
  private readonly known = Array.from({ length: MAX_DEPTH + 1 }, () => new Map<JsonValue, Values>());

  constructor(context: Context, marks: AnswerMarkReader) {
    this.context = context;
    this.marks = marks;
  }

  /** The values of a response by path; undefined when its schema lists none. */
  of(schema: Target): AnswerMarks['values'] {
    const values: Record<string, readonly string[]> = {};
    let length = 0;
    for (const [path, listed] of this.within(schema, MAX_DEPTH)) {
      const more = listed.reduce((sum, value) => sum + value.length + 3, path.length);
      if (length + more > MAX_LENGTH) continue;
      length += more;
      values[path] = listed;
    }
    return length === 0 ? undefined : values;
  }

  private within(schema: Target, depth: number, nesting = 0): Values {
    const { value } = schema;
    const known = this.known[depth];
    if (!isObject(value) || known === undefined || nesting > MAX_NESTING || !hasInner(value)) return NONE;
    const made = known.get(value);
    if (made !== undefined) return made;
    // Against schemas that contain themselves without a member between.
    known.set(value, NONE);
    const values = new Map<string, readonly string[]>();
    const add = (more: Values, before = ''): void => {
      for (const [path, listed] of more) {
        const whole = before + path;
        if (values.size < MAX_FIELDS && whole.length <= FIELD_LIMITS.length && !values.has(whole))
          values.set(whole, listed);
      }
    };
    const items = below(schema, 'items', this.context);
    if (items) add(this.within(items, depth, nesting + 1));
    for (const keyword of BRANCHES)
      for (const branch of this.marks.branches(schema, keyword)) add(this.within(branch, depth, nesting + 1));
    for (const { name, listed, inner } of this.marks.membersOf(schema)) {
      if (listed !== undefined) add(new Map([[name, listed]]));
      else if (inner && depth > 0) add(this.within(inner, depth - 1), `${name}.`);
    }
    known.set(value, values);
    return values;
  }
}
