/**
 * Protects what every check relies on. The language's methods are verified before each check (egress/intact.ts) instead of being frozen,
 * which would slow down every call. Nothing can be added to Object.prototype, where a missing option would be read from; and the library
 * that checks addresses, which others could import too, is frozen.
 */
import ipaddr from 'ipaddr.js';
import { isIntact } from '../../../egress/intact.ts';
import { SandboxDenied } from './deny.ts';

/** Makes Object.prototype non-extensible and freezes the address library. */
export function holdIntrinsics(): void {
  Object.preventExtensions(Object.prototype);
  for (const part of [ipaddr, ipaddr.IPv4, ipaddr.IPv6, ipaddr.IPv4.prototype, ipaddr.IPv6.prototype]) {
    Object.freeze(part);
  }
}

/** Throws SandboxDenied when built-in methods were changed since the process began. */
export function refuseTampered(): void {
  if (!isIntact()) throw new SandboxDenied('what checks itself with methods that were replaced');
}
