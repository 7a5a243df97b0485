/** Secrets by their published forms: each form that a pattern lists is found, alone and in a sentence. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../../core/governance/index.ts';
import { scanCharacters } from '../../../../../../core/governance/text/characters.ts';
import { findSecrets, mayHaveSecret } from '../../../../../../core/governance/text/detectors/secrets.ts';
import { contextOf, NO_HINTS } from '../../../../../../core/governance/value/prose.ts';

/** This many characters of an alphabet. */
const of = (alphabet: string, length: number): string => alphabet.repeat(length).slice(0, length);
const any = (length: number): string => of('k3Vq8Zt0', length);
const upper = (length: number): string => of('K3VQ8ZT0', length);
const hex = (length: number): string => of('4f0a9c7e', length);

/** By the words before it, samples of what follows; made here, so that no file holds a text in the form of a secret. */
const FORMS: readonly (readonly [begins: string, rest: string])[] = [
  ...['AKIA', 'ASIA'].map((begins) => [begins, upper(16)] as const),
  ['AIza', any(35)],
  ['ya29.', any(40)],
  ['GOCSPX-', any(28)],
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((begins) => [begins, any(36)] as const),
  ['github_pat_', any(60)],
  ...['pat', 'ptt', 'dt', 'rt', 'cbt', 'agent', 'soat', 'ft', 'imt'].map((kind) => [`gl${kind}-`, any(20)] as const),
  ...['a', 'b', 'e', 'o', 'p', 'r', 's'].map((kind) => [`xox${kind}-`, any(30)] as const),
  ['xapp-', `1-${any(30)}`],
  ...['services', 'workflows', 'triggers'].map((path) => [`hooks.slack.com/${path}/`, any(40)] as const),
  ...['sk', 'rk', 'pk_secret', 'whsec'].map((kind) => [`${kind}_live_`, any(24)] as const),
  ...['sk', 'rk'].map((kind) => [`${kind}_test_`, any(24)] as const),
  ['whsec_', any(32)],
  ...['', 'ant-', 'proj-', 'svcacct-', 'admin-', 'or-v1-', 'lf-'].map((kind) => [`sk-${kind}`, any(40)] as const),
  ['hf_', any(34)],
  ['r8_', any(37)],
  ['gsk_', any(52)],
  ['pplx-', any(48)],
  ['npm_', any(36)],
  ['pypi-', `AgE${any(60)}`],
  ...['doo', 'dop', 'dor', 'dot'].map((kind) => [`${kind}_v1_`, hex(64)] as const),
  ['SG.', `${any(22)}.${any(43)}`],
  ['key-', hex(32)],
  ...['at', 'ca', 'pa', 'ss'].map((kind) => [`shp${kind}_`, hex(32)] as const),
  ...['atp', 'csp'].map((kind) => [`sq0${kind}-`, any(43)] as const),
  ['EAAA', any(60)],
  ['EAAC', any(60)],
  ['lin_api_', any(40)],
  ['ntn_', any(46)],
  ['secret_', any(43)],
  ['pat', `${any(14)}.${hex(64)}`],
  ...['pt', 'st', 'ct', 'sa', 'scim', 'audit'].map((kind) => [`dp.${kind}.`, any(43)] as const),
  ...['s', 'b', 'r'].map((kind) => [`hv${kind}.`, any(24)] as const),
  ['PMAK-', `${hex(24)}-${hex(34)}`],
  ['NRAK-', upper(27)],
  ['glsa_', `${any(32)}_${hex(8)}`],
  ...['s', 'u'].map((kind) => [`sntry${kind}_`, any(60)] as const),
  ['figd_', any(40)],
  ['AGE-SECRET-KEY-1', upper(58)],
  ['dckr_pat_', any(27)],
  ['pcl_', any(60)],
  ['rubygems_', hex(48)],
  ['T3BlbkFJ', any(20)],
  ...['', 'app'].map((host) => [`discord${host}.com/api/webhooks/`, `123456789012345678/${any(60)}`] as const),
  ['8123456789:AA', any(33)],
];
const governor = compileGovernance();

/** What stands at the places that the detector finds. */
function found(text: string): string[] {
  const spans: Parameters<typeof findSecrets>[1] = [];
  const signs = { ...scanCharacters(text) };
  if (mayHaveSecret(signs)) findSecrets(contextOf(text, NO_HINTS, { enabled: () => true }, signs), spans);
  return spans.map(({ start, end }) => text.slice(start, end));
}

describe.each(FORMS)('a key that begins with %s', (begins, rest) => {
  // An OpenAI key has its sign in the middle.
  const key = begins === 'T3BlbkFJ' ? `${any(20)}${begins}${rest}` : `${begins}${rest}`;

  test('is found', () => {
    expect([found(key), found(`The key is ${key} now`)].map(([first]) => first)).toEqual([key, key]);
  });

  test('is redacted in an answer', () => {
    const value = { note: `The key is ${key} now` };

    expect(governor.redact(value)).toEqual({ note: 'The key is [REDACTED:api-key] now' });
  });
});

test.each([
  ['AccountKey=', 86],
  ['SharedAccessKey=', 44],
])('what follows %s is found', (name, length) => {
  const key = of('k3Vq8Zt0', length);

  expect(found(`Endpoint=sb://a.example.com/;${name}${key}==`)).toEqual([`${key}==`]);
});
