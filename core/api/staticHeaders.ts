/** The schema of headers with fixed values: of a tool, and with what is sealed of a server. */
import * as z from 'zod';
import { isHeaderValue } from '../request/header.ts';
import { MAX_STATIC_HEADERS, STATIC_HEADER_LENGTH, staticHeaderFault } from '../request/staticHeaders.ts';
import { models } from './fields.ts';

/** Why a value cannot be sent; undefined when it can. */
const valueFault = (value: string): string | undefined =>
  value.trim() === value && isHeaderValue(value) ? undefined : 'may not hold line breaks, or spaces at its ends.';

/** The value of a header. */
export const headerValue = z.string().min(1).max(STATIC_HEADER_LENGTH.value);

/** Values by name; each name once, whatever its case. */
export const staticHeaders = z
  .record(z.string().min(1).max(STATIC_HEADER_LENGTH.name), headerValue)
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    const fault = (name: string, rule: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message, params: { rule } });
    if (names.length > MAX_STATIC_HEADERS) fault('', 'too_many', `are more than ${MAX_STATIC_HEADERS}.`);
    const seen = new Set<string>();
    for (const name of names) {
      const why = staticHeaderFault(name);
      if (why !== undefined) fault(name, 'header_forbidden', why);
      if (seen.has(name.toLowerCase())) fault(name, 'duplicate', 'stands twice; names of headers have no case.');
      seen.add(name.toLowerCase());
      const wrong = valueFault(headers[name] ?? '');
      if (wrong !== undefined) fault(name, 'header_value', wrong);
    }
  })
  .describe('Headers of every call by name. One that an argument sets has the value of the argument')
  .register(models, { id: 'StaticHeaders' });
