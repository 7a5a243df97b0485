/**
 * Policies for what is wished for most, with fields that a page asks for. What is typed becomes literals of Cedar, so no text of a field can say
 * more than its value. All forbid but the first: they stand beside a permit.
 */
import { cedarString, type TypeName } from './text.ts';

/** How a field is filled in, and what becomes of it. */
export type TemplateField =
  /** Name of a tool, or one of its tags. */
  | { readonly id: string; readonly label: string; readonly kind: 'tool' | 'tag' }
  /** An argument of the tool in the field `tool`, of one of these types; `Set` stands for any list. */
  | { readonly id: string; readonly label: string; readonly kind: 'argument'; readonly types: readonly TypeName[] }
  /** A number, which is compared as the type of the argument in the field `argument` says. */
  | { readonly id: string; readonly label: string; readonly kind: 'limit'; readonly example: string }
  /** A text, or several with commas between them. */
  | { readonly id: string; readonly label: string; readonly kind: 'text' | 'texts' | 'group'; readonly example: string }
  /** Hours from UTC, `+05:30`; an hour of the day, `9` or `17:30`. */
  | { readonly id: string; readonly label: string; readonly kind: 'zone' | 'hour'; readonly example: string }
  | {
      readonly id: string;
      readonly label: string;
      readonly kind: 'choice';
      readonly choices: readonly TemplateChoice[];
    };

/** One of some values, which stand in the policy as they are. */
export interface TemplateChoice {
  readonly value: string;
  readonly label: string;
}

/** A policy with `{{field}}` in place of what is asked for. */
export interface PolicyTemplate {
  /** Name of the policy, too, unless that is taken. */
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly fields: readonly TemplateField[];
  readonly text: string;
  readonly advice?: string;
}

const TOOL = { id: 'tool', label: 'Tool', kind: 'tool' } as const;
const ZONE = { id: 'zone', label: 'Hours from UTC', kind: 'zone', example: '+01:00' } as const;
const argument = (label: string, ...types: readonly TypeName[]) =>
  ({ id: 'argument', label, kind: 'argument', types }) as const;

/** In the order in which they are offered. */
export const POLICY_TEMPLATES: readonly PolicyTemplate[] = [
  {
    id: 'permit-all',
    title: 'Permit what nothing forbids',
    says: 'Every call that no other policy forbids. Policies that only forbid need it beside them.',
    fields: [],
    text: 'permit(principal, action, resource);',
  },
  {
    id: 'office-hours',
    title: 'Read only outside of office hours',
    says: 'Outside of these hours only tools that read are called. Zones with summer time need two changes a year.',
    fields: [
      ZONE,
      { id: 'from', label: 'From', kind: 'hour', example: '9:00' },
      { id: 'to', label: 'Until', kind: 'hour', example: '17:00' },
    ],
    text: `forbid(principal, action, resource)
unless {
  action in Action::"is:readOnly" ||
  (context.now.offset({{zone}}).toTime() >= {{from}} && context.now.offset({{zone}}).toTime() < {{to}})
};`,
    advice: 'Outside of office hours you may read only.',
  },
  {
    id: 'amount-limit',
    title: 'Amounts up to a limit',
    says: 'A tool is not called with a larger amount, and not without one.',
    fields: [
      TOOL,
      argument('Argument with the amount', 'Long', 'decimal'),
      { id: 'limit', label: 'Largest amount', kind: 'limit', example: '100' },
    ],
    text: `forbid(principal, action == {{tool}}, resource)
unless { context.input has {{argument}} && context.input[{{argument}}]{{limit}} };`,
    advice: 'The amount is above the limit. Choose a smaller one, or ask a person.',
  },
  {
    id: 'own-records',
    title: 'Own records only',
    says: 'An argument has to be the name or the id of the person who has signed in. Tokens cannot call the tool.',
    fields: [
      TOOL,
      argument('Argument that names whose record it is', 'String'),
      {
        id: 'who',
        label: 'Is compared with',
        kind: 'choice',
        choices: [
          { value: 'name', label: 'The name of the login' },
          { value: 'id', label: 'The id of the login' },
        ],
      },
    ],
    text: `forbid(principal, action == {{tool}}, resource)
unless {
  principal is Person && principal has {{who}} &&
  context.input has {{argument}} && context.input[{{argument}}] == principal.{{who}}
};`,
    advice: 'You may only use records of the person you work for.',
  },
  {
    id: 'no-bulk',
    title: 'One at a time',
    says: 'A tool is not called with an argument that is a list of what to change or delete.',
    fields: [TOOL, argument('Argument with the list', 'Set')],
    text: 'forbid(principal, action == {{tool}}, resource)\nwhen { context.input has {{argument}} };',
    advice: 'Do not name several at once. Call the tool for each.',
  },
  {
    id: 'one-region',
    title: 'Data of some regions only',
    says: 'An argument has to be one of these values, such as countries.',
    fields: [
      TOOL,
      argument('Argument with the region', 'String'),
      { id: 'values', label: 'Values', kind: 'texts', example: 'NL, DE' },
    ],
    text: `forbid(principal, action == {{tool}}, resource)
unless { context.input has {{argument}} && {{values}}.contains(context.input[{{argument}}]) };`,
    advice: 'Only data of the regions that you were told is open to you.',
  },
  {
    id: 'group-changes',
    title: 'Only one group changes something',
    says: 'Tools that do more than read are for people in a group of the login.',
    fields: [{ id: 'group', label: 'Group', kind: 'group', example: 'finance' }],
    text: `forbid(principal, action, resource)
unless { action in Action::"is:readOnly" || principal in {{group}} };`,
    advice: 'You may read only: changes are for another group.',
  },
  {
    id: 'one-client',
    title: 'Only one client',
    says: 'Calls of other clients, and of tokens, are refused.',
    fields: [{ id: 'client', label: 'Id of the client', kind: 'text', example: 'app_…' }],
    text: `forbid(principal, action, resource)
unless {
  (principal is Person && principal.client == {{client}}) ||
  (principal is Client && principal.id == {{client}})
};`,
  },
  {
    id: 'tag-token',
    title: 'Tools of a tag for one token',
    says: 'Only connection tokens with this label call the tools of a tag.',
    fields: [
      { id: 'tag', label: 'Tag', kind: 'tag' },
      { id: 'label', label: 'Label of the token', kind: 'text', example: 'night shift' },
    ],
    text: `forbid(principal, action in {{tag}}, resource)
unless { principal is Token && principal.label == {{label}} };`,
  },
  {
    id: 'weekdays',
    title: 'Weekdays only',
    says: 'Nothing is called on Saturdays and Sundays, counted in UTC.',
    fields: [],
    text: 'forbid(principal, action, resource)\nwhen { context.weekday > 5 };',
    advice: 'It is the weekend. Call again on Monday.',
  },
  {
    id: 'nothing-destructive',
    title: 'Nothing destructive',
    says: 'Tools that delete or overwrite are called by nobody.',
    fields: [],
    text: 'forbid(principal, action in Action::"is:destructive", resource);',
    advice: 'Nothing may be deleted or overwritten. Ask a person to do it.',
  },
  {
    id: 'token-deletes',
    title: 'Nothing destructive by tokens',
    says: 'Tools that delete or overwrite are called by people who have signed in only.',
    fields: [],
    text: 'forbid(principal is Token, action in Action::"is:destructive", resource);',
    advice: 'Nothing may be deleted or overwritten with a token. Ask a person to do it.',
  },
];

