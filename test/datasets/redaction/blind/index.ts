/**
 * The blind part: written from the published rules alone, by someone who had read neither the detectors nor the cases of the
 * other parts, and committed before it was scored for the first time. A label changes only where it contradicts the rules;
 * each change is listed in the design page.
 *
 * Where the rules decide nothing the leaf is `open` and not scored: logins and avatars, gender and age, last digits of cards,
 * pay and marks, plates and chassis numbers, tax numbers of firms, published authors, the street of a public
 * place, town without an address around it, addresses of machines inside a private network.
 */
import type { Draft } from '../label.ts';
import type { Where } from './people.ts';
import { BANKING } from './structured/banking.ts';
import { CRM } from './structured/crm.ts';
import { HEALTH } from './structured/health.ts';
import { IDENTITY } from './structured/identity.ts';
import { MESSAGING } from './structured/messaging.ts';
import { MIXED } from './structured/mixed.ts';
import { OPERATIONS } from './structured/operations.ts';
import { PAYMENTS } from './structured/payments.ts';
import { STAFF } from './structured/people-systems.ts';
import { PUBLIC } from './structured/public-data.ts';
import type { Shapes } from './structured/shapes.ts';
import { SHOPS } from './structured/shops.ts';
import { SOURCE } from './structured/source-control.ts';
import { TRAVEL } from './structured/travel.ts';
import { WORLD } from './structured/world.ts';
import { castOf } from './values.ts';

const SHAPES: Shapes = {
  ...PAYMENTS,
  ...BANKING,
  ...SHOPS,
  ...STAFF,
  ...HEALTH,
  ...CRM,
  ...MESSAGING,
  ...SOURCE,
  ...OPERATIONS,
  ...IDENTITY,
  ...TRAVEL,
  ...PUBLIC,
  ...WORLD,
  ...MIXED,
};

const HOMES: readonly Where[] = ['us', 'de'];

/** Every shape twice, with other values. */
export function blindDrafts(): readonly (readonly [name: string, draft: Draft])[] {
  return Object.entries(SHAPES).flatMap(([name, shape], index) =>
    HOMES.map(
      (home, round) =>
        [`${name}-${round + 1}`, shape(castOf(41_000_003 + index * 7919 + round * 104_729, home))] as const,
    ),
  );
}
