/**
 * Governance settings, global and for each server. A server stores only what it overrides ({@link
 * GovernanceOverrides}); `effectiveGovernance` merges that with the global values, so a later change of a global value
 * also applies to servers that do not override it.
 */
import { LIMITS } from '../../lib/limits.ts';
import type { ArgumentCheck, KeptPart, KindAction, RedactionMode } from './modes.ts';
import type { PlaceholderKind } from './placeholderKinds.ts';

/** A pattern of an owner. */
export interface CustomPattern {
  /** Type in the marker, `[REDACTED:<name>]`: letters, digits and dashes. */
  readonly name: string;
  /** RE2 syntax. */
  readonly pattern: string;
}

/** Words and phrases of an owner. */
export interface WordList {
  /** Type in the marker, as of a pattern: `customer`. */
  readonly name: string;
  readonly words: readonly string[];
}

/** All settings with their values. */
export interface GovernanceSettings {
  /** Master switch of redaction. */
  readonly pii: boolean;
  /** Which detectors are on where `detectors` says nothing (policy.ts). */
  readonly mode: RedactionMode;
  /** Parts of redacted values that stay (value/keptParts.ts). */
  readonly keepParts: readonly KeptPart[];
  /** A dry run: nothing is redacted, and what would be is counted (actions.ts). */
  readonly dryRun: boolean;
  /** By detector: what happens instead of redaction. */
  readonly actions: Readonly<Record<string, KindAction>>;
  /** Whether names in sentences that no title or salutation announces are redacted (sentences/names.ts). */
  readonly prose: boolean;
  /** Master switch of array truncation. */
  readonly truncation: boolean;
  /** Array items kept (5 to 500). */
  readonly maxItems: number;
  /** Bytes of an answer after governance (100 KB to 4 MB). */
  readonly maxBytes: number;
  /** Detectors switched on or off by id; others follow the mode. */
  readonly detectors: Readonly<Record<string, boolean>>;
  /**
   * Fields that are never redacted: JSON pointers with `*` for one segment and `**` for any number, or bare field
   * names.
   */
  readonly allowFields: readonly string[];
  /** Fields that are always redacted, in the same forms. */
  readonly customFields: readonly string[];
  readonly customPatterns: readonly CustomPattern[];
  /** Words that are redacted wherever they stand (ownWords.ts). */
  readonly wordLists: readonly WordList[];
  /** Words that are never redacted: names of products that read like those of people. */
  readonly keptWords: readonly string[];
  /** Text that is appended to every answer as a content block of its own; '' for none. */
  readonly systemRules: string;
  /**
   * Days for which governed answers are kept for people with the right to read them (LIMITS.answerDays); 0 keeps none.
   */
  readonly answerDays: (typeof LIMITS.answerDays)[number];
  /** Whether governed answers are held for {@link LIMITS.heldAnswers}, so that the rest of a cut one can be read. */
  readonly holdAnswers: boolean;
  /** Whether markers of people, accounts and towns have pseudonyms, which tell values apart (catalog/pseudonyms.ts). */
  readonly pseudonyms: boolean;
  /**
   * Kinds of values that become placeholders in JSON answers, which can be passed back as arguments
   * (core/response/placeholders).
   */
  readonly placeholders: readonly PlaceholderKind[];
  /** Names of the tools that receive the values of placeholders. */
  readonly placeholderTools: readonly string[];
  /** Whether these tools receive values in query parameters too, which logs of the API may keep. */
  readonly placeholderQueries: boolean;
  /** Whether a call may name the fields of a JSON answer that it wants (core/response/projection). */
  readonly chooseFields: boolean;
  /** Whether members of JSON answers that are null are left out. */
  readonly dropNulls: boolean;
  /** Whether lists of equal, flat objects are written as tables where that saves tokens. */
  readonly tables: boolean;
  /** Whether flat lists tell the form of JSON answers (`outputSchema`), which then come as `structuredContent`, too. */
  readonly outputSchemas: boolean;
  /** What happens to calls whose arguments hold secrets or placeholders of others (core/sandbox/sentArguments.ts). */
  readonly checkArguments: ArgumentCheck;
}

/** The settings of one layer. */
export type GovernanceOverrides = Partial<GovernanceSettings>;

/** The defaults. */
export const DEFAULT_GOVERNANCE: GovernanceSettings = {
  pii: true,
  mode: 'balanced',
  keepParts: [],
  dryRun: false,
  actions: {},
  prose: false,
  truncation: true,
  maxItems: LIMITS.items.default,
  maxBytes: LIMITS.answerBytes.default,
  detectors: {},
  allowFields: [],
  customFields: [],
  customPatterns: [],
  wordLists: [],
  keptWords: [],
  systemRules: '',
  answerDays: 0,
  holdAnswers: false,
  pseudonyms: false,
  placeholders: [],
  placeholderTools: [],
  placeholderQueries: false,
  chooseFields: false,
  dropNulls: false,
  tables: false,
  outputSchemas: false,
  checkArguments: 'off',
};

/** Merges layers over the defaults; later layers win, undefined values are ignored. */
export function effectiveGovernance(...layers: GovernanceOverrides[]): GovernanceSettings {
  const merged: Record<string, unknown> = { ...DEFAULT_GOVERNANCE };
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer)) if (value !== undefined) merged[key] = value;
  }
  return merged as unknown as GovernanceSettings;
}
