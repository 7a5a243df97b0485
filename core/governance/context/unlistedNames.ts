/**
 * Persons under field names that no list has (`{"paten": ["Lena Seidel"]}`): the sum of weighed evidence (nameRules.ts, nameWeights.ts),
 * read where the field's name says nothing about its value. What it costs a value that is not written like a name is a look at its first character.
 */
import type { RedactionMode } from '../../model/governance/modes.ts';
import type { Evidence } from '../../model/governance/trace.ts';
import { isCountry } from '../facts/countries.ts';
import { nameShapeOf } from '../facts/nameShape.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { type ColumnReader, isGiven, NAME_RULES, type NameCase } from './nameRules.ts';
import { NAME_WEIGHTS } from './nameWeights.ts';
import type { Scope } from './scope.ts';

/** The rules with their weights. */
export const WEIGHED_NAME_RULES = NAME_RULES.map((rule) => ({ ...rule, weight: NAME_WEIGHTS[rule.id] ?? 0 }));

/**
 * What a value in a field is judged by; undefined when it is not written like a name, or is a country. One word alone has to be a given name
 * somewhere.
 */
export function nameCaseOf(
  value: string,
  field: KeyInfo,
  scope: Scope,
  siblings: number,
  column: ColumnReader | undefined,
): NameCase | undefined {
  const shape = nameShapeOf(value);
  if (shape === undefined || isCountry(value)) return undefined;
  if (shape.isSingle && !shape.words.some(isGiven)) return undefined;
  return { value, shape, field, above: scope.role, siblings, column: column?.() };
}

/** The sum of the evidence. */
const weigh = (given: NameCase): number =>
  WEIGHED_NAME_RULES.reduce((sum, { count, weight }) => sum + count(given) * weight, 0);

/**
 * The sum from which a value is a name, by mode: a point each of one curve (`npm run bench -- names`). Of answers of trades that were left
 * out, `balanced` finds 62 % of the names and takes one of twelve other values that are written like names, `strict` 69 % and one of nine.
 */
export const NAME_FROM: Readonly<Record<RedactionMode, number | undefined>> = {
  // For fields that are opened to what is found; in others a text passes in no case.
  closed: 1,
  strict: 1,
  balanced: 1.5,
  minimal: undefined,
};

/**
 * Whether a value in a field whose name says nothing (`KeyInfo.nameFrom`) is a person's name; undefined when it is not written like one,
 * so that there is nothing to weigh.
 */
export function isUnlistedName(
  value: string,
  info: KeyInfo,
  scope: Scope,
  siblings: number,
  column: ColumnReader | undefined,
): boolean | undefined {
  const given = nameCaseOf(value, info, scope, siblings, column);
  return given && weigh(given) >= info.nameFrom;
}

/** What the sum consists of, for those who ask why; undefined where nothing is weighed. */
export function evidenceOf(
  value: string,
  info: KeyInfo,
  scope: Scope,
  siblings: number,
  column: ColumnReader | undefined,
): Evidence | undefined {
  const given = nameCaseOf(value, info, scope, siblings, column);
  if (given === undefined) return undefined;
  const terms = WEIGHED_NAME_RULES.flatMap((rule) => {
    const times = rule.count(given);
    return times === 0 ? [] : [{ rule, weight: times * rule.weight }];
  });
  return { terms, sum: weigh(given), needed: info.nameFrom };
}
