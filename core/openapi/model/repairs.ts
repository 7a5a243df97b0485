/**
 * Repairs: changes that the import makes to a description that is wrong in a known way. Each needs evidence in the
 * document, is reported by a warning `repaired_…` that names all tools concerned, and can be switched off by name.
 * Nothing ambiguous is repaired. design/import.md counts in how many public descriptions each occurs.
 */

import { type MadeRepair, REPAIR_NAMES, REPAIRS, type Repair } from '../../model/repairs.ts';
import type { ImportWarning } from './importWarning.ts';
import { cut } from './text.ts';
import type { OpenWarning, Warnings } from './warnings.ts';

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
