import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { needsValidateOnce } from '../../../../core/mcp/arguments/refKeyword.ts';

const to = (name: string) => ({ properties: { a: { $ref: `#/$defs/${name}` } } });

test.each<[string, boolean, JsonObject]>([
  ['holds itself', true, { ...to('A'), $defs: { A: to('A') } }],
  ['holds itself by way of another', true, { ...to('A'), $defs: { A: to('B'), B: to('C'), C: to('A') } }],
  ['is the whole schema', true, { properties: { a: { $ref: '#' } } }],
  ['is named by a longer pointer', true, { ...to('A'), $defs: { A: to('B/properties/a'), B: to('A') } }],
  ['is used twice', false, { allOf: [to('A'), to('B')], $defs: { A: to('C'), B: to('C'), C: { type: 'string' } } }],
  ['is none', false, { type: 'object' }],
  ['counts what was looked at', false, { ...to('A'), $defs: { A: { ...to('A'), unevaluatedProperties: false } } }],
  ['is beside a property of such a name', true, { properties: { $id: to('A') }, $defs: { A: to('A') } }],
])('a definition that %s is judged once: %j', (_what, expected, schema) => {
  expect(needsValidateOnce(schema)).toBe(expected);
});
