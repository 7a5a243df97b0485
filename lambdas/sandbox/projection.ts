/**
 * The last form of a JSON answer in the sandbox: governed, then only the wanted fields of it, then held under the limit of bytes. Errors,
 * texts and notes are never projected. The limit comes last because what is left may fit where the answer did not.
 */
import { Buffer } from 'node:buffer';
import type { Bundle, BundleTool } from '../../core/bundle/model.ts';
import type { GovernedBody } from '../../core/governance/index.ts';
import { capJson } from '../../core/governance/json/document.ts';
import { segmentsOf } from '../../core/governance/report.ts';
import { fieldsOf, nodeAt } from '../../core/projection/fields.ts';
import { missingLines } from '../../core/projection/notice.ts';
import { isShaped, type Shaping, shaped } from '../../core/projection/shaped.ts';
import { isStructured } from '../../core/tools/outputSchema.ts';

/** How the answers of one call are shaped. */
export interface Projection {
  /** Fields are taken out, so a body is governed without the limit of bytes first. */
  readonly isChoosing: boolean;
  /** A governed body of JSON in its last form. */
  apply(body: GovernedBody): GovernedBody;
  /** The text of a whole answer that is to be held: what its owner lets out of it. */
  whole(text: string): string;
  /** What the model is told of fields that were not there. */
  lines(): readonly string[];
  /** The call wanted fields, the answer has none of them, and asking again does no harm: then it is an error that says so. */
  isUnknown(): boolean;
}

/** Undefined where nothing of it is asked for. */
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
    // A table has not the form that clients are told.
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
        // What changed something is answered, whatever was wanted of it.
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
