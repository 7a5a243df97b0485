/** What a rule of the description check is, what it judges, and what it finds. */
import type { Tool } from '../../model/tool.ts';
import type { Argument } from './arguments.ts';

/** The parts of a tool that are judged or that suggestions are made of. */
export type CheckedTool = Pick<
  Tool,
  | 'toolId'
  | 'name'
  | 'title'
  | 'description'
  | 'verb'
  | 'path'
  | 'operationId'
  | 'inputSchema'
  | 'answerFields'
  | 'annotations'
>;

/** A tool with its arguments, which several rules read. */
export interface Judged {
  readonly tool: CheckedTool;
  readonly arguments: readonly Argument[];
}

/** What rules know of the other tools of the server. */
export interface Among {
  /** Other tools whose description has the same words, by id. */
  readonly sameDescription: ReadonlyMap<string, readonly Judged[]>;
  /** Other tools whose name has the same words, by id. */
  readonly sameName: ReadonlyMap<string, readonly Judged[]>;
  /** What the tools agree on about an argument with this name and type. */
  readonly saidOf: (argument: Argument) => string | undefined;
  /** Names in lower case, because names are unique whatever the case. */
  readonly names: ReadonlySet<string>;
}

/**
 * `error`: a client refuses or cuts it, or a model has nothing to choose the tool by; `warning`: a model is likely to choose or call it
 * wrongly; `notice`: it could be told better.
 */
export const CHECK_SEVERITIES = ['error', 'warning', 'notice'] as const;
/** How much a finding matters. */
export type CheckSeverity = (typeof CHECK_SEVERITIES)[number];

/** A text that a rule finds fault with. */
export interface Place {
  /** JSON pointer into the tool: `/description`, `/inputSchema/properties/id/description`. The text may be missing there. */
  readonly at: string;
  /** As it is now; '' where there is none. */
  readonly text: string;
  /** Names of the tools that it is alike to. */
  readonly also?: readonly string[];
  /** The argument, where the place is one. */
  readonly argument?: Argument;
}

/** A rule. */
export interface Rule<Id extends string = string> {
  readonly id: Id;
  readonly severity: CheckSeverity;
  /** For people. */
  readonly says: string;
  /** Where it is from: names of documents with addresses. */
  readonly source: string;
  readonly finds: (judged: Judged, among: Among) => readonly Place[];
  /** A better text for the place, made from the tool alone and without a model; undefined where there is none. */
  readonly suggest?: (judged: Judged, place: Place, among: Among) => string | undefined;
}
