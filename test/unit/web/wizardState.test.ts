import { describe, expect, test } from '@jest/globals';
import { NO_CREDENTIALS } from '../../../web/src/lib/credential-form.ts';
import {
  approvedHosts,
  faultsOf,
  initialState,
  isTouched,
  nextStep,
  otherHostsOf,
  previousStep,
  reachable,
  type WizardState,
  withFound,
  withPart,
} from '../../../web/src/pages/wizard/state.ts';

const found = {
  title: 'Orders',
  baseUrl: 'https://api.example.com/v1',
  securityPresent: true,
  suggested: { type: 'bearer' },
  endpoints: 3,
  otherHosts: [{ origin: 'https://files.example.com', tools: 2 }],
  tags: [
    { name: 'Orders', count: 2 },
    { name: 'Customers', count: 1 },
  ],
} as const;
const state = (part: Partial<WizardState> = {}): WizardState => ({ ...initialState('openapi'), ...part });

describe('the steps', () => {
  test.each([
    ['none', 'governance'],
    ['bearer', 'security'],
    ['basic', 'security'],
    ['header', 'security'],
    ['apiKeys', 'security'],
    ['awsSigV4', 'security'],
  ] as const)('lead from Connection with authentication %s to %s, and back the same way', (authType, expected) => {
    const next = nextStep({ step: 'connection', authType });

    expect(next).toBe(expected);
    expect(previousStep({ step: next, authType })).toBe('connection');
    expect(nextStep({ step: 'governance', authType })).toBe('deploy');
  });

  test('begin at Connection when the way is known, and at the choice of a way otherwise', () => {
    expect(initialState('manual').step).toBe('connection');
    expect(initialState(undefined).step).toBe('way');
  });
});

describe('what a document says', () => {
  test('fills name, base URL and authentication', () => {
    expect(withFound(state(), found)).toMatchObject({
      name: 'Orders',
      baseUrl: 'https://api.example.com/v1',
      authType: 'bearer',
    });
  });

  test('never replaces what a person typed', () => {
    const typed = state({ name: 'Mine', authType: 'basic', touched: { name: true, baseUrl: false, auth: true } });
    expect(withFound(typed, found)).toMatchObject({ name: 'Mine', baseUrl: found.baseUrl, authType: 'basic' });
  });

  test('goes again when the document goes', () => {
    expect(withFound(withFound(state(), found), undefined)).toMatchObject({ name: '', baseUrl: '', authType: 'none' });
  });

  test('fills in the name of the header that the API expects', () => {
    const header = withFound(state(), { ...found, suggested: { type: 'header', headerName: 'X-Api-Key' } });
    expect(header.credentials.headerName).toBe('X-Api-Key');
  });

  test('fills in the places of keys, and other ones when the document changes before anybody has typed', () => {
    const keysOf = (...names: string[]) => ({
      ...found,
      suggested: { type: 'apiKeys' as const, keys: names.map((name) => ({ in: 'query' as const, name })) },
    });
    const first = withFound(state(), keysOf('key', 'user'));
    const second = withFound(first, keysOf('token'));

    const typed = {
      ...second,
      credentials: { ...second.credentials, keys: [{ in: 'query' as const, name: 'token', value: 'x' }] },
    };

    expect(first.credentials.keys.map(({ name }) => name)).toEqual(['key', 'user']);
    expect(second.credentials.keys.map(({ name }) => name)).toEqual(['token']);
    expect(withFound(typed, keysOf('key')).credentials.keys).toEqual(typed.credentials.keys);
  });
});

describe('a step is held back', () => {
  test('by an address that cannot be called, and by a document without one', () => {
    expect(faultsOf(state({ url: 'http://api.example.com' }), 'connection')).toHaveProperty('url');
    expect(faultsOf(state({ url: 'https://api.example.com/o.json', found }), 'connection')).toHaveProperty('baseUrl');
    expect(faultsOf(withFound(state({ url: 'https://api.example.com/o.json' }), found), 'connection')).toEqual({});
  });

  test('by an empty choice of tags', () => {
    const without = withFound(state({ url: 'https://api.example.com/o.json', tags: [] }), found);
    expect(Object.keys(faultsOf(without, 'connection'))).toEqual(['tags']);
  });

  test('by a missing name or base URL of a server that is typed in', () => {
    expect(Object.keys(faultsOf({ ...initialState('manual') }, 'connection'))).toEqual(['name', 'baseUrl']);
  });
});

describe('the choice of endpoints', () => {
  const url = 'https://api.example.com/openapi.json';
  const faults = (part: object, tags?: readonly string[]) =>
    faultsOf(state({ url, tags, found: { ...found, ...part }, baseUrl: found.baseUrl }), 'connection');

  test('has to hold something, and no more than a server takes', () => {
    expect(faults({})).toEqual({});
    expect(faults({ endpoints: 0, tags: [] })['url']).toMatch(/no endpoint/);
    expect(faults({}, [])['tags']).toMatch(/at least one/);

    const many = [
      { name: 'a', count: 15_000 },
      { name: 'b', count: 10_000 },
    ];
    expect(faults({ endpoints: 25_000, tags: many })['tags']).toMatch(/20,?.?000 tools at most.*choose tags/);
    expect(faults({ endpoints: 25_000, tags: many }, ['a', 'b', 'c'])['tags']).toMatch(/choose fewer/);
    expect(faults({ endpoints: 25_000, tags: many }, ['a'])).toEqual({});
    expect(faults({ endpoints: 25_000, tags: [{ name: 'a', count: 25_000 }] })['url']).toMatch(/without tags/);
  });

  test('is left to the service when endpoints have several tags, because their sum says too much', () => {
    const tags = [
      { name: 'a', count: 19_000 },
      { name: 'b', count: 19_000 },
    ];
    expect(faults({ endpoints: 19_500, tags }, ['a', 'b', 'c'])).toEqual({});
  });
});

