/**
 * What every check relies on. The methods of the language are looked over before each check (egress/intact.ts) instead of
 * being frozen, which would cost each call; nothing can be added to Object.prototype, where an option that nobody gave would
 * be read from; and the library that judges addresses, which others could import as well, stays as it is.
 */
import ipaddr from 'ipaddr.js';
import { isIntact } from '../../../egress/intact.ts';
import { SandboxDenied } from './deny.ts';

/** Closes Object.prototype and freezes the address library. */
export function holdIntrinsics(): void {
  Object.preventExtensions(Object.prototype);
  for (const part of [ipaddr, ipaddr.IPv4, ipaddr.IPv6, ipaddr.IPv4.prototype, ipaddr.IPv6.prototype]) {
    Object.freeze(part);
  }
}

/** Throws SandboxDenied when the language was changed since the process began. */
export function refuseTampered(): void {
  if (!isIntact()) throw new SandboxDenied('what checks itself with methods that were replaced');
}
