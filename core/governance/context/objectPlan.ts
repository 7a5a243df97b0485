/**
 * What the keys of an object alone decide: the kinds of its fields, the scopes of their values, and which fields need a
 * look at the value. Plans are cached (planCache.ts).
 */

import type { Span } from '../../model/governance/span.ts';
import { Evidence } from '../catalog/evidence.ts';
import type { FieldKind } from '../catalog/index.ts';
import { combinedEvidence } from '../fieldName/evidence.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { defineRulings, type Ruling, rulingsBy } from '../fieldName/ruling.ts';
import { kindDependsOnValue, type PlannedField, rulingOf } from './decision.ts';
import { EntityType, type IdentifyingFields } from './entityType.ts';
import { hasIdType, isLabelled, labelPositions, mayBeDecidedByLabel } from './labelledValue.ts';
import { ofBirth } from './lifeEvents.ts';
import { asMachineAddress, MACHINE_RULES, machineOf, mayBeAddress } from './machines.ts';
import { MARK_RULES, markedMember, withMark } from './marks.ts';
import { isWrapper } from './parentRules.ts';
import { hasNameHalves } from './personTexts.ts';
import { descendMarked, isSeat, type Scope } from './scope.ts';
import { isColumnKey, isRowKey } from './tables.ts';
import { mayOnlyHoldName } from './unnamedFields.ts';
import { bitsOf, Way, wayOf } from './way.ts';

/** What the plan of an object decides besides. */
export const PLAN_RULES = defineRulings({
  'plan.record-id': ['stays', 'Beside other ids of records, a card is a record.', "{idBoard: '5f1…', idCard: '5f2…'}"],
  'plan.firm': [
    'stays',
    'The object declares that its party is a company.',
    "{counterPartyType: 'company', counterPartyName: 'Acme'}",
  ],
  'plan.by-value': ['stays', 'Only a text can be what the field may hold.', 'name: [{id: 1}, 2]'],
  'plan.group': [
    'stays',
    'The object declares that it is a team, a bot or a queue, which has no given name.',
    "{type: 'team', first: 'Billing'}",
  ],
});
const described = rulingsBy(MARK_RULES['mark.described']);

/** A field of an object. */
export interface FieldPlan extends PlannedField {
  /** Bits of `Way`. */
  readonly way: number;
  readonly key: string;
  /** `kind` is final; no value has to be read. */
  readonly isDecided: boolean;
  /** Only a text that is written like a full name needs a decision. */
  readonly mayOnlyHoldName: boolean;
  /** The tool's owner lets it out. */
  readonly isKept: boolean;
  /** Its name may be data (closedNames.ts). */
  readonly isHeldBack: boolean;
  /** The scope of the field's value. */
  readonly childScope: Scope;
  /** Personal data in the key; undefined until it was searched. */
  spans: readonly Span[] | undefined;
}

/** The plan for objects of one entity type. */
export interface Variant {
  readonly fields: readonly FieldPlan[];
  /**
   * Which of the first fields, up to FIELDS_WITH_BITS, are `Way.plain`, a bit for each. The walk over bytes reads these instead of the
   * plans of the fields, which are spread over the memory.
   */
  readonly plain: number;
  /** The same for those that are plain unless their value is written like a full name. */
  readonly open: number;
  /** The same for those of the plain ones that hold identifiers. */
  readonly identifiers: number;
  /** Fields whose keys may hold personal data. */
  readonly keysToCheck: readonly FieldPlan[];
  readonly hasKeysToCheck: boolean;
  /** Bits of `Evidence`, combined over the fields. */
  readonly siblings: number;
  readonly organisation: boolean;
}

/** The plan for objects with the same keys in the same scope. */
export interface ObjectPlan extends IdentifyingFields {
  readonly keys: readonly string[];
  readonly infos: readonly KeyInfo[];
  /** Positions of the label fields. */
  readonly labels: readonly number[];
  /** It has a field for columns and one for rows. */
  readonly mayBeTable: boolean;
  /** The only plan, when the object has none of the identifying fields. */
  readonly only: Variant | undefined;
  /**
   * The plan for an entity type.
   *
   * @param entityType bits of `EntityType`
   */
  variant(entityType: number): Variant;
}

