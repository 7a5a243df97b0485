/**
 * Where registrations wait that nobody has used yet: in a fixed number of rings, one for all source addresses that fall to it, where the
 * next takes the place of the oldest. So a flood takes the places of its own source and of few others, none is refused because of it, and
 * storage is bounded however many come. A registration leaves its ring when a person allows its client for the first time.
 */
import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { randomBase62 } from '../../lib/ids.ts';
import { LIMITS } from '../../lib/limits.ts';

/** A place in a ring. */
export interface Place {
  readonly ring: number;
  readonly slot: number;
}

const { rings, perRing } = LIMITS.registrations;
const ID = /^client_[0-9A-Za-z]{22}_(\d{1,4})_(\d{1,4})$/;

/**
 * The ring of a source: of an IPv4 address, or of the /64 of an IPv6 address, which one customer has at least (RFC 6177). Other text is a
 * source of its own.
 * @param address the viewer's address, as the edge names it
 */
export function ringOf(address: string): number {
  return hash('sha256', networkOf(address), 'buffer').readUInt32BE() % rings;
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}

/** The place of the registration with this number, counted per ring. */
export const placeAt = (ring: number, number: number): Place => ({ ring, slot: number % perRing });

/** A new client id, which names the place. */
export const newClientId = ({ ring, slot }: Place): string => `client_${randomBase62(22)}_${ring}_${slot}`;

/** The place in a client id; undefined in one that was made before there were places. */
export function placeOf(clientId: string): Place | undefined {
  const [, ring, slot] = ID.exec(clientId) ?? [];
  return ring === undefined ? undefined : { ring: Number(ring), slot: Number(slot) };
}
