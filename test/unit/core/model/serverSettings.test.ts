/** A setting of a server is one entry in a table: what is made of it everywhere follows from there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { FLAG_OPTIONS, FLAGS, settingsOf, shownAs } from '../../../../cli/settingFlags.ts';
import { exportedServer } from '../../../../core/api/definitions.ts';
import { newServer, serverChange } from '../../../../core/api/servers.ts';
import { server as serverView } from '../../../../core/api/serverViews.ts';
import { fieldLabel } from '../../../../core/audit/fieldLabels.ts';
import { serverChanges } from '../../../../core/audit/rowChanges.ts';
import {
  COPIED_SETTINGS,
  FIRST_SETTINGS,
  SERVER_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  shownSettings,
  storedSettings,
  withSettings,
} from '../../../../core/model/serverSettings.ts';

/** A value other than the default. */
function otherValue(name: SettingName): unknown {
  const { values, default: initial } = SERVER_SETTINGS[name];
  if (values.type === 'boolean') return !initial;
  if (values.type === 'choice') return values.names.find((each) => each !== initial);
  if (values.type === 'integer') return values.min;
  return {
    elicitation: { confirm: 'always', missing: false },
    limits: { server: { callsPerDay: 7 } },
    breaker: { slowMs: 500 },
    policies: [{ name: 'all', text: 'permit(principal, action, resource);', mode: 'enforce' }],
  }[name as 'elicitation' | 'limits' | 'breaker' | 'policies'];
}

describe.each(SETTING_NAMES)('the setting %s', (name) => {
  const setting = SERVER_SETTINGS[name];
  const other = otherValue(name);

  test('is a member of requests, answers and definitions where the table says so', () => {
    expect(Object.keys(newServer.shape).includes(name)).toBe(FIRST_SETTINGS.includes(name as never));
    expect(serverChange.shape[name].safeParse(other).success).toBe(true);
    expect(serverView.shape[name].safeParse(other).success).toBe(true);
    // The definition has a list of another meaning under the name `credentials`.
    if (COPIED_SETTINGS.includes(name as never))
      expect((exportedServer.shape as Record<string, unknown>)[name]).toBeDefined();
  });

  test('is stored only where it differs from its default', () => {
    const row = withSettings({}, { [name]: other });

    expect(row).toEqual({ [name]: other });
    expect(withSettings(row, {})).toEqual(row);
    expect(withSettings(row, { [name]: setting.default })).toEqual({});
    expect(withSettings(row, { [name]: null })).toEqual({});
    expect(storedSettings({ [name]: other, title: 'no setting' }, [name])).toEqual({ [name]: other });
  });

  test('is shown with its default, unless the table says that it is absent then', () => {
    const shown = shownSettings({}) as Readonly<Record<string, unknown>>;

    expect(name in shown).toBe(setting.isShownOnlyIfSet === undefined);
    if (name in shown) expect(shown[name]).toEqual(setting.default);
    expect(shownSettings({ [name]: other })).toMatchObject({ [name]: other });
  });

  test('is told in the audit trail under a label', () => {
    const changes = serverChanges({}, { [name]: other } as object, {});

    expect(changes.length).toBeGreaterThan(0);
    expect(changes.map(({ field }) => field).filter((field) => fieldLabel(field) === field)).toEqual([]);
  });
});

describe('flags of the command line', () => {
  const usage = readFileSync(join(import.meta.dirname, '../../../../cli/usage/server.txt'), 'utf8');

  test.each(FLAGS)('--$name takes what the setting may be', ({ setting, name }) => {
    const other = otherValue(setting);

    expect(FLAG_OPTIONS[name]).toEqual({ type: 'string' });
    expect(settingsOf({ [name]: shownAs(setting, other) })).toEqual({ [setting]: other });
    expect(settingsOf({})).toEqual({});
    expect(() => settingsOf({ [name]: 'no such value' })).toThrow(`--${name} is `);
  });

  test.each(FLAGS)(
    '--$name is explained in cli/usage/server.txt, and in its first lines where it can be given',
    ({ setting, name }) => {
      const takers = ['set', ...(FIRST_SETTINGS.includes(setting as never) ? ['create'] : [])];
      const lacking = takers.filter((command) => !new RegExp(`-- server ${command} .*\\[--${name} `).test(usage));

      expect(usage.includes(`\n  --${name}`) ? 'explained' : `add a line of --${name} to cli/usage/server.txt`).toBe(
        'explained',
      );
      expect(lacking.map((command) => `add [--${name} …] to the usage of server ${command}`)).toEqual([]);
    },
  );
});
