/** Imports a server's API description again without changing the server: for the preview of a re-import, and for its scopes. */
import { readDescription } from '../../../aws/description.ts';
import type { StillReading } from '../../../core/api/reading.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { ImportResult } from '../../../core/openapi/model/types.ts';
import { readInTime } from './reading.ts';

/** The result, which is removed from S3, or that it is being read still. Throws as readInTime does, and `source_missing`. */
export const importAgain = (
  server: ServerRow,
  reading: string | undefined,
  { answerSchemas }: { readonly answerSchemas: boolean },
): Promise<ImportResult | StillReading> =>
  readInTime(server.serverId, reading, (key) => readDescription(server, { key, answerSchemas }));
