/**
 * What the local stack knows of a resource in the template. Everything else is an error at the start that names the resource and the
 * property.
 */
import { PortcullisError } from '../../core/lib/errors.ts';

/** The template has something that the local stack does not do. */
export const unsupported = (what: string): PortcullisError => new PortcullisError('template_unsupported', what);

/** Throws for a property that is not in `names`. `where`: resource and path, for example `EdgeDistribution.DistributionConfig`. */
export function knowsAll(where: string, value: object, names: readonly string[]): void {
  const other = Object.keys(value).find((name) => !names.includes(name));
  if (other) throw unsupported(`The local stack does not know ${where}.${other}.`);
}

/** Throws for a value that is not one of `values`. */
export function isOneOf(where: string, value: unknown, values: readonly unknown[]): void {
  if (!values.includes(value))
    throw unsupported(`The local stack does not know the value ${JSON.stringify(value)} of ${where}.`);
}
