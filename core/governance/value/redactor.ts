/**
 * Decides about a single string, number or key: first by the kind of its field, then by its content (content.ts). All
 * walkers call it; nothing else judges values.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import type { Trail } from '../../model/governance/report.ts';
import { type Finding, findingsBy, type Rule } from '../../model/governance/rule.ts';
import { type MarkerFor, type Span, spanOf } from '../../model/governance/span.ts';
import { ALL_FIELD_KINDS, EVERYWHERE, FIELD_KINDS, type FieldKind, TYPE_OF } from '../catalog/index.ts';
import { isMarker, markerOf, withoutMarkers } from '../catalog/marker.ts';
import { plainMarker } from '../catalog/pseudonyms.ts';
import { rulingOf } from '../context/decision.ts';
import type { Scope } from '../context/scope.ts';
import { Trait, type Traits, traitsOf } from '../facts/traits.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { type Giving, type Ruling, rulingsBy } from '../fieldName/ruling.ts';
import type { Signs } from '../text/signs.ts';
import { CLOSED_NUMBERS, CLOSED_RULES, CLOSED_STAYS } from './closedRules.ts';
import { ContentRedactor } from './content.ts';
import { type ClosedRules, isHarmless } from './harmless.ts';
import { isGeneralized, type KeptParts } from './keptParts.ts';
import { MemberNames } from './memberNames.ts';
import { objectionTo, VALUE_RULES, type ValueRule, valueRuleOf } from './plausible.ts';
import { findSpans, type KeptWords, NO_HINTS, type TextRules } from './prose.ts';
import { OWNER_RULES, SETTING_RULES } from './settingRules.ts';

const marked = findingsBy(OWNER_RULES['owner.redact']);
const LETTER = /\p{L}/u;
const WITHHELD_MARKER = markerOf('withheld');
const numberRuling = rulingsBy(CLOSED_NUMBERS['closed.number']);
/** A name with a link: `<a href="…">Ann Lee</a>`. */
const ELEMENT = /^(<(\w{1,10})(?: [^<>]{0,400})?>)([^<>]{2,80})(<\/\2>)$/;

/** What a redactor needs. */
export interface RedactorContext {
  readonly rules: TextRules;
  readonly infoOf: (key: string) => KeyInfo;
  readonly keptParts: KeptParts;
  /** The scope of a document. */
  readonly root: Scope;
  readonly trail: Trail;
  /** In the mode `closed`, in which only harmless strings pass. */
  readonly closed?: ClosedRules | undefined;
  /** Walks the JSON document inside a string; returns the same value when nothing changed. */
  walkInner(value: JsonValue): JsonValue;
}

/** How values of a kind are redacted. */
interface Redaction {
  readonly type: string;
  readonly marker: string;
  readonly rule: ValueRule;
  readonly everywhere: boolean;
}

/**
 * Whether a number may be a payment card's, also written as `4111111111111111.0`.
 *
 * @param length in characters
 */
export function isLongNumber(length: number): boolean {
  return length >= 15 && length <= 18;
}

/** Redacts values by one set of rules, and counts each hit at the trail's position. */
export class Redactor {
  readonly #context: RedactorContext;
  readonly #content: ContentRedactor;
  /** Names of members, which may be data themselves. */
  readonly names: MemberNames;
  readonly #markerFor: MarkerFor;
  readonly #redactions: ReadonlyMap<FieldKind, Redaction>;
  /** Every string must be read, whatever its characters are. */
  readonly readsAll: boolean;
  /** Only what is harmless passes. */
  readonly isClosed: boolean;
  /** In the mode `closed`: some fields are searched, in which a value that was found elsewhere may stand. */
  hasSearched = false;
  readonly #kept: KeptWords | undefined;
  /** No marker has a pseudonym, and no part of a value stays. */
  readonly #isPlain: boolean;
  #lastMarker = '';
  /** The hits inside a value that may still be redacted as a whole. */
  #pending: Finding[] | undefined;

