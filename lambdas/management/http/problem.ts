/**
 * Errors → problem details (RFC 9457). The catalogue has the status of each code. An unexpected error becomes `internal` with the
 * request id and nothing else; its stack is logged. When AWS is busy or unavailable the code is `aws_unavailable`.
 */
import { faultOfAws } from '../../../aws/lib/errors.ts';
import type { Problem } from '../../../core/api/problem.ts';
import { STATUS_OF } from '../../../core/errorCatalog/index.ts';
import { InvalidInput, PortcullisError } from '../../../core/lib/errors.ts';
import { reasonPhrase } from '../../../core/response/status.ts';

/** Codes of ours without a status in the catalogue are requests that the present state does not allow. */
const statusOf = (error: PortcullisError): number =>
  STATUS_OF.get(error.code) ?? (error instanceof InvalidInput ? 400 : 422);

/** Seconds to wait after a 503. */
export const RETRY_AFTER = '5';

/** The response for an error. `requestId` is Lambda's; the log has the cause under it. */
export function problemOf(error: unknown, requestId: string): Problem {
  if (!(error instanceof PortcullisError)) {
    const fault = faultOfAws(error);
    if (fault) {
      const detail = `${fault.message} A change may have been made nevertheless: check, then try again.`;
      return problem(503, fault.code, detail, { requestId });
    }
    return problem(500, 'internal', `Something unexpected went wrong. The log has the cause under ${requestId}.`, {
      requestId,
    });
  }
  return problem(statusOf(error), error.code, error.message, {
    ...(error instanceof InvalidInput && { faults: [...error.faults] }),
    ...(Object.keys(error.context).length > 0 && { context: error.context }),
    requestId,
  });
}

function problem(status: number, code: string, detail: string, rest: Partial<Problem>): Problem {
  return { type: `about:blank#${code}`, title: reasonPhrase(status), status, code, detail, ...rest };
}
