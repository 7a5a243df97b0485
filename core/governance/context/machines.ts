/** Which objects are machines: their addresses are no personal data. */
import { Evidence } from '../catalog/evidence.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { defineRulings } from '../fieldName/ruling.ts';
import { DNS_RECORDS, MACHINE_ADDRESSES, MACHINE_FIELDS, MACHINES } from '../vocabulary/machines.ts';
import type { Scope } from './scope.ts';

/** What addresses of machines are. */
export const MACHINE_RULES = defineRulings({
  'machine.address': [
    'stays',
    "The address of a machine, a DNS record or a network interface, which is nobody's.",
    "{instance_id, private_ip: '10.0.0.7'}",
  ],
});

/** Whether an object is a DNS record, a machine or its network interface, whose addresses are nobody's. */
export function machineOf(keys: readonly string[], { parent }: Scope): 'record' | 'machine' | undefined {
  const names = keys.map((key) => key.replaceAll(/[_-]/g, '').toLowerCase());
  if (names.some((name) => MACHINE_FIELDS.test(name))) return 'machine';
  if (parent !== undefined && (MACHINES.test(parent.joined) || DNS_RECORDS.test(parent.joined))) return 'machine';
  if (names.some((name) => /^(?:ttl|rrtype|rrset)$/.test(name))) return 'record';
  // `{type: 'MX', host, answer, priority}`
  const isRecord =
    names.includes('type') && names.includes('host') && names.some((name) => /^prio(?:rity)?$/.test(name));
  return isRecord ? 'record' : undefined;
}

/** Whether a field of a machine may hold an address of it. */
export const mayBeAddress = ({ kind, joined }: KeyInfo): boolean =>
  kind === 'ip' || kind === 'mac' || MACHINE_ADDRESSES.test(joined);

/** The `address` of a machine is not a postal one, so that it says nothing about a town beside it. */
export function asMachineAddress(info: KeyInfo, machine: 'record' | 'machine'): KeyInfo {
  const isAddress = info.kind === 'ip' || info.kind === 'mac' || (info.kind === 'address' && machine === 'machine');
  return isAddress
    ? {
        ...info,
        kind: undefined,
        ruling: MACHINE_RULES['machine.address'],
        evidence: info.evidence & ~Evidence.street,
        isMachineAddress: true,
      }
    : { ...info, isMachineAddress: true };
}
