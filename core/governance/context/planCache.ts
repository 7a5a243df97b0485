/**
 * Caches the plans of one walker by list of keys and scope, since API answers repeat few shapes thousands of times. The
 * number of plans and the length of their keys are limited, because an upstream can send keys of its own in every
 * object. A full cache forgets, so that a process that sees many services goes on caching.
 */

import type { KeyInfo } from '../fieldName/readName.ts';
import { type NamesHeldBack, type ObjectPlan, planFor } from './objectPlan.ts';
import { rootScope, type Scope } from './scope.ts';

/** The plans of one walker. */
export interface Planner {
  /** The scope of the document. */
  readonly root: Scope;
  planOf(object: object, scope: Scope): ObjectPlan;
  /** The plan for objects with these keys. */
  planOfKeys(keys: readonly string[], scope: Scope): ObjectPlan;
  /** In the mode `closed`: which names may be data. */
  readonly holdsBack: NamesHeldBack | undefined;
}

/** Plans that are cached for a scope; a further one replaces the oldest. */
const MAX_PLANS_PER_SCOPE = 8;
/** Plans that are cached for all scopes; a further one clears the cache. */
const MAX_PLANS = 2_000;
/** Characters of the keys of an object beyond which its plan is not cached. */
const MAX_KEY_CHARACTERS = 16_384;
const NO_PLANS: readonly ObjectPlan[] = [];

/**
 * @param infoOf reads a key (fieldName/readName.ts)
 * @param holdsBack in the mode `closed`
 * @param mayHoldData whether a key is searched for data
 */
export function createPlanner(
  infoOf: (key: string) => KeyInfo,
  holdsBack?: NamesHeldBack,
  mayHoldData?: (key: string) => boolean,
): Planner {
  let count = 0;
  let plansIn = new WeakMap<Scope, ObjectPlan[]>();
  const scopeOf = createScopeCache();

  function create(keys: readonly string[], scope: Scope): ObjectPlan {
    if (keys.reduce((length, key) => length + key.length, 0) > MAX_KEY_CHARACTERS)
      return planFor(keys, scope, infoOf, scopeOf, holdsBack, mayHoldData);
    if (count === MAX_PLANS) {
      count = 0;
      plansIn = new WeakMap();
    }
    const plan = planFor(keys, scope, infoOf, scopeOf, holdsBack, mayHoldData);
    const known = plansIn.get(scope);
    count++;
    if (known === undefined) plansIn.set(scope, [plan]);
    else {
      if (known.length === MAX_PLANS_PER_SCOPE) {
        known.shift();
        count--;
      }
      known.push(plan);
    }
    return plan;
  }

  return {
    root: rootScope(),
    holdsBack,
    planOf(object, scope) {
      for (const known of plansIn.get(scope) ?? NO_PLANS) if (hasKeys(known.keys, object)) return known;
      return create(Object.keys(object), scope);
    },
    planOfKeys(keys, scope) {
      for (const known of plansIn.get(scope) ?? NO_PLANS) {
        if (known.keys.length === keys.length && keys.every((key, index) => key === known.keys[index])) return known;
      }
      return create(keys, scope);
    },
  };
}

/** Returns the same object for equal scopes, so that objects under different keys share their plans. */
function createScopeCache(): (scope: Scope) => Scope {
  const withoutParent: Scope[] = [];
  const byParent = new WeakMap<KeyInfo, Scope[]>();
  return (scope) => {
    const { parent } = scope;
    const known = parent === undefined ? withoutParent : (byParent.get(parent) ?? []);
    for (const other of known)
      if (
        other.role === scope.role &&
        other.address === scope.address &&
        other.forced === scope.forced &&
        other.marks === scope.marks
      )
        return other;
    known.push(scope);
    if (parent !== undefined) byParent.set(parent, known);
    return scope;
  };
}

/** Whether the object has these keys in this order and no others. */
function hasKeys(keys: readonly string[], object: object): boolean {
  let index = 0;
  for (const key in object) if (key !== keys[index++]) return false;
  return index === keys.length;
}
