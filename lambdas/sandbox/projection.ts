/**
 * Projects a governed JSON answer: selects the wanted fields, then applies the limit of bytes, last because the selected fields may fit
 * where the whole answer did not. The owner's fields are a bound: of an answer that is an error or no JSON, nothing but the status is let
 * out. A call's choice is a wish, and leaves these as they are.
 */
import { Buffer } from 'node:buffer';
import type { GovernedBody } from '../../core/governance/index.ts';
import { capJson } from '../../core/governance/json/document.ts';
import type { Bundle, BundleTool } from '../../core/model/bundle.ts';
import { fieldsOf, nodeAt } from '../../core/model/fieldPaths.ts';
import { segmentsOf } from '../../core/model/governance/report.ts';
import { isSuccess } from '../../core/response/content.ts';
import { answerHeaders } from '../../core/response/headers.ts';
import { missingLines } from '../../core/response/projection/notice.ts';
import { isShaped, type Shaping, shaped } from '../../core/response/projection/shaped.ts';
import { isStructured } from '../../core/tools/outputSchema.ts';
import type { EgressResponse } from '../../egress/index.ts';

/** How the answers of one call are shaped. */
export interface Projection {
  /** True when fields are selected; then a body is first governed without the limit of bytes. */
  readonly isChoosing: boolean;
  /** Projects a governed JSON body. */
  apply(body: GovernedBody): GovernedBody;
  /** Projects the text of a whole answer that is kept for reading on, by the owner's fields only. */
  whole(text: string): string;
  /** Notes about wanted fields that the answer does not have. */
  lines(): readonly string[];
  /** True when the answer has none of the wanted fields and the tool only reads, so that the call may be repeated. */
  isUnknown(): boolean;
}

/** Undefined when answers of the tool are not projected. */
export function projectionOf(
  { exposition, governance }: Bundle,
  tool: BundleTool,
  wanted: readonly string[] | undefined,
): Projection | undefined {
  const { fields: owners, annotations } = tool;
  const { dropNulls, tables, maxBytes } = governance;
  const shaping: Shaping = {
    owners: owners && fieldsOf(owners),
    wanted: wanted && fieldsOf(wanted),
    dropNulls,
    // A table would not match the output schema.
    tables: tables && !isStructured(exposition, governance, tool),
  };
  if (!isShaped(shaping)) return undefined;
  const lines: string[] = [];
  let isUnknown = false;
  const nodes = [shaping.owners, shaping.wanted].filter((node) => node !== undefined);
  return {
    isChoosing: nodes.length > 0,
    apply: (body) => {
      let made = shaped(body.text, shaping);
      lines.push(...missingLines(made.missing));
      let kept = nodes;
      if (!made.isAny) {
        isUnknown = annotations.readOnlyHint;
        if (isUnknown) return body;
        // A call that changed something gets its answer, without the wanted fields.
        const { wanted: _, ...rest } = shaping;
        made = shaped(body.text, rest);
        kept = nodes.filter((node) => node !== shaping.wanted);
      }
      const isShown = ({ pointer }: { readonly pointer: string }) =>
        kept.every((node) => nodeAt(node, segmentsOf(pointer)) !== undefined);
      const { text, truncations, capped } = capJson(made.text, body.truncations.filter(isShown), { maxBytes });
      return { ...body, text, truncations, capped: capped || body.capped, bytesOut: Buffer.byteLength(text) };
    },
    whole: (text) => (shaping.owners ? shaped(text, { owners: shaping.owners }).text : text),
    lines: () => lines,
    isUnknown: () => isUnknown,
  };
}

/** An answer of which only chosen fields are let out, without what a bound on fields cannot reach: headers, and the body of an error. */
export const withoutUnbounded = (answer: EgressResponse): EgressResponse => {
  const kept = ['content-type', 'retry-after'].flatMap((name): [string, string][] => {
    const value = answer.headers.get(name);
    return value !== null && (name !== 'retry-after' || WHEN.test(value)) ? [[name, value]] : [];
  });
  return { ...answer, headers: answerHeaders(kept), ...(!isSuccess(answer.status) && { body: new Uint8Array() }) };
};

/** Seconds or a date (RFC 9110 section 10.2.3), and no text of the API's. */
const WHEN = /^(?:\d{1,9}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/;

/** Said of an answer whose body the owner's fields cannot be taken from. */
export const NOT_LET_OUT =
  'Its body is not shown: the owner of this server lets out only chosen fields of this tool’s JSON answers, and this is not one. Asking for another format does not help.';
