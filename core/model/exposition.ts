/**
 * The ways of listing the tools of a server, and which one `auto` takes. Pure and without Node, because the dashboard
 * tells it before a bundle is sealed.
 */
import { LIMITS } from '../lib/limits.ts';

/**
 * How clients see the tools: each tool in full (flat), each tool in outline (compact.ts), groups of tools (grouped.ts), or
 * three tools that find and call all others (searching.ts).
 */
export const EXPOSED = ['flat', 'compact', 'grouped', 'search'] as const;
/** How a bundle shows its tools. */
export type Exposed = (typeof EXPOSED)[number];

/** The choices of an owner; see {@link Exposition}. */
export const EXPOSITIONS = [...EXPOSED, 'auto'] as const;
/** An owner's choice: one of {@link Exposed}, or `auto`. */
export type Exposition = (typeof EXPOSITIONS)[number];

/** The exposition of a bundle, from the owner's choice and the number of tools. */
export function exposedAs(exposition: Exposition, enabledTools: number): Exposed {
  if (exposition !== 'auto') return exposition;
  if (enabledTools > LIMITS.searchThreshold) return 'search';
  return enabledTools > LIMITS.groupingThreshold ? 'grouped' : 'flat';
}
