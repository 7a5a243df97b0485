/**
 * What the shape of an object settles, worked out once per shape and place: the kinds of its fields, the places of what
 * stands under them, and which fields need a look at their values. API answers repeat few shapes thousands of times.
 */

import { Evidence } from '../catalog/evidence.ts';
import type { FieldKind } from '../catalog/index.ts';
import { combinedEvidence } from '../fieldName/evidence.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Span } from '../span.ts';
import { kindDependsOnValue, resolveKind } from './fieldKind.ts';
import { hasIdType, isLabelled, labelPositions } from './labelledValue.ts';
import { isWrapper } from './parentRules.ts';
import { descend, rootScope, type Scope } from './scope.ts';
import { isColumnKey, isRowKey } from './tables.ts';

/** What an object's own values say about it; picks the variant of its plan. */
export const EntityType = { none: 0, organisation: 1, person: 2, contact: 4, group: 8, firm: 16 } as const;

export interface FieldPlan {
  readonly key: string;
  readonly info: KeyInfo;
  /** The kind, when names alone settle it. */
  readonly kind: FieldKind | undefined;
  /** The kind depends on the value. */
  readonly dependsOnValue: boolean;
  /** A sibling may name the value. */
  readonly labelled: boolean;
  /** Where containers under this key are. */
  readonly childScope: Scope;
  /** The key itself may hold personal data. */
  readonly mayHoldData: boolean;
  /** Personal data in the key, once it was looked for. */
  spans: readonly Span[] | undefined;
}

export interface Variant {
  readonly fields: readonly FieldPlan[];
  /** Those whose keys may hold personal data. */
  readonly keysToCheck: readonly FieldPlan[];
  readonly siblings: number;
  readonly organisation: boolean;
}

export interface ObjectPlan {
  readonly keys: readonly string[];
  readonly infos: readonly KeyInfo[];
  /** Position of the field that says of what kind a party is (`counterPartyType`), or -1. */
  readonly partyKey: number;
  /** Positions of the fields whose values tell what the object is. */
  readonly typeKeys: readonly number[];
  readonly personKeys: readonly number[];
  /** Positions of the fields that may name a value beside them. */
  readonly labels: readonly number[];
  /** Has a field for columns and one for rows. */
  readonly mayBeTable: boolean;
  variant(entityType: number): Variant;
}

const TYPE_KEYS = new Set(
  'type kind object __typename resourceType entity_type entityType account_type accountType @type objectType'.split(
    ' ',
  ),
);
/** Who may be somebody or a company. */
const PARTY_TYPE =
  /^(?:counterparty|customer|client|payer|payee|sender|recipient|receiver|beneficiary|debtor|creditor|owner|holder|accountholder|party|buyer|contact|originator|remitter)type$/;
/** What an object itself is called, not somebody it mentions. */
const OWN_NAME = /^(?:first|last|given|family|full|real)(?:name)?$|^realname$/;
const MAX_PLANS_PER_SCOPE = 8;
const MAX_PLANS = 2_000;
const NO_PLANS: readonly ObjectPlan[] = [];

export interface Planner {
  readonly root: Scope;
  planOf(object: object, scope: Scope): ObjectPlan;
  /** The same by the keys alone. */
  planOfKeys(keys: readonly string[], scope: Scope): ObjectPlan;
}

