/**
 * What the shape of an object settles, worked out once per shape and place: the kinds of its fields, the places of what
 * stands under them, and which fields need a look at their values. API answers repeat few shapes thousands of times.
 */

import { Signal } from '../catalog/evidence.ts';
import type { FieldKind } from '../catalog/index.ts';
import { allSignals } from '../fieldName/evidence.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Span } from '../span.ts';
import { isDynamic, resolveKind } from './fieldKind.ts';
import { hasIdType, isLabelled, labelPositions } from './labelledValue.ts';
import { isWrapper } from './parentRules.ts';
import { descend, type Place, rootPlace } from './scope.ts';
import { isColumnKey, isRowKey } from './tables.ts';

/** What an object's own values say about it; picks the variant of its plan. */
export const Verdict = { none: 0, organisation: 1, person: 2, contact: 4, group: 8, firm: 16 } as const;

export interface Step {
  readonly key: string;
  readonly info: KeyInfo;
  /** The kind, when names alone settle it. */
  readonly kind: FieldKind | undefined;
  /** The kind depends on the value. */
  readonly dynamic: boolean;
  /** A sibling may name the value. */
  readonly labelled: boolean;
  /** Where containers under this key are. */
  readonly below: Place;
  /** The key itself may hold personal data. */
  readonly suspicious: boolean;
  /** Personal data in the key, once it was looked for. */
  spans: readonly Span[] | undefined;
}

