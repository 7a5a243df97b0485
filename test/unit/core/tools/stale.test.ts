import { expect, test } from '@jest/globals';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import { staleAfter } from '../../../../core/tools/stale.ts';

const tool = (name: string, verb: string, path: string, baseUrl?: string) => ({
  name,
  annotations: annotationsOf({ verb }),
  program: { path, ...(baseUrl && { baseUrl }) },
});
const TOOLS = [
  tool('listCustomers', 'GET', '/v1/customers'),
  tool('getCustomer', 'GET', '/v1/customers/{id}'),
  tool('listNotes', 'GET', '/v1/customers/{id}/notes'),
  tool('addCustomer', 'POST', '/v1/customers'),
  tool('listOrders', 'GET', '/v1/orders'),
  tool('elsewhere', 'GET', '/v1/customers', 'https://files.example.com'),
  tool('root', 'GET', '/'),
];

test.each([
  ['of a list', tool('x', 'POST', '/v1/customers'), ['listCustomers', 'getCustomer', 'listNotes']],
  ['below one', tool('x', 'POST', '/v1/customers/{id}/notes'), ['listCustomers', 'getCustomer', 'listNotes']],
  ['of something else', tool('x', 'DELETE', '/v1/orders/{id}'), ['listOrders']],
  ['of what nobody reads', tool('x', 'POST', '/v1/mails'), []],
  ['of the root', tool('x', 'POST', '/'), []],
])('a change %s makes the reading tools of its resource stale', (_, changed, names) => {
  expect(staleAfter(changed, TOOLS)).toEqual(names);
});

test('no more than ten are named', () => {
  const many = Array.from({ length: 30 }, (_, at) => tool(`t${at}`, 'GET', '/things'));

  expect(staleAfter(tool('x', 'POST', '/things'), many)).toHaveLength(10);
});