  constructor(context: RedactorContext) {
    const { rules } = context;
    this.#context = context;
    this.names = new MemberNames(rules, context.trail);
    this.#markerFor = rules.markerFor ?? plainMarker;
    this.#isPlain = this.#markerFor === plainMarker && context.keptParts.empty;
    this.#kept = rules.kept;
    this.isClosed = context.closed !== undefined;
    this.readsAll = rules.extra !== undefined || context.closed !== undefined;
    this.#redactions = new Map(
      ALL_FIELD_KINDS.filter((kind) => rules.enabled(TYPE_OF[kind])).map((kind) => {
        const type = TYPE_OF[kind];
        return [
          kind,
          { type, marker: markerOf(type), rule: valueRuleOf(FIELD_KINDS[kind]), everywhere: EVERYWHERE.has(type) },
        ];
      }),
    );
    this.#content = new ContentRedactor({
      rules,
      onHit: (finding) => this.#hit(finding),
      stays: (rule) => this.#stays(rule),
      speaks: (rule) => this.#context.trail.tally.trace?.speaks(rule),
      walk: context.walkInner,
      string: (value) => this.string(value, undefined, undefined),
      named: (name, value) => this.named(name, value),
    });
  }

  /** Begins another answer. */
  begin(): void {
    this.#content.forget();
  }

  /** The last marker that replaced a whole value; it has no characters that JSON escapes. */
  get lastMarker(): string {
    return this.#lastMarker;
  }

  /**
   * The string with its personal data replaced by markers; the same string when there is none.
   *
   * @param traits of the value, if they are known already
   */
  string(value: string, ruling: Ruling | undefined, info: KeyInfo | undefined, traits?: Readonly<Traits>): string {
    const { isClosed } = this;
    // Most values of a second pass.
    if ((!this.readsAll || isClosed) && isMarker(value)) {
      this.#stays(VALUE_RULES['value.marker']);
      return value;
    }
    if (this.#kept?.isKept(value) === true) {
      this.#stays(OWNER_RULES['owner.kept-word']);
      return value;
    }
    if (ruling?.kind === undefined) return this.#byContent(value, info);
    const { kind } = ruling;
    const redaction = this.#redactions.get(kind);
    if (redaction === undefined) {
      this.#stays(SETTING_RULES['setting.kind-off']);
      return this.#byContent(value, info);
    }
    const { type, rule } = redaction;
    const name = info === undefined ? '' : info.joined;
    const { keptParts } = this.#context;
    if (!keptParts.empty) {
      if (isGeneralized(value)) return value;
      if (keptParts.keepsField(kind, name)) {
        this.#stays(SETTING_RULES['setting.kept-part']);
        return this.#content.redact(value, info);
      }
    }
    const objection = this.#objectionTo(rule, value, name, traits);
    if (objection === undefined) {
      this.#hit(ruling);
      // In the mode `closed` no text that has a letter is anywhere else, but in fields that are searched.
      if (redaction.everywhere && !(isClosed && !this.hasSearched && LETTER.test(value)))
        this.#context.trail.tally.memory?.note(type, value, { part: info?.namePart, guessed: kind === 'bareName' });
      return this.#replacement(redaction, value, kind);
    }
    if (isClosed && !info?.isSearched) return this.#byContent(value, info);
    const element = type === 'name' && value.charCodeAt(0) === 0x3c ? ELEMENT.exec(value) : null;
    if (element !== null) {
      const [, open = '', , text = '', close = ''] = element;
      return open + this.string(text, ruling, info) + close;
    }
    this.#stays(objection);
    return this.#contentOfKind(redaction, ruling, value, info, name);
  }

  /** The same for a string without a kind whose signs are read already and are not quiet (prose.ts). */
  content(value: string, info: KeyInfo | undefined, signs: Readonly<Signs>): string {
    return this.#content.redact(value, info, signs);
  }

  /** Whether a text of words alone cannot pass: in the mode `closed`, unless words are kept. */
  get withholdsWords(): boolean {
    return this.isClosed && this.#kept === undefined;
  }

  /** In the mode `closed`: withholds the string at the trail, without a look at it; returns its marker. */
  withhold(): string {
    this.#hit(CLOSED_RULES['closed.text']);
    this.#lastMarker = WITHHELD_MARKER;
    return WITHHELD_MARKER;
  }

  /** A string that its field does not decide: by its content, and in the mode `closed` only when it is harmless. */
  #byContent(value: string, info: KeyInfo | undefined): string {
    const { closed } = this.#context;
    if (closed === undefined || info?.isSearched) return this.#content.redact(value, info);
    if (isHarmless(value, info, closed)) {
      this.#stays(CLOSED_STAYS['closed.harmless']);
      return this.#content.redact(value, info);
    }
    return this.withhold();
  }

  /** The marker, with the part of the value that stays. */
  #replacement(redaction: Redaction, value: string, kind: FieldKind): string {
    const marker = this.#isPlain ? redaction.marker : this.#markerFor(redaction.type, value);
    this.#lastMarker = marker;
    return this.#context.keptParts.partOf(kind, value, marker) ?? marker;
  }

  /**
   * Redacts the content of a value that is not of its field's kind. When what is left is of the kind, the whole value
   * is redacted, as a second redaction would do.
   */
  #contentOfKind(
    { type, rule }: Redaction,
    ruling: Giving,
    value: string,
    info: KeyInfo | undefined,
    name: string,
  ): string {
    const { tally } = this.#context.trail;
    const around = this.#pending;
    const hits: Finding[] = [];
    const pointers = tally.pointers.length;
    this.#pending = hits;
    const next = this.#content.redact(value, info);
    this.#pending = around;
    // A marker inside encoded data is not visible, so the field's marker is better.
    if (next === value || (next.includes('[REDACTED:') && this.#objectionTo(rule, next, name) !== undefined)) {
      for (const hit of hits) around?.push(hit);
      return next;
    }
    tally.withdraw(hits, pointers);
    this.#hit(ruling);
    return this.#markerFor(type, value);
  }

  /**
   * A marker, or the number unchanged.
   *
   * @param source the number's text in the document
   */
  number(value: JsonValue, source: string, given: Ruling | undefined, info: KeyInfo | undefined): JsonValue {
    const ruling = given?.kind === undefined && this.isClosed ? numberRuling(info?.kind) : given;
    if (ruling?.kind === undefined) {
      this.#stays(VALUE_RULES['value.number']);
      // Only a number as long as a card's is judged without a kind.
      if (!isLongNumber(source.length) || info?.identifier === true) return value;
      const digits = /^(\d{15,16})(?:\.0+)?$/.exec(source)?.[1];
      if (digits === undefined) return value;
      const found = this.#content.redact(digits, info);
      return found === digits ? value : found;
    }
    const { kind } = ruling;
    const redaction = this.#redactions.get(kind);
    if (redaction?.rule.acceptsNumber?.(integerDigits(source)) !== true) {
      this.#stays(redaction === undefined ? SETTING_RULES['setting.kind-off'] : VALUE_RULES['value.number-form']);
      return value;
    }
    if (this.#context.keptParts.keepsField(kind, info?.joined ?? '')) {
      this.#stays(SETTING_RULES['setting.kept-part']);
      return value;
    }
    this.#hit(ruling);
    if (redaction.everywhere) this.#context.trail.tally.memory?.note(redaction.type, source);
    return this.#replacement(redaction, source, kind);
  }

  /** Redacts a string with a name but without an object (a query parameter, a tag, a column). */
  named(name: string, value: string): string {
    const info = this.#context.infoOf(name);
    const isOpen = info.kind === 'addressPart' || info.kind === 'bareName';
    const ruling = isOpen
      ? undefined
      : rulingOf({ info, value, scope: this.#context.root, siblings: 0, organisation: false });
    return this.string(value, ruling, info);
  }

  /**
   * The marker for an owner's field. Booleans, null and containers are returned unchanged.
   *
   * @param type of the marker
   */
  forced(value: JsonValue, type: string): JsonValue {
    if (typeof value !== 'number' && (typeof value !== 'string' || value === '' || isMarker(value))) return value;
    const { trail } = this.#context;
    trail.hit(marked(type));
    if (EVERYWHERE.has(type)) trail.tally.memory?.note(type, String(value));
    return this.#markerFor(type, String(value));
  }

  /** The personal data in a text without a field name. */
  spans(text: string): readonly Span[] {
    const { closed } = this.#context;
    if (closed !== undefined && !isHarmless(text, undefined, closed))
      return [spanOf(0, text.length, CLOSED_RULES['closed.text'])];
    return findSpans(text, NO_HINTS, this.#context.rules);
  }

  #hit(finding: Finding): void {
    this.#pending?.push(finding);
    this.#context.trail.hit(finding);
  }

  #stays(rule: Rule): void {
    this.#context.trail.tally.trace?.stays(rule);
  }

  /**
   * Why a value is not of the kind; undefined when it is. Text beside markers is judged alone, since an upstream may put a marker before
   * anything.
   */
  #objectionTo(rule: ValueRule, value: string, name: string, traits = traitsOf(value)): Rule | undefined {
    if ((traits.marks & Trait.bracket) === 0 || !value.includes('[REDACTED:'))
      return objectionTo(rule, value, name, traits);
    if (isMarker(value)) return VALUE_RULES['value.marker'];
    const rest = withoutMarkers(value, this.#context.rules.custom);
    return objectionTo(rule, rest, name, traitsOf(rest));
  }
}

/**
 * Number of digits of a whole number in any JSON notation (`44.0`, `4.5e10`), 0 for a fraction. From twelve digits on a
 * fraction is ignored, since amounts do not have that many digits.
 */
function integerDigits(source: string): number {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const length = whole.length + Number(exponent);
  if (fraction === '' && length === whole.length) return length;
  const behind = `${whole}${fraction}`.slice(Math.max(0, length));
  return length > 0 && (length >= 12 || /^0*$/.test(behind)) ? length : 0;
}
