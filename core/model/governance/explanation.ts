/** Why the values of one answer went or stayed: rules only, no values. */

/** Something that was found in a value. */
export interface Found {
  /** Type of the marker. */
  readonly type: string;
  /** Id of the rule. */
  readonly rule: string;
  readonly count: number;
}

/** A rule that had its part in a decision. */
export interface Spoken {
  readonly rule: string;
  /** What it added, where the decision is a sum. */
  readonly weight?: number;
}

/** One value of an answer. */
export interface LeafReason {
  /** JSON Pointer (RFC 6901) in the governed answer; '' is the whole of a text. */
  readonly pointer: string;
  readonly outcome: 'kept' | 'part' | 'whole';
  /** Id of the rule that decided. */
  readonly rule: string;
  /** What was replaced. */
  readonly found: readonly Found[];
  /** The rules that had a part in it besides, in the order in which they spoke. */
  readonly spoke: readonly Spoken[];
  /** Where evidence was weighed: the sum, and from which one on the value is a name. */
  readonly sum?: { readonly reached: number; readonly needed: number };
}

export interface Explanation {
  readonly leaves: readonly LeafReason[];
  /** There are more values than are explained. */
  readonly isCut: boolean;
  /** The rules that are named above. */
  readonly rules: Readonly<Record<string, { readonly says: string; readonly example: string }>>;
}
