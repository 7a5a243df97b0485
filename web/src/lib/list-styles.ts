/** The choices of how lists are written in requests, for the form of a server and that of a tool. */
import type { ListStyle } from '../../../core/model/tool.ts';

const LABELS: Readonly<Record<ListStyle, string>> = {
  repeat: 'ids=1&ids=2',
  brackets: 'ids[]=1&ids[]=2',
  indices: 'ids[0]=1&ids[1]=2',
  comma: 'ids=1,2',
};

export const LIST_OPTIONS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));
export const AUTO = { value: 'auto', label: 'As the description says' };
export const AS_SERVER = { value: '', label: 'As the server' };

/** The option of a stored value. */
export const chosenStyle = (value: string) =>
  [AUTO, AS_SERVER, ...LIST_OPTIONS].find((option) => option.value === value) ?? AUTO;
