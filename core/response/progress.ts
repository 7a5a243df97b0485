/**
 * Progress of a call as its client is told of it (MCP 2025-11-25, basic/utilities/progress): each number has to be higher than the one
 * before, whatever an upstream says.
 */

/** How far a call is. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** The least by which a number rises, as a part of it: no client shows a difference. */
const STEP = 1e-6;

/**
 * Makes what is heard of a call notifications whose numbers rise. A sign of life without a number counts one up; a number that is not higher
 * than the last one, which is one too, is raised by next to nothing.
 */
export function risingProgress(send: (progress: Progress) => void): (heard?: Progress) => void {
  let last = 0;
  return ({ progress, total, message } = { progress: last + 1 }) => {
    last = progress > last ? progress : last + STEP * Math.max(1, Math.abs(last));
    // A total that has been passed is none.
    const isWithin = total !== undefined && total >= last;
    send({ progress: last, ...(isWithin && { total }), ...(message !== undefined && { message }) });
  };
}