/** What was filled in, by field; of an argument also its type. */
export type TemplateValues = Readonly<Record<string, string>>;

/** What is wrong with a field; undefined where nothing is. */
export function templateFault(field: TemplateField, value: string, type?: TypeName): string | undefined {
  const text = value.trim();
  if (text === '') return 'Fill this in.';
  switch (field.kind) {
    case 'argument':
      return type === undefined || field.types.includes(type) ? undefined : 'Has another type.';
    case 'limit':
      if (!/^-?\d{1,14}(?:\.\d{1,4})?$/.test(text)) return 'A number of at most four digits after the point.';
      return type === 'Long' && text.includes('.') ? 'The argument has whole numbers only.' : undefined;
    case 'zone':
      return /^[+-]?(?:0?\d|1[0-4])(?::?[0-5]\d)?$/.test(text) ? undefined : 'Hours from UTC, such as +01:00 or -3.';
    case 'hour':
      return /^(?:(?:[01]?\d|2[0-3])(?::[0-5]\d)?|24(?::00)?)$/.test(text) ? undefined : 'An hour, such as 9 or 17:30.';
    case 'choice':
      return field.choices.some((choice) => choice.value === text) ? undefined : 'Choose one.';
    case 'texts':
      return itemsOf(text).length > 0 ? undefined : 'Fill this in.';
    default:
      return undefined;
  }
}

/**
 * The text of a policy.
 * @param type of the argument in the field `argument`
 * @throws Error for values with a fault
 */
export function templateText(template: PolicyTemplate, values: TemplateValues, type?: TypeName): string {
  const literals = new Map(
    template.fields.map((field) => {
      const value = values[field.id] ?? '';
      if (templateFault(field, value, type) !== undefined) throw new Error(`${field.id} is not filled in.`);
      return [field.id, literalOf(field, value.trim(), type)];
    }),
  );
  return template.text.replace(/\{\{(\w+)\}\}/g, (_, id: string) => literals.get(id) ?? '');
}

function literalOf(field: TemplateField, value: string, type: TypeName | undefined): string {
  switch (field.kind) {
    case 'tool':
      return `Action::${cedarString(value)}`;
    case 'tag':
      return `Action::${cedarString(`tag:${value}`)}`;
    case 'group':
      return `Group::${cedarString(value)}`;
    case 'texts':
      return `[${itemsOf(value).map(cedarString).join(', ')}]`;
    case 'limit':
      return type === 'decimal' ? `.lessThanOrEqual(decimal("${withPoint(value)}"))` : ` <= ${value}`;
    case 'zone':
      return `duration("${value.startsWith('-') ? '-' : ''}${durationOf(zoneParts(value))}")`;
    case 'hour':
      return `duration("${durationOf(value.split(':'))}")`;
    case 'choice':
      return value;
    default:
      return cedarString(value);
  }
}

const itemsOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const withPoint = (number: string): string => (number.includes('.') ? number : `${number}.0`);

const zoneParts = (zone: string): string[] => {
  const [, hours = '0', minutes = '0'] = /^[+-]?(\d{1,2}?):?(\d\d)?$/.exec(zone) ?? [];
  return [hours, minutes];
};

const durationOf = ([hours = '0', minutes = '0']: readonly string[]): string => `${Number(hours)}h${Number(minutes)}m`;
