/**
 * Values whose meaning a sibling states (the label): `{system: 'phone', value: …}` (FHIR), `{name: 'Authorization',
 * value: …}` (headers), `{type: 'passport', number: …}`, `{question: 'E-mail', answer: …}`.
 */
import { isObject, type JsonValue } from '../../lib/json/value.ts';
import { defineRules } from '../../model/governance/rule.ts';
import { ALL_FIELD_KINDS, FIELD_KINDS, type FieldKind, kindsWith } from '../catalog/index.ts';
import { looksLikePersonName } from '../facts/personName.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { leaving, type Ruling, rulingsBy } from '../fieldName/ruling.ts';

/** What labels decide. */
export const LABEL_RULES = defineRules({
  'label.kind': ['A label beside the value says what it is.', "{system: 'phone', value: '…'}"],
  'label.role': [
    'A label beside the value names a role of people, and the value reads like a name.',
    "{label: 'Emergency contact', value: 'Ann Lee'}",
  ],
  'label.other': [
    'A label beside the value says that it is an identifier or somebody, and the value is no name.',
    "{key: 'order_id', value: '…'}",
  ],
});
const byLabel = rulingsBy(LABEL_RULES['label.kind']);
const BY_ROLE = rulingsBy(LABEL_RULES['label.role'])('name');
const OTHERWISE = leaving(LABEL_RULES['label.other']);

const words = (list: string): string[] => list.split(/\s+/);

const VALUE_KEYS = new Set(
  words(`value val values answer content number identifier text data stringvalue valuestring fieldvalue currentvalue
  input response oldvalue newvalue from to old new before after previousvalue originalvalue v no contactvalue
  fromstring tostring a reply rejectedvalue invalidvalue attemptedvalue actual actualvalue received got submitted submittedvalue rawvalue
  valor valeur wert waarde valore wartosc varde
  textvalue displayvalue valuetext selected uniqueidentifier numero numer nummer documentnumber documentno`),
);
/** Names of label fields, most specific first. */
const LABEL_KEYS =
  words(`system type kind key name field fieldName field_name fieldname label attribute property Name Key code title
  question q prompt questionText question_text caption header slug category n k id contact_type contactType document_type documentType id_type idType fieldId
  tipo typ Tipo nome nombre naam bezeichnung etiqueta rotulo campo feld champ tipoDocumento tipo_documento
  identifier_type url scheme channel method path pointer column columnName attributeName propertyName parameter`);

/** Kinds by identifier type of HL7 v2 table 0203. */
const HL7_TYPES = new Map<string, FieldKind>(
  ALL_FIELD_KINDS.flatMap((kind) => (FIELD_KINDS[kind].hl7 ?? []).map((type): [string, FieldKind] => [type, kind])),
);

/** Kinds that a label, or an object that wraps the value, can give to a value. */
export const BY_LABEL = kindsWith('byLabel');

/** What a label says about the value beside it. */
export interface Label {
  readonly kind: FieldKind | undefined;
  /** The label read as a field name. */
  readonly info?: KeyInfo;
}

/** Whether a sibling may say what a field of this name holds. For an `id` another field must state its type. */
export function isLabelled(info: KeyInfo, options: { readonly hasIdType: boolean }): boolean {
  if (info.joined === 'id') return options.hasIdType;
  // `{type: 'phone_contact_method', address: …}`
  if (info.joined === 'address') return true;
  return (
    info.kind === undefined &&
    (VALUE_KEYS.has(info.joined) || (info.words.length === 2 && /^val(?:ue)?$/.test(info.words[1] ?? '')))
  );
}

/** A field that states the type of the `id` beside it. */
const ID_TYPE = /^id(?:entifier)?_?type$/i;

/** Whether one of the keys states the type of an `id`. */
export function hasIdType(keys: readonly string[]): boolean {
  return keys.some((key) => ID_TYPE.test(key));
}

/** `ParameterKey`, `attribute_code`, `OptionName`. */
const PAIR_KEY = /^[a-z]+(?:[_-]|(?=[A-Z]))(?:key|name|code|label|field|type)$/i;

/** Positions of the label fields, in the order in which they are tried. */
export function labelPositions(keys: readonly string[]): number[] {
  const known = LABEL_KEYS.flatMap((name) => {
    const index = keys.indexOf(name);
    return index < 0 ? [] : [index];
  });
  return [...known, ...keys.flatMap((key, index) => (PAIR_KEY.test(key) && !known.includes(index) ? [index] : []))];
}

/** The keys of an object, and the positions of its label fields. */
export interface Labels {
  readonly keys: readonly string[];
  readonly labels: readonly number[];
}

/** Whether a label can override the field's own kind: an `address` may be a telephone number. */
export function mayBeDecidedByLabel(own: FieldKind | undefined): boolean {
  return own === undefined || own === 'address';
}

