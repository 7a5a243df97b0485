/** The choices of how a tool writes lists in its requests: as its server, or in one of the ways that a server can choose. */
import { SERVER_SETTINGS } from '../../../core/model/serverSettings.ts';

const ways = Object.entries(SERVER_SETTINGS.listStyle.control?.options ?? {}).map(([value, label]) => ({
  value,
  label,
}));

export const AS_SERVER = { value: '', label: 'Server setting' };
export const LIST_OPTIONS = ways.filter(({ value }) => value !== SERVER_SETTINGS.listStyle.default);

/** The option of a stored value. */
export const chosenStyle = (value: string) =>
  [AS_SERVER, ...ways].find((option) => option.value === value) ?? AS_SERVER;