/** Which names of an object's members may be data, whatever is in them. */
export type NamesHeldBack = (keys: readonly string[], scope: Scope) => readonly boolean[];

const TYPE_KEYS = new Set(
  'type kind object __typename resourceType entity_type entityType account_type accountType @type _type objectType'.split(
    ' ',
  ),
);
/** Names of type fields of a party, which may be a person or a company. */
const PARTY_TYPE =
  /^(?:counterparty|customer|client|payer|payee|sender|recipient|receiver|beneficiary|debtor|creditor|owner|holder|accountholder|party|buyer|contact|originator|remitter)type$/;
/** Names that are the object's own and not those of somebody it mentions. */
const OWN_NAME = /^(?:first|last|given|family|full|real)(?:name)?$|^realname$/;
/** What holds for an object independently of its values. */
interface Shape {
  readonly keys: readonly string[];
  readonly infos: readonly KeyInfo[];
  readonly scope: Scope;
  /** Bits of `Evidence`. */
  readonly evidence: number;
  /** The object describes a software release. */
  readonly isRelease: boolean;
  /** A field states the type of the `id` beside it. */
  readonly hasIdType: boolean;
  /** The field name of the party whose type is given, words joined; empty when there is none. */
  readonly partyName: string;
  readonly labels: readonly number[];
  readonly scopeOf: (scope: Scope) => Scope;
  /** Which keys may hold data, where the mode decides; otherwise `mayKeyHoldData`. */
  readonly heldBack: readonly boolean[] | undefined;
  readonly mayHoldData: (key: string) => boolean;
}

/**
 * The plan for objects with these keys.
 *
 * @param infoOf reads a key (fieldName/readName.ts)
 * @param scopeOf the one object for equal scopes, for the scopes of the values (planCache.ts)
 * @param holdsBack in the mode `closed`
 * @param mayHoldData whether a key is searched for data
 */
export function planFor(
  keys: readonly string[],
  scope: Scope,
  infoOf: (key: string) => KeyInfo,
  scopeOf: (scope: Scope) => Scope,
  holdsBack?: NamesHeldBack,
  mayHoldData: (key: string) => boolean = mayKeyHoldData,
): ObjectPlan {
  const isRecord = keys.filter((key) => RECORD_ID.test(key)).length > 1;
  const machine = machineOf(keys, scope);
  const isTypedAddress = keys.length === 2 && keys.includes('type') && scope.parent?.joined === 'addresses';
  const infos = keys.map((key) => {
    const info = withMark(infoOf(key), markedMember(scope.marks, key));
    if (isRecord && key === 'idCard') return asRecordId(info);
    if (machine !== undefined && mayBeAddress(info)) return asMachineAddress(info, machine);
    // `addresses: [{type: 'InternalIP', address}]`
    return isTypedAddress && info.joined === 'address' ? { ...info, isMachineAddress: true } : info;
  });
  const typed = hasIdType(keys);
  const partyKey = infos.findIndex(({ joined }) => PARTY_TYPE.test(joined));
  const labels = infos.some((info) => isLabelled(info, { hasIdType: typed })) ? labelPositions(keys) : [];
  const typeKeys = keys.flatMap((key, index) => (TYPE_KEYS.has(key) ? [index] : []));
  const personKeys = infos.flatMap((info, index) => (info.mayIdentifyPerson ? [index] : []));
  const shape: Shape = {
    keys,
    infos,
    scope,
    evidence: evidenceIn(keys, infos, scope),
    isRelease: infos.some(({ joined }) => SOFTWARE.test(joined)),
    hasIdType: typed,
    // `counterPartyName` belongs to `counterPartyType`.
    partyName: infos[partyKey]?.joined.replace(/type$/, 'name') ?? '',
    labels,
    scopeOf,
    heldBack: holdsBack?.(keys, scope),
    mayHoldData,
  };
  const isIdentified = typeKeys.length + personKeys.length > 0 || partyKey >= 0;
  const only = isIdentified ? undefined : variantOf(shape, EntityType.none);
  const variants: (Variant | undefined)[] = [only];
  return {
    keys,
    infos,
    partyKey,
    typeKeys,
    personKeys,
    labels,
    mayBeTable: infos.some(isColumnKey) && infos.some(isRowKey),
    only,
    variant: (entityType) => (variants[entityType] ??= variantOf(shape, entityType)),
  };
}

