import { describe, expect, test } from '@jest/globals';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import { scopeVerdict, type TokenScopes } from '../../../../core/model/scope.ts';

const reading = { toolId: 'tool_R', annotations: annotationsOf({ verb: 'GET' }) };
const writing = { toolId: 'tool_W', annotations: annotationsOf({ verb: 'POST' }) };
const verdicts = (scopes?: TokenScopes) => [reading, writing].map(scopeVerdict(scopes));

describe('the scope of a token', () => {
  test.each<[string, TokenScopes | undefined, (string | undefined)[]]>([
    ['everything when there is none', undefined, [undefined, undefined]],
    ['everything when it says so', { access: 'all' }, [undefined, undefined]],
    ['what changes nothing', { access: 'read' }, [undefined, 'read_only']],
    ['what was chosen', { tools: ['tool_W'] }, ['chosen_tools', undefined]],
    ['what was chosen and changes nothing', { access: 'read', tools: ['tool_R', 'tool_W'] }, [undefined, 'read_only']],
    ['nothing of what the rules leave apart', { access: 'read', tools: ['tool_W'] }, ['chosen_tools', 'read_only']],
    ['nothing when all that was chosen is gone', { tools: ['tool_GONE'] }, ['chosen_tools', 'chosen_tools']],
  ])('opens %s', (_what, scopes, expected) => {
    expect(verdicts(scopes)).toEqual(expected);
  });

  test('goes by the annotation as its owner has edited it, not by the verb', () => {
    const search = { ...writing, annotations: { ...writing.annotations, readOnlyHint: true } };
    const logout = { ...reading, annotations: { ...reading.annotations, readOnlyHint: false } };

    expect([search, logout].map(scopeVerdict({ access: 'read' }))).toEqual([undefined, 'read_only']);
  });

  test.each([{}, { access: 'write' }, []])(
    'is read narrowly when a row says what this version does not know: %j',
    (row) => {
      expect(verdicts(row as TokenScopes)).toEqual([undefined, 'read_only']);
    },
  );
});
