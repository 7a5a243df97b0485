import { describe, expect, test } from '@jest/globals';
import {
  authOf,
  credentialFaults,
  faultsOf,
  initialState,
  NO_CREDENTIALS,
  nextStep,
  previousStep,
  type WizardState,
  withFound,
} from '../../../web/src/pages/wizard/state.ts';

const found = {
  title: 'Orders',
  baseUrl: 'https://api.example.com/v1',
  securityPresent: true,
  suggested: 'bearer',
} as const;
const state = (part: Partial<WizardState> = {}): WizardState => ({ ...initialState('openapi'), ...part });

describe('the steps', () => {
  test.each([
    ['none', 'governance'],
    ['bearer', 'security'],
    ['basic', 'security'],
    ['header', 'security'],
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
    const header = withFound(state(), { ...found, suggested: 'header', headerName: 'X-Api-Key' });
    expect(header.credentials.headerName).toBe('X-Api-Key');
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

  test.each([
    ['bearer', ['token']],
    ['basic', ['username', 'password']],
    ['header', ['headerName', 'value']],
    ['none', []],
  ] as const)('by missing fields of a %s credential', (type, fields) => {
    expect(Object.keys(credentialFaults(type, NO_CREDENTIALS))).toEqual([...fields]);
  });

  test('by a header name that is none', () => {
    const credentials = { ...NO_CREDENTIALS, headerName: 'X Api: Key', value: 'v' };
    expect(credentialFaults('header', credentials)).toHaveProperty('headerName');
  });
});

test('the credential goes out in the form that the API takes', () => {
  const c = { token: 't', username: 'u', password: 'p', headerName: 'X-Key', value: 'v' };
  expect(authOf('bearer', c)).toEqual({ type: 'bearer', token: 't' });
  expect(authOf('basic', c)).toEqual({ type: 'basic', username: 'u', password: 'p' });
  expect(authOf('header', c)).toEqual({ type: 'header', name: 'X-Key', value: 'v' });
  expect(authOf('none', c)).toEqual({ type: 'none' });
});
