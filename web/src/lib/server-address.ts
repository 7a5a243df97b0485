/** The address of a server with parts to choose (Preview.address): which are missing, and the base URL that chosen parts make. Pure. */
import type { Preview } from '../api/types.ts';

export type ServerAddress = NonNullable<Preview['address']>;

/** Chosen values by name. */
export type AddressParts = Readonly<Record<string, string>>;

/** The value of a part: what was typed, else its default; '' where neither is there. */
export const partOf = ({ name, default: own = '' }: ServerAddress['variables'][number], parts: AddressParts): string =>
  parts[name] ?? own;

/** The parts that have no value yet. */
export const missingParts = ({ variables }: ServerAddress, parts: AddressParts): readonly string[] =>
  variables.flatMap((variable) => (partOf(variable, parts).trim() === '' ? [variable.name] : []));

/** The base URL; '' until every part has a value. A part may be pasted as a whole address, of which the scheme is left out. */
export function joinedAddress(address: ServerAddress, parts: AddressParts): string {
  if (missingParts(address, parts).length > 0) return '';
  const values = new Map(address.variables.map((variable) => [variable.name, partOf(variable, parts).trim()]));
  const joined = address.template.replace(/\{([^{}]+)\}/g, (whole, name: string, at: number) => {
    const value = values.get(name);
    if (value === undefined) return whole;
    return at === 0 ? value : value.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^\/+|\/+$/g, '');
  });
  return joined.replace(/\/+$/, '');
}
