/** Changes many tools of a server in the same way. A request changes a part of many thousand; it is sent again until none is left. */
import { call } from '../api/client.ts';
import type { ToolsChange } from '../api/types.ts';

/** How many tools were changed, and how many were named. */
export interface ManyChanged {
  readonly changed: number;
  readonly selected: number;
  /** Whether clients see it already. */
  readonly isLive: boolean;
}

/**
 * Throws ApiError: then what the requests before it have changed stays, and the list tells.
 * @param onProgress is told how many tools are left
 */
export async function changeTools(
  serverId: string,
  body: ToolsChange,
  onProgress: (left: number) => void = () => undefined,
): Promise<ManyChanged> {
  let changed = 0;
  for (;;) {
    const answer = await call('changeTools', { path: { id: serverId }, body });
    changed += answer.changed;
    const isDone = answer.left === 0 || answer.changed === 0 || body.preview === true;
    if (isDone) return { changed, selected: answer.selected, isLive: answer.resealed === true };
    onProgress(answer.left);
  }
}
