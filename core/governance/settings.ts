/**
 * Governance settings: what an owner may set, globally and per server.
 * A server stores only what it overrides ({@link GovernanceOverrides}); `effectiveGovernance` lays it over the global
 * values, so an unset value follows the global one, also later.
 */
import { LIMITS } from '../limits.ts';
import type { PlaceholderKind } from '../placeholders/kinds.ts';

/** A pattern of an owner. */
export interface CustomPattern {
  /** Shown in the marker: `[REDACTED:<name>]`; letters, digits, dash. */
  readonly name: string;
  /** RE2 syntax. */
  readonly pattern: string;
}

/** All settings with their values. */
export interface GovernanceSettings {
  /** Master switch of redaction. */
  readonly pii: boolean;
  /** Master switch of array truncation. */
  readonly truncation: boolean;
  /** Array items kept (5 to 500). */
  readonly maxItems: number;
  /** Bytes of an answer after governance (100 KB to 4 MB). */
  readonly maxBytes: number;
  /** Detectors switched off or on by id; an unnamed one has its own default (see core/governance/detectors). */
  readonly detectors: Readonly<Record<string, boolean>>;
  /** JSON pointers with `*` for one segment and `**` for any number, or bare field names: never redacted. */
  readonly allowFields: readonly string[];
  /** The same forms: always redacted. */
  readonly customFields: readonly string[];
  readonly customPatterns: readonly CustomPattern[];
  /** Text appended to every answer as a content block of its own; '' for none. */
  readonly systemRules: string;
  /** Days that governed answers are kept for readers with the right to (LIMITS.answerDays); 0 keeps none. */
  readonly answerDays: (typeof LIMITS.answerDays)[number];
  /** Whether governed answers are held for {@link LIMITS.heldAnswers}, so that a cut one can be read on. */
  readonly holdAnswers: boolean;
  /** Kinds of values that get placeholders in JSON answers, which can be given back as arguments (core/placeholders). */
  readonly placeholders: readonly PlaceholderKind[];
  /** Names of the tools that get the values of placeholders. */
  readonly placeholderTools: readonly string[];
}

/** The settings that a layer sets. */
export type GovernanceOverrides = Partial<GovernanceSettings>;

/** What holds where nothing is set. */
export const DEFAULT_GOVERNANCE: GovernanceSettings = {
  pii: true,
  truncation: true,
  maxItems: LIMITS.items.default,
  maxBytes: LIMITS.answerBytes.default,
  detectors: {},
  allowFields: [],
  customFields: [],
  customPatterns: [],
  systemRules: '',
  answerDays: 0,
  holdAnswers: false,
  placeholders: [],
  placeholderTools: [],
};

/** Later layers win; an undefined value never hides an earlier one. */
export function effectiveGovernance(...layers: GovernanceOverrides[]): GovernanceSettings {
  const merged: Record<string, unknown> = { ...DEFAULT_GOVERNANCE };
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer)) if (value !== undefined) merged[key] = value;
  }
  return merged as unknown as GovernanceSettings;
}
