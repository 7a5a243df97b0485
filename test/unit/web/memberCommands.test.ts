/** The commands that the members page shows, read as a shell reads them. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import type { Member } from '../../../web/src/api/types.ts';
import {
  addingCommands,
  isPlainEmail,
  lockingCommands,
  removingCommands,
  roleCommands,
  unlockingCommands,
} from '../../../web/src/lib/member-commands.ts';

const POOL = { id: 'eu-west-1_AbCdEf123', region: 'eu-west-1' };
const ann = { id: '0d1', email: 'ann@example.com', groups: ['editor', 'viewer'], role: 'editor' } as unknown as Member;

/** The arguments of each command, as `aws` would get them. */
const run = (commands: string): string[][] =>
  execFileSync('sh', ['-c', `aws() { printf '%s\\0' "$@"; printf '\\n'; }\n${commands}`], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\0').slice(0, -1));
const common = (name: string, user = 'ann@example.com') => [
  'cognito-idp',
  name,
  '--region',
  'eu-west-1',
  '--user-pool-id',
  'eu-west-1_AbCdEf123',
  '--username',
  user,
];

describe('the commands', () => {
  test('invite a person and give a role', () => {
    expect(run(addingCommands(POOL, 'bob+x@example.com', 'admin'))).toEqual([
      [
        ...common('admin-create-user', 'bob+x@example.com'),
        '--desired-delivery-mediums',
        'EMAIL',
        '--user-attributes',
        'Name=email,Value=bob+x@example.com',
        'Name=email_verified,Value=true',
      ],
      [...common('admin-add-user-to-group', 'bob+x@example.com'), '--group-name', 'admin'],
    ]);
  });

  test('give another role, leave the others, and end the sessions', () => {
    expect(run(roleCommands(POOL, ann, 'admin'))).toEqual([
      [...common('admin-add-user-to-group'), '--group-name', 'admin'],
      [...common('admin-remove-user-from-group'), '--group-name', 'editor'],
      [...common('admin-remove-user-from-group'), '--group-name', 'viewer'],
      common('admin-user-global-sign-out'),
    ]);
    expect(run(roleCommands(POOL, ann, 'viewer'))).toEqual([
      [...common('admin-remove-user-from-group'), '--group-name', 'editor'],
      common('admin-user-global-sign-out'),
    ]);
  });

  test('lock out before sessions end, let in again, remove', () => {
    expect(run(lockingCommands(POOL, ann))).toEqual([
      common('admin-disable-user'),
      common('admin-user-global-sign-out'),
    ]);
    expect(run(unlockingCommands(POOL, ann))).toEqual([common('admin-enable-user')]);
    expect(run(removingCommands(POOL, { ...ann, email: undefined }))).toEqual([common('admin-delete-user', '0d1')]);
  });

  test.each([
    '$(id)@example.com',
    "o'hara@example.com",
    '`id`@example.com',
    'a;id@example.com',
    'a&b|c>d@example.com',
    '-x@example.com',
    '*@example.com',
    '~@example.com',
    '"$HOME"@example.com',
    'a\nid@example.com',
  ])('keep the address %j one word', (email) => {
    const [words] = run(removingCommands(POOL, { ...ann, email }).replaceAll('\n', '␤')) as [string[]];

    expect(words.at(-1)).toBe(email.replaceAll('\n', '␤'));
    expect(words).toHaveLength(8);
  });
});

test.each([
  ['ann@example.com', true],
  ['ann', false],
  ['ann@example.com,Name=custom:x', false],
  ["o'hara@example.com", false],
  ['a b@example.com', false],
])('the address %s may be invited: %s', (text, expected) => {
  expect(isPlainEmail(text)).toBe(expected);
});
