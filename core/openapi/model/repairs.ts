/**
 * Repairs: changes that the import makes to a description that is wrong in a known way. Each needs evidence in the
 * document, is reported by a warning `repaired_…` that names all tools concerned, and can be switched off by name.
 * Nothing ambiguous is repaired. design/import.md counts in how many public descriptions each occurs.
 */

import type { ImportWarning } from './importWarning.ts';
import { cut } from './text.ts';
import type { OpenWarning, Warnings } from './warnings.ts';

/** The repairs by name, each with a text for people. */
export const REPAIRS = {
  body_required: 'The body has members that must be given, but whether it may be left out is not said: it is required.',
  path_parameter_name:
    'A path parameter is spelled otherwise than in its path: it is taken for the one parameter of the path that has no description.',
  path_parameter_place: 'A parameter of the path is declared as a query parameter: it goes into the path.',
  path_enum_of_example:
    'The only value listed for a path parameter is its own example: other values are taken as well.',
  swagger_parameter:
    'A parameter is written as in Swagger 2.0 (its type beside its name, or as the body or a field of a form): it is read so.',
  media_type: 'The media type of a body is misspelled: it is sent as the one that is meant.',
  value_type:
    'A listed value, a default or an example is of another type than its schema says, but has one spelling in that type: it is read so.',
  credential_parameter:
    'No security scheme is declared, but most operations take a header that holds a credential: it is filled with the credential of the server.',
  server_placeholder:
    'The address of the server is a placeholder, or has a part of which only a sample is given: it is not proposed, so give the base URL of the API.',
} as const;

/** Name of a repair, stable. */
export type Repair = keyof typeof REPAIRS;
/** Names of all repairs. */
export const REPAIR_NAMES = Object.keys(REPAIRS) as readonly Repair[];

const CODE = 'repaired_';

/** The repairs of one import. */
export class Repairs {
  private readonly warnings: Warnings;
  private readonly off: ReadonlySet<Repair>;

  constructor(warnings: Warnings, off: readonly Repair[] = []) {
    this.warnings = warnings;
    this.off = new Set(off);
  }

  /** True unless it is switched off. */
  isOn(repair: Repair): boolean {
    return !this.off.has(repair);
  }

  /**
   * Reports a repair.
   * @param pointer of the repaired location; '#' for a repair that is reported once for the whole document
   * @returns the warning, to which the caller adds the tools concerned
   */
  report(repair: Repair, pointer = '#'): OpenWarning {
    return this.warnings.add(`${CODE}${repair}`, REPAIRS[repair], pointer);
  }
}

/** A repair that an import made, as stored with the deployment. */
export interface MadeRepair {
  readonly name: Repair;
  /** For people. */
  readonly does: string;
  /** How many tools it concerns, or how many locations when it concerns no tool in particular. */
  readonly count: number;
  /** The first tool names or JSON pointers. */
  readonly places: string[];
}

const MAX_PLACES_SHOWN = 5;
const MAX_PLACE_LENGTH = 200;

/** The repairs of an import, from its warnings. */
export function madeRepairs(warnings: readonly ImportWarning[]): MadeRepair[] {
  return REPAIR_NAMES.flatMap((name) => {
    const own = warnings.filter(({ code }) => code === `${CODE}${name}`);
    if (own.length === 0) return [];
    const tools = [...new Set(own.flatMap((warning) => warning.tools ?? []))];
    const places = tools.length > 0 ? tools : own.map(({ pointer }) => pointer);
    const shown = places.slice(0, MAX_PLACES_SHOWN).map((place) => cut(place, MAX_PLACE_LENGTH));
    return [{ name, does: REPAIRS[name], count: places.length, places: shown }];
  });
}
