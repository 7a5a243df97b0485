/** The schemas of headers with fixed values: of a tool, and of a server, where they may be sealed. */
import * as z from 'zod';
import { acrossMembers } from '../../lib/zod/faults.ts';
import { models, time } from '../../lib/zod/fields.ts';
import { isHeaderValue } from '../../request/header.ts';
import { MAX_STATIC_HEADERS, STATIC_HEADER_LENGTH, staticHeaderFault } from '../../request/staticHeaders.ts';

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

const headerName = z
  .string()
  .min(1)
  .max(STATIC_HEADER_LENGTH.name)
  .superRefine((name, context) => {
    const why = staticHeaderFault(name);
    if (why !== undefined) context.addIssue({ code: 'custom', message: why, params: { rule: 'header_forbidden' } });
  });
const toolNames = z
  .array(z.string().min(1).max(100))
  .min(1)
  .max(100)
  .describe('Names of the only tools that send it; all when unset');

const serverHeader = z
  .strictObject({
    name: headerName,
    value: headerValue
      .superRefine((value, context) => {
        const why = valueFault(value);
        if (why !== undefined) context.addIssue({ code: 'custom', message: why, params: { rule: 'header_value' } });
      })
      .optional()
      .describe('Unset keeps the stored value of a secret one (sealed)'),
    sealed: z
      .boolean()
      .optional()
      .describe('Encrypted as credentials are, for the host of the base URL, and never shown again'),
    tools: toolNames.optional(),
  })
  .check(
    acrossMembers(({ value, sealed }, fault) => {
      if (value === undefined && sealed !== true) fault(['value'], 'value_missing', 'is missing.');
    }),
  )
  .register(models, { id: 'ServerHeader' });

/** The headers of a server, as they are sent to the API: all of them. */
export const serverHeaders = z
  .array(serverHeader)
  .max(MAX_STATIC_HEADERS)
  .superRefine((headers, context) => {
    const seen = new Set<string>();
    headers.forEach(({ name }, index) => {
      const lower = name.toLowerCase();
      const message = 'stands twice; names of headers have no case.';
      if (seen.has(lower))
        context.addIssue({ code: 'custom', path: [index, 'name'], message, params: { rule: 'duplicate' } });
      seen.add(lower);
    });
  })
  .describe(
    'Headers of every request to the host of the base URL, all of them; an argument for one of them is taken out of the tools',
  );
/** The headers of a server, as they are sent to the API. */
export type GivenHeaders = z.infer<typeof serverHeaders>;

/** The headers of a server, as the API returns them. */
export const serverHeaderViews = z.array(
  z.object({
    name: z.string(),
    value: z.string().optional().describe('Absent when it is secret (sealed)'),
    sealed: z.boolean(),
    storedAt: time.optional().describe('Of a secret one'),
    tools: z.array(z.string()).optional(),
  }),
);

/** Those of an exported definition: without what is sealed. */
export const exportedHeaders = z
  .array(z.strictObject({ name: headerName, value: headerValue.optional(), tools: toolNames.optional() }))
  .max(MAX_STATIC_HEADERS)
  .describe('Headers of the server; a secret one (sealed) without its value');
