/** A place in a text and what stands there. */

export interface Span {
  readonly start: number;
  readonly end: number;
  /** Marker type; ids of the detectors (policy.ts). */
  readonly type: string;
}