/** Whether the label overrides what the field's own name says. */
export function labelDecides({ kind }: Label, own: FieldKind | undefined): boolean {
  return mayBeDecidedByLabel(own) && (own === undefined || kind === 'phone');
}

/**
 * What the labels of an object say.
 *
 * @param member returns the value of the object's member at a position
 */
export function labelOf(
  { labels, keys }: Labels,
  member: (index: number) => JsonValue | undefined,
  infoOf: (key: string) => KeyInfo,
): Label | undefined {
  let first: KeyInfo | undefined;
  for (const index of labels) {
    const label = member(index);
    if (typeof label === 'string') {
      if (label.length === 0 || label.length > 120) continue;
      // A slug with a dot is a host, a file or a login (`mail.example.com`) and names no field.
      if (keys[index] === 'slug' && label.includes('.')) continue;
      if (label.length <= 4 && HL7_TYPES.has(label) && ID_TYPE.test(keys[index] ?? ''))
        return { kind: HL7_TYPES.get(label) };
      const name = nameIn(label, keys[index]);
      if (name === undefined) continue;
      const named = infoOf(mayHaveEnding(name) ? name.replace(ENDING, '') : name);
      if (named.kind && BY_LABEL.has(named.kind)) return { kind: named.kind, info: named };
      // `{label: 'Emergency contact', value: 'Ann Lee'}`, `{key: 'lead_name', value: 'Ann Lee'}`
      if (named.hasAmbiguousOwner || (named.holdsPersonName && (named.words.length > 1 || named.joined.length > 8)))
        return { kind: undefined, info: named };
      if (named.identifier || named.messageId) first ??= named;
    } else if (isObject(label)) {
      const kind = codedKind(label, infoOf);
      if (kind) return { kind };
    }
  }
  return first ? { kind: undefined, info: first } : undefined;
}

/** What follows the name in a label: `E-mail:`, `phone_contact_method`. */
const ENDING = /[?:*]+\s*$|[ _](?:contact[ _])?(?:method|channel|endpoint)$/;

/** By its last character, whether a label may have such an ending. Saves most labels the pattern. */
function mayHaveEnding(label: string): boolean {
  const last = label.charCodeAt(label.length - 1);
  return last <= 0x3f || last > 0x7f || last === 0x64 || last === 0x6c || last === 0x74;
}

/** The name of a field that a label holds; undefined when it names none. */
function nameIn(label: string, key: string | undefined): string | undefined {
  if (isGivenTerm(label)) return 'givenname';
  return key === 'url' ? termOf(label) : label;
}

/**
 * The field name in a label that is a URL: the last word of a definition's URL (`…/patient-mothersMaidenName`), or a
 * relative URL as a whole (FHIR). Other URLs name no field, and as names they would fill the cache of names.
 */
function termOf(url: string): string | undefined {
  return url.startsWith('http') ? DEFINITION.exec(url)?.[1] : url;
}
/** `{type: 'given', value: 'Ann'}`, `{type: 'http://gedcomx.org/Given', value}`. Alone the word is no name of a field. */
const isGivenTerm = (label: string): boolean =>
  label.length > 4 && (label.charCodeAt(label.length - 1) | 32) === 110 && GIVEN_TERM.test(label);
const GIVEN_TERM = /(?:^|[/#])given$/i;
const DEFINITION = /^https?:\/\/.*[/#](?:[a-z]+-)?([A-Za-z]{3,40})$/;

/** What a value is by its label. */
export function rulingOfLabel({ kind, info }: Label, value: JsonValue | undefined): Ruling {
  if (kind !== undefined) return byLabel(kind);
  return (info?.holdsPersonName || info?.hasAmbiguousOwner) && typeof value === 'string' && looksLikePersonName(value)
    ? BY_ROLE
    : OTHERWISE;
}

/** FHIR CodeableConcept: `{coding: [{code: 'MR'}], text: 'Medical record number'}`. */
function codedKind(concept: { [key: string]: JsonValue }, infoOf: (key: string) => KeyInfo): FieldKind | undefined {
  const coding = Array.isArray(concept['coding']) ? concept['coding'][0] : concept;
  if (isObject(coding)) {
    const code = coding['code'];
    if (typeof code === 'string' && HL7_TYPES.has(code)) return HL7_TYPES.get(code);
    for (const text of [
      concept['text'],
      coding['display'],
      coding['name'],
      coding['label'],
      coding['ref'],
      coding['key'],
    ]) {
      if (typeof text !== 'string' || text.length > 80) continue;
      const kind = infoOf(text).kind;
      if (kind && BY_LABEL.has(kind)) return kind;
    }
  }
  return undefined;
}