/** Names that are shown beside a `name`, which may then be a login. */
const SHOWN_NAME = /^(?:display|real)name$/;

/** Only companies count their people. */
const STAFF_COUNT = /^(?:people|person|employees?|staff)count$/;

const hasOther = (infos: readonly KeyInfo[]): boolean =>
  infos.some((info) => info.joined !== 'domain' && (info.evidence & Evidence.organisation) !== 0);

function evidenceIn(keys: readonly string[], infos: readonly KeyInfo[], scope: Scope): number {
  let evidence = combinedEvidence(infos);
  if (infos.filter((info) => (info.evidence & Evidence.organisation) !== 0).length > 1) evidence |= Evidence.firm;
  if (infos.some(({ joined }) => STAFF_COUNT.test(joined))) evidence |= Evidence.firm;
  if (keys.includes('name') && keys.includes('value')) evidence |= Evidence.pair;
  if (hasNameHalves(keys)) evidence |= Evidence.nameHalves;
  if (keys.includes('name') && infos.some(({ joined }) => SHOWN_NAME.test(joined))) evidence |= Evidence.displayed;
  // Some services write their own name as the `domain` of every record, those of people too.
  if (keys.includes('domain') && (keys.includes('sparse') || (scope.role === 'person' && !hasOther(infos))))
    evidence &= ~Evidence.organisation;
  return evidence;
}

function variantOf(shape: Shape, entityType: number): Variant {
  const organisation = (entityType & EntityType.organisation) !== 0;
  let siblings = shape.evidence;
  if ((entityType & EntityType.person) !== 0) siblings |= Evidence.person | Evidence.typed;
  if ((entityType & EntityType.contact) !== 0) siblings |= Evidence.contact;
  const isBirth = (entityType & EntityType.birth) !== 0;
  const fields = shape.keys.flatMap((key, index): FieldPlan[] => {
    const read = shape.infos[index];
    const own = read !== undefined && isBirth ? ofBirth(read) : read;
    const isHeldBack = shape.heldBack?.[index] === true;
    return own === undefined ? [] : [fieldPlan(shape, key, own, { entityType, siblings, organisation, isHeldBack })];
  });
  const keysToCheck = fields.filter(({ key, isHeldBack }) => isHeldBack || shape.mayHoldData(key));
  return {
    fields,
    plain: bitsOf(fields, isPlain),
    open: bitsOf(fields, ({ way, mayOnlyHoldName }) => way === 0 && mayOnlyHoldName),
    identifiers: bitsOf(fields, (field) => isPlain(field) && field.info.identifier),
    keysToCheck,
    hasKeysToCheck: keysToCheck.length > 0,
    siblings,
    organisation,
  };
}

const isPlain = ({ way }: FieldPlan): boolean => (way & Way.plain) !== 0;