export interface Variant {
  readonly steps: readonly Step[];
  /** Those whose keys may hold personal data. */
  readonly suspects: readonly Step[];
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
  readonly tellKeys: readonly number[];
  /** Positions of the fields that may name a value beside them. */
  readonly labels: readonly number[];
  /** Has a field for columns and one for rows. */
  readonly mayBeTable: boolean;
  variant(verdict: number): Variant;
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
const PLANS_PER_PLACE = 8;
const PLANS = 2_000;
const NO_PLANS: readonly ObjectPlan[] = [];

export interface Planner {
  readonly root: Place;
  planOf(object: object, place: Place): ObjectPlan;
  /** The same by the keys alone. */
  planOfKeys(keys: readonly string[], place: Place): ObjectPlan;
}

export function createPlanner(infoOf: (key: string) => KeyInfo): Planner {
  let made = 0;
  /** Plans of the objects seen at a place. */
  const plansAt = new WeakMap<Place, ObjectPlan[]>();
  const root = rootPlace();

  function plan(keys: readonly string[], place: Place): ObjectPlan {
    const isRecord = keys.filter((key) => RECORD_ID.test(key)).length > 1;
    const isDns = keys.includes('ttl') || keys.includes('TTL') || keys.includes('rrtype');
    const infos = keys.map((key) => {
      const info = infoOf(key);
      if (isRecord && key === 'idCard') return ofRecord(info);
      return isDns && RDATA.test(info.glued) ? ofMachine(info) : info;
    });
    let signals = allSignals(infos);
    if (infos.filter((info) => (info.signals & Signal.organisation) !== 0).length > 1) signals |= Signal.firm;
    // `domain: 'QBO'` in each record of QuickBooks says nothing of a firm.
    if (keys.includes('domain') && keys.includes('sparse')) signals &= ~Signal.organisation;
    const software = infos.some(({ glued }) => SOFTWARE.test(glued));
    const idTyped = hasIdType(keys);
    const partyKey = infos.findIndex(({ glued }) => PARTY_TYPE.test(glued));
    // `counterPartyName` beside it.
    const partyName = partyKey < 0 ? '' : infos[partyKey]!.glued.replace(/type$/, 'name');
    const variants: (Variant | undefined)[] = [];
    const build = (verdict: number): Variant => {
      const organisation = (verdict & Verdict.organisation) !== 0;
      const isGroup = (verdict & Verdict.group) !== 0;
      let siblings = signals;
      if ((verdict & Verdict.person) !== 0) siblings |= Signal.person | Signal.typed;
      if ((verdict & Verdict.contact) !== 0) siblings |= Signal.contact;
      const steps = keys.map((key, index): Step => {
        const told = toldAbove(infos[index]!, place);
        const info = software && isRelease(told) ? ({ ...told, topic: 'version' } as const) : told;
        const isFirm = (verdict & Verdict.firm) !== 0 && info.glued === partyName;
        const dynamic = !isFirm && isDynamic(info, place, siblings);
        const plain = dynamic || isFirm ? undefined : resolveKind(info, undefined, place, siblings, organisation);
        // `{type: 'team', first: 'Billing', last: 'Squad'}`
        const kind = plain === 'name' && isGroup && OWN_NAME.test(info.glued) ? undefined : plain;
        return {
          key,
          info,
          kind,
          dynamic,
          labelled: keys.length > 1 && isLabelled(info, idTyped),
          // `subscriberId: [{value}]`: what the siblings made of the name holds below it.
          below: descend(
            place,
            info.kind === undefined && kind === 'healthRecord' ? { ...info, kind } : info,
            siblings,
          ),
          suspicious: mayHoldData(key),
          spans: undefined,
        };
      });
      return { steps, suspects: steps.filter((step) => step.suspicious), siblings, organisation };
    };
    return {
      keys,
      infos,
      partyKey,
      typeKeys: keys.flatMap((key, index) => (TYPE_KEYS.has(key) ? [index] : [])),
      tellKeys: infos.flatMap((info, index) => (info.mayTell ? [index] : [])),
      labels: infos.some((info) => isLabelled(info, idTyped)) ? labelPositions(keys) : [],
      mayBeTable: infos.some(isColumnKey) && infos.some(isRowKey),
      variant: (verdict) => (variants[verdict] ??= build(verdict)),
    };
  }

  function remember(fresh: ObjectPlan, place: Place): ObjectPlan {
    const known = plansAt.get(place);
    if (made >= PLANS || (known !== undefined && known.length >= PLANS_PER_PLACE)) return fresh;
    made++;
    if (known === undefined) plansAt.set(place, [fresh]);
    else known.push(fresh);
    return fresh;
  }

  return {
    root,
    planOf(object, place) {
      for (const known of plansAt.get(place) ?? NO_PLANS) if (fits(known.keys, object)) return known;
      return remember(plan(Object.keys(object), place), place);
    },
    planOfKeys(keys, place) {
      for (const known of plansAt.get(place) ?? NO_PLANS) {
        if (known.keys.length === keys.length && keys.every((key, index) => key === known.keys[index])) return known;
      }
      return remember(plan(keys, place), place);
    },
  };
}

/** `{idBoard, idCard}`: ids of records, one of them of a card. */
const RECORD_ID = /^id[A-Z]/;

function ofRecord(info: KeyInfo): KeyInfo {
  return { ...info, kind: undefined, signals: 0, identifier: true, topic: undefined };
}

/** What a record of the DNS points to: addresses of machines. */
const RDATA = /^(?:value|values|content|data|rdata|rrdatas?|target|address|answers?|records?|ip|ipaddress)$/;

function ofMachine(info: KeyInfo): KeyInfo {
  return { ...info, kind: info.kind === 'ip' ? undefined : info.kind, machine: true };
}

/** Beside these `from`, `to` and `latest` are releases: `{package: 'libfoo', change: {from, to}}`. */
const SOFTWARE =
  /^(?:package|packagename|library|crate|gem|plugin|dependency|dependencyname|purl|artifact|artifactid)$/;
const RELEASE =
  /^(?:from|to|current|available|latest|installed|fixed|old|new|previous|target|wanted|change|upgrade|update|bump)$/;

function isRelease({ kind, topic, glued }: KeyInfo): boolean {
  return kind === undefined && topic === undefined && RELEASE.test(glued);
}

/** `firmware: {current, available}`, `CustomerNumber: {'#text'}`: the name above says what stands below. */
function toldAbove(info: KeyInfo, { parent }: Place): KeyInfo {
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
export function mayHoldData(key: string): boolean {
  if (key.length < 7) return false;
  let digits = 0;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    if (code === 64 || code === 32) return true;
    if (code >= 48 && code <= 57) digits++;
  }
  return digits >= 4 || key.length > 24;
}