export function createPlanner(infoOf: (key: string) => KeyInfo): Planner {
  let made = 0;
  /** Plans of the objects seen at a place. */
  const plansIn = new WeakMap<Scope, ObjectPlan[]>();
  const root = rootScope();

  function plan(keys: readonly string[], scope: Scope): ObjectPlan {
    const isRecord = keys.filter((key) => RECORD_ID.test(key)).length > 1;
    const isDns = keys.includes('ttl') || keys.includes('TTL') || keys.includes('rrtype');
    const infos = keys.map((key) => {
      const info = infoOf(key);
      if (isRecord && key === 'idCard') return ofRecord(info);
      return isDns && RDATA.test(info.joined) ? asMachineAddress(info) : info;
    });
    let evidence = combinedEvidence(infos);
    if (infos.filter((info) => (info.evidence & Evidence.organisation) !== 0).length > 1) evidence |= Evidence.firm;
    // `domain: 'QBO'` in each record of QuickBooks says nothing of a firm.
    if (keys.includes('domain') && keys.includes('sparse')) evidence &= ~Evidence.organisation;
    const software = infos.some(({ joined }) => SOFTWARE.test(joined));
    const idTyped = hasIdType(keys);
    const partyKey = infos.findIndex(({ joined }) => PARTY_TYPE.test(joined));
    // `counterPartyName` beside it.
    const partyName = partyKey < 0 ? '' : infos[partyKey]!.joined.replace(/type$/, 'name');
    const variants: (Variant | undefined)[] = [];
    const build = (entityType: number): Variant => {
      const organisation = (entityType & EntityType.organisation) !== 0;
      const isGroup = (entityType & EntityType.group) !== 0;
      let siblings = evidence;
      if ((entityType & EntityType.person) !== 0) siblings |= Evidence.person | Evidence.typed;
      if ((entityType & EntityType.contact) !== 0) siblings |= Evidence.contact;
      const fields = keys.map((key, index): FieldPlan => {
        const inherited = inheritFromParent(infos[index]!, scope);
        const info = software && isRelease(inherited) ? ({ ...inherited, topic: 'version' } as const) : inherited;
        const isFirm = (entityType & EntityType.firm) !== 0 && info.joined === partyName;
        const dependsOnValue = !isFirm && kindDependsOnValue(info, scope, siblings);
        const plain =
          dependsOnValue || isFirm ? undefined : resolveKind(info, undefined, scope, siblings, organisation);
        // `{type: 'team', first: 'Billing', last: 'Squad'}`
        const kind = plain === 'name' && isGroup && OWN_NAME.test(info.joined) ? undefined : plain;
        return {
          key,
          info,
          kind,
          dependsOnValue,
          labelled: keys.length > 1 && isLabelled(info, idTyped),
          // `subscriberId: [{value}]`: what the siblings made of the name holds below it.
          childScope: descend(
            scope,
            info.kind === undefined && kind === 'healthRecord' ? { ...info, kind } : info,
            siblings,
          ),
          mayHoldData: mayKeyHoldData(key),
          spans: undefined,
        };
      });
      return { fields, keysToCheck: fields.filter((field) => field.mayHoldData), siblings, organisation };
    };
    return {
      keys,
      infos,
      partyKey,
      typeKeys: keys.flatMap((key, index) => (TYPE_KEYS.has(key) ? [index] : [])),
      personKeys: infos.flatMap((info, index) => (info.mayIdentifyPerson ? [index] : [])),
      labels: infos.some((info) => isLabelled(info, idTyped)) ? labelPositions(keys) : [],
      mayBeTable: infos.some(isColumnKey) && infos.some(isRowKey),
      variant: (entityType) => (variants[entityType] ??= build(entityType)),
    };
  }

  function remember(fresh: ObjectPlan, scope: Scope): ObjectPlan {
    const known = plansIn.get(scope);
    if (made >= MAX_PLANS || (known !== undefined && known.length >= MAX_PLANS_PER_SCOPE)) return fresh;
    made++;
    if (known === undefined) plansIn.set(scope, [fresh]);
    else known.push(fresh);
    return fresh;
  }

  return {
    root,
    planOf(object, scope) {
      for (const known of plansIn.get(scope) ?? NO_PLANS) if (fits(known.keys, object)) return known;
      return remember(plan(Object.keys(object), scope), scope);
    },
    planOfKeys(keys, scope) {
      for (const known of plansIn.get(scope) ?? NO_PLANS) {
        if (known.keys.length === keys.length && keys.every((key, index) => key === known.keys[index])) return known;
      }
      return remember(plan(keys, scope), scope);
    },
  };
}

/** `{idBoard, idCard}`: ids of records, one of them of a card. */
const RECORD_ID = /^id[A-Z]/;

function ofRecord(info: KeyInfo): KeyInfo {
  return { ...info, kind: undefined, evidence: 0, identifier: true, topic: undefined };
}

/** What a record of the DNS points to: addresses of machines. */
const RDATA = /^(?:value|values|content|data|rdata|rrdatas?|target|address|answers?|records?|ip|ipaddress)$/;

function asMachineAddress(info: KeyInfo): KeyInfo {
  return { ...info, kind: info.kind === 'ip' ? undefined : info.kind, isMachineAddress: true };
}

/** Beside these `from`, `to` and `latest` are releases: `{package: 'libfoo', change: {from, to}}`. */
const SOFTWARE =
  /^(?:package|packagename|library|crate|gem|plugin|dependency|dependencyname|purl|artifact|artifactid)$/;
const RELEASE =
  /^(?:from|to|current|available|latest|installed|fixed|old|new|previous|target|wanted|change|upgrade|update|bump)$/;

function isRelease({ kind, topic, joined }: KeyInfo): boolean {
  return kind === undefined && topic === undefined && RELEASE.test(joined);
}

/** `firmware: {current, available}`, `CustomerNumber: {'#text'}`: the name above says what stands below. */
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

function fits(keys: readonly string[], object: object): boolean {
  let index = 0;
  for (const key in object) if (key !== keys[index++]) return false;
  return index === keys.length;
}

/** Keys that can hold an address, a number or a secret at all. */
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