function fieldPlan(
  shape: Shape,
  key: string,
  own: KeyInfo,
  {
    entityType,
    siblings,
    organisation,
    isHeldBack,
  }: { entityType: number; siblings: number; organisation: boolean; isHeldBack: boolean },
): FieldPlan {
  const { scope } = shape;
  const marks = markedMember(scope.marks, key);
  const inherited = inheritFromParent(own, scope);
  const info = shape.isRelease && mayBeRelease(inherited) ? ({ ...inherited, topic: 'version' } as const) : inherited;
  const isFirm = (entityType & EntityType.firm) !== 0 && info.joined === shape.partyName;
  const dependsOnValue = marks?.kind === undefined && !isFirm && kindDependsOnValue(info, scope, siblings);
  const resolved: Ruling =
    marks?.kind !== undefined
      ? described(marks.kind)
      : isFirm
        ? PLAN_RULES['plan.firm']
        : dependsOnValue
          ? PLAN_RULES['plan.by-value']
          : rulingOf({ info, value: undefined, scope, siblings, organisation });
  // `{type: 'team', first: 'Billing', last: 'Squad'}`
  const isGroupName = resolved.kind === 'name' && (entityType & EntityType.group) !== 0 && OWN_NAME.test(info.joined);
  const isMachines = info.isMachineAddress && (resolved.kind === 'ip' || resolved.kind === 'mac');
  const ruling = isGroupName ? PLAN_RULES['plan.group'] : isMachines ? MACHINE_RULES['machine.address'] : resolved;
  const { kind } = ruling;
  const labelled =
    marks?.kind === undefined &&
    shape.keys.length > 1 &&
    shape.labels.length > 0 &&
    isLabelled(info, { hasIdType: shape.hasIdType });
  const named = parentOf(info, kind, { organisation: organisation || scope.role === 'organisation', siblings });
  const childScope = shape.scopeOf(descendMarked(scope, named, siblings, marks));
  const isDecided = !dependsOnValue && !(labelled && mayBeDecidedByLabel(kind));
  const isKept = marks?.isKept ?? false;
  return {
    way: wayOf({ isDecided, kind, isKept, childScope }),
    key,
    info,
    kind,
    ruling,
    childScope,
    dependsOnValue,
    isLabelled: labelled,
    isDecided,
    mayOnlyHoldName: dependsOnValue && !labelled && mayOnlyHoldName(info, scope, siblings),
    isKept,
    isHeldBack,
    spans: undefined,
  };
}

/** What a field's name says to the values in it. */
function parentOf(
  info: KeyInfo,
  kind: FieldKind | undefined,
  { organisation, siblings }: { organisation: boolean; siblings: number },
): KeyInfo {
  // `subscriberId: [{value}]`, `birth: {date: {year}}`: the kind that siblings or the parent give applies to the members too.
  if (info.kind === undefined && (kind === 'healthRecord' || kind === 'birthDate' || kind === 'birthPlace'))
    return { ...info, kind };
  if (organisation && info.joined === 'profile') return { ...info, role: 'organisation' };
  return isSeat(info, siblings) ? { ...info, kind: 'address', role: 'organisation' } : info;
}

/** `{idBoard, idCard}`: record ids, one of which is a card's. */
const RECORD_ID = /^id[A-Z]/;

function asRecordId(info: KeyInfo): KeyInfo {
  return {
    ...info,
    kind: undefined,
    ruling: PLAN_RULES['plan.record-id'],
    evidence: 0,
    identifier: true,
    topic: undefined,
  };
}

/** Beside these keys `from`, `to` and `latest` are versions: `{package: 'libfoo', change: {from, to}}`. */
const SOFTWARE =
  /^(?:package|packagename|library|crate|gem|plugin|dependency|dependencyname|purl|artifact|artifactid)$/;
const RELEASE =
  /^(?:from|to|current|available|latest|installed|fixed|old|new|previous|target|wanted|change|upgrade|update|bump)$/;

function mayBeRelease({ kind, topic, joined }: KeyInfo): boolean {
  return kind === undefined && topic === undefined && RELEASE.test(joined);
}

/** `firmware: {current, available}`, `CustomerNumber: {'#text'}`: the parent's name says what the field is. */
function inheritFromParent(info: KeyInfo, { parent }: Scope): KeyInfo {
  if (
    parent === undefined ||
    (info.kind !== undefined && info.kind !== 'bareName') ||
    info.topic !== undefined ||
    info.identifier
  )
    return info;
  if (parent.topic === 'version') return { ...info, topic: 'version' };
  return parent.identifier && isWrapper(info) ? { ...info, identifier: true } : info;
}

/** Whether a key can hold an address, a number or a secret at all. */
export function mayKeyHoldData(key: string): boolean {
  if (key.length < 7) return false;
  let digits = 0;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    if (code === 64 || code === 32) return true;
    if (code >= 48 && code <= 57) digits++;
  }
  return digits >= 4 || key.length > 24;
}
