/** Rules about arguments: whether a model can tell what to give. */

import type { JsonValue } from '../../lib/json/value.ts';
import { LIMITS } from '../../lib/limits.ts';
import { withValueTexts } from '../../openapi/model/valueTexts.ts';
import { type Argument, typesOf } from './arguments.ts';
import { wholeSentences } from './descriptionRules.ts';
import { asSentence } from './purpose.ts';
import { hasUnit, lacksUnit } from './quantities.ts';
import type { Judged, Place, Rule } from './rule.ts';
import { OPENAI_GUIDE, SMELLS, VSCODE } from './sources.ts';

/** Enum values of which each may be explained; longer lists are codes of a standard. */
const MAX_VALUES = 60;
/** Examples of an argument that are compared with its enum. */
const MAX_EXAMPLES = 20;
/** Lists of codes that models know: ISO 3166, 639 and 4217. */
const KNOWN_CODES = /country|lang|locale|currency|region|state|continent|nationality/i;

const places = ({ arguments: all }: Judged, isFound: (argument: Argument) => boolean): Place[] =>
  all.filter(isFound).map((argument) => ({ at: `${argument.at}/description`, text: argument.description, argument }));

const listedValues = ({ meant }: Argument): JsonValue[] => {
  const listed = Array.isArray(meant['enum']) ? meant['enum'] : [];
  return listed.filter((value) => value !== null && value !== '');
};

/** A number, or a text without a word in it: `3`, `A1`, `EXT`; not a duration, whose unit is its letter. */
const isOpaque = (value: JsonValue): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' &&
    !/^\d+ ?[a-z]{1,3}$/.test(value) &&
    !/[a-z][aeiouy][a-z]|[aeiouy][a-z]{2}/i.test(value));

/** Whether most values are codes, and the description has none of them. */
function isUnexplained(argument: Argument): boolean {
  const values = listedValues(argument);
  const opaque = values.filter(isOpaque);
  if (values.length < 2 || values.length > MAX_VALUES || opaque.length * 2 < values.length) return false;
  const isKnown =
    KNOWN_CODES.test(argument.name) && values.every((value) => typeof value === 'string' && value.length < 7);
  return !isKnown && !opaque.some((value) => mentions(argument.description, String(value)));
}

function mentions(text: string, value: string): boolean {
  const at = text.indexOf(value);
  return at >= 0 && !/[\p{L}\p{N}]/u.test(text.charAt(at - 1) + text.charAt(at + value.length));
}

/** What stands beside the enum of a tool that was added by hand; the importer has it in the description. */
const explained = ({ meant }: Argument): string | undefined => withValueTexts('', meant) || undefined;

const withText = (before: string, added: string): string | undefined => {
  const text = before === '' ? added : `${asSentence(before)} ${added}`;
  return text.length <= LIMITS.listedText ? text : undefined;
};

function isUnfit(value: JsonValue, argument: Argument): boolean {
  const types = typesOf(argument);
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const fits = types.some(
    (one) => one === type || (one === 'integer' && Number.isInteger(value)) || (one === 'number' && type === 'number'),
  );
  const listed = argument.meant['enum'];
  return (
    (types.length > 0 && value !== null && !fits) ||
    (Array.isArray(listed) && type !== 'object' && !listed.includes(value))
  );
}

const examplesOf = ({ schema }: Argument): JsonValue[] => {
  const { examples, example } = schema;
  return [
    ...(Array.isArray(examples) ? examples.slice(0, MAX_EXAMPLES) : []),
    ...(example === undefined ? [] : [example]),
  ];
};

/** In the order of the page. */
export const ARGUMENT_RULES = [
  {
    id: 'argument_undescribed',
    severity: 'warning',
    says: 'The argument has no description.',
    source: `${OPENAI_GUIDE}: “… and each parameter (and its format)”; ${SMELLS}: Opaque Parameters`,
    finds: (judged) => places(judged, ({ description }) => description === ''),
    suggest: (_, { argument }, among) => {
      if (!argument) return undefined;
      const { title } = argument.meant;
      const titled = typeof title === 'string' && /\s/.test(title.trim()) ? asSentence(title.trim()) : undefined;
      return explained(argument) ?? titled ?? among.saidOf(argument);
    },
  },
  {
    id: 'argument_unit',
    severity: 'warning',
    says: 'A measure, such as a duration or an amount, has no unit in its name or description.',
    source: `${OPENAI_GUIDE}: “… and each parameter (and its format)”; ${SMELLS}: Opaque Parameters`,
    finds: (judged) => places(judged, lacksUnit),
    suggest: (_, { argument }, among) => {
      const said = argument && among.saidOf(argument);
      return said !== undefined && hasUnit(said) ? said : undefined;
    },
  },
  {
    id: 'enum_unexplained',
    severity: 'notice',
    says: 'The argument takes listed codes or numbers that its description does not explain.',
    source: `${SMELLS}: Opaque Parameters; ${OPENAI_GUIDE}: enums that make invalid states unrepresentable`,
    finds: (judged) => places(judged, isUnexplained),
    suggest: (_, { argument }) => {
      const texts = argument && explained(argument);
      return texts && withText(argument.description, texts);
    },
  },
  {
    id: 'argument_long',
    severity: 'warning',
    says: `The description of the argument has more than ${LIMITS.listedText.toLocaleString('en-US')} characters; clients get its beginning.`,
    source: VSCODE,
    finds: (judged) => places(judged, ({ description }) => description.length > LIMITS.listedText),
    suggest: (_, { text }) => wholeSentences(text, LIMITS.listedText),
  },
  {
    id: 'example_unfit',
    severity: 'warning',
    says: 'An example is not a valid value of the argument.',
    source: `${SMELLS}: Exemplar Issues`,
    finds: ({ arguments: all }) =>
      all.flatMap((argument) => {
        const unfit = examplesOf(argument).find((value) => isUnfit(value, argument));
        if (unfit === undefined) return [];
        const member = argument.schema['examples'] === undefined ? 'example' : 'examples';
        return [{ at: `${argument.at}/${member}`, text: JSON.stringify(unfit).slice(0, 200), argument }];
      }),
  },
] as const satisfies readonly Rule[];
