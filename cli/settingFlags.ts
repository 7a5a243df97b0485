/** The flags of `portcullis server` for settings of a server, made from their table (core/model/serverSettings.ts). */
import { type GivenSettings, SERVER_SETTINGS, SETTING_NAMES, type SettingName } from '../core/model/serverSettings.ts';
import { UsageError } from './errors.ts';

/** The settings that have a flag, in the order of the table. */
export const FLAGS = SETTING_NAMES.flatMap((setting) => {
  const { flag } = SERVER_SETTINGS[setting];
  return flag ? [{ setting, ...flag }] : [];
});

/** The flags for `parseArgs`. */
export const FLAG_OPTIONS: Readonly<Record<string, { readonly type: 'string' }>> = Object.fromEntries(
  FLAGS.map(({ name }) => [name, { type: 'string' }]),
);

/** The settings that flags give. Throws UsageError. */
export function settingsOf(values: object): GivenSettings {
  const given = values as Readonly<Record<string, string | undefined>>;
  return Object.fromEntries(
    FLAGS.flatMap(({ setting, name }) => {
      const text = given[name];
      return text === undefined ? [] : [[setting, parseSetting(setting, name, text)]];
    }),
  );
}

/** As its flag takes it. What an answer does not tell has its default. */
export function shownAs(setting: SettingName, told: unknown): string {
  const value = told ?? SERVER_SETTINGS[setting].default;
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

function parseSetting(setting: SettingName, flag: string, text: string): unknown {
  const { values } = SERVER_SETTINGS[setting];
  switch (values.type) {
    case 'boolean':
      if (text !== 'on' && text !== 'off') throw new UsageError(`--${flag} is on or off.`);
      return text === 'on';
    case 'choice':
      if (!values.names.includes(text)) throw new UsageError(`--${flag} is one of ${values.names.join(', ')}.`);
      return text;
    case 'integer': {
      const { min, max } = values;
      const isNumber = /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
      if (!isNumber) throw new UsageError(`--${flag} is a number from ${min} to ${max}.`);
      return Number(text);
    }
    case 'object':
      throw new Error(`${setting} has no flag.`);
  }
}
