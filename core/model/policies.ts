/**
 * Policies of a server: rules in Cedar about who may call which tool with which arguments. Their engine and what they may compare are in
 * core/policies.
 */

/** `enforce`: it decides. `approve`: what it forbids a person can approve, call by call. `shadow`: the trail says what it would have decided. */
export const POLICY_MODES = ['enforce', 'approve', 'shadow'] as const;

/** One policy. */
export interface Policy {
  /** Unique within the server; the trail and refusals name it. */
  readonly name: string;
  /** One `permit` or `forbid` in Cedar. */
  readonly text: string;
  readonly mode: (typeof POLICY_MODES)[number];
  /** Told to the model where the policy forbids a call: what it may do instead. */
  readonly advice?: string;
}

/** The policies of a sealed version. */
export interface BundlePolicies {
  readonly rules: readonly Policy[];
  /** By name of the tool: those of its tags that a policy names. */
  readonly tags?: Readonly<Record<string, readonly string[]>>;
}

/** The tags of a tool that a policy names. */
export const sealedTags = ({ tags = {} }: BundlePolicies, tool: string): readonly string[] | undefined =>
  Object.hasOwn(tags, tool) ? tags[tool] : undefined;

/** How many policies a server may have, and how long they may be, in characters. */
export const POLICY_LIMITS = { count: 50, text: 4_000, all: 40_000, advice: 300 } as const;

/** The name of a policy. */
export const POLICY_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