describe('an entry of the history', () => {
  const ready = state({
    url: 'https://api.example.com/openapi.json',
    found,
    baseUrl: found.baseUrl,
    authType: 'bearer',
  });

  test('leads to its step, or to the first one before it that has something to mend', () => {
    expect(reachable({ ...ready, credentials: { ...NO_CREDENTIALS, token: 'x' } }, 'governance')).toBe('governance');
    expect(reachable(ready, 'governance')).toBe('security');
    expect(reachable(state(), 'governance')).toBe('connection');
    expect(reachable({ ...ready, authType: 'none' }, 'security')).toBe('connection');
    expect(reachable(initialState(undefined), 'governance')).toBe('way');
  });
});

test('only what a person typed is held when the wizard is left', () => {
  const url = 'https://api.example.com/openapi.json';

  expect(
    isTouched(
      withFound(state({ url }), { ...found, suggested: { type: 'header', headerName: 'X-Key' } }),
      initialState('openapi', url),
    ),
  ).toBe(false);
  expect(isTouched(state({ url }))).toBe(true);
  expect(isTouched(initialState('openapi', url, 'ready'), initialState('openapi', url, 'ready'))).toBe(false);
  expect(isTouched(state({ credentials: { ...NO_CREDENTIALS, token: 'x' } }))).toBe(true);
});

describe('other hosts', () => {
  const origin = 'https://files.example.com';

  test('are those of the document but for that of the entered base URL, and approved only while they are shown', () => {
    const chosen = state({ found, baseUrl: found.baseUrl, hosts: [origin, 'https://gone.example.com'] });

    expect(otherHostsOf(chosen)).toEqual(found.otherHosts);
    expect(approvedHosts(chosen)).toEqual([origin]);
    expect(approvedHosts({ ...chosen, baseUrl: `${origin}/v1` })).toEqual([]);
    expect(approvedHosts({ ...chosen, found: undefined })).toEqual([]);
  });
});

describe('an address with parts to choose', () => {
  const address = {
    template: 'https://{tenant}.{region}.things.dev/v1',
    variables: [
      { name: 'tenant', sample: 'your-tenant' },
      { name: 'region', default: 'eu', choices: ['eu', 'us'] },
    ],
  };
  const asked = withFound(state({ url: 'https://docs.things.dev/openapi.json' }), { ...found, baseUrl: '', address });

  test('is no base URL before each has a value, and a sample is none', () => {
    expect(asked.baseUrl).toBe('');
    expect(faultsOf(asked, 'connection')).toEqual({ 'address tenant': expect.stringContaining('base URL') });
  });

  test('becomes one with the defaults and what is typed, also where that is pasted as an address', () => {
    const typed = withPart(asked, 'tenant', ' https://acme/ ');

    expect([typed.baseUrl, faultsOf(typed, 'connection')]).toEqual(['https://acme.eu.things.dev/v1', {}]);
    expect(withPart(typed, 'region', 'us').baseUrl).toBe('https://acme.us.things.dev/v1');
    expect(withPart(typed, 'tenant', '').baseUrl).toBe('');
    expect(isTouched(typed)).toBe(true);
  });

  test('keeps what was typed when the same document is read again, and forgets it with another', () => {
    const typed = withPart(asked, 'tenant', 'acme');

    expect(withFound(typed, { ...found, baseUrl: '', address }).baseUrl).toBe('https://acme.eu.things.dev/v1');
    expect(withFound(typed, found)).toMatchObject({ baseUrl: found.baseUrl, addressParts: {} });
  });

  test('gives way to a base URL that is typed as a whole, and comes back with a part', () => {
    const own = { ...asked, baseUrl: 'https://own.things.dev', touched: { ...asked.touched, baseUrl: true } };

    expect(faultsOf(own, 'connection')).toEqual({});
    expect(withFound(own, asked.found).baseUrl).toBe('https://own.things.dev');
    expect(faultsOf({ ...withPart(asked, 'tenant', 'acme'), baseUrl: '' }, 'connection')).toEqual({
      baseUrl: 'Enter the base URL.',
    });
  });

  test('joins a host to the path that a document names', () => {
    const path = { template: 'https://{host}/open-banking/v4.0/aisp', variables: [{ name: 'host' }] };
    const named = withFound(state(), { ...found, baseUrl: '', address: path });

    expect(withPart(named, 'host', 'https://api.bank.example/').baseUrl).toBe(
      'https://api.bank.example/open-banking/v4.0/aisp',
    );
    expect(withPart(named, 'host', 'api.bank.example/sandbox').baseUrl).toBe(
      'https://api.bank.example/sandbox/open-banking/v4.0/aisp',
    );
  });
});
