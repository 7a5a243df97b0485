/**
 * Checks the input schemas of tools for a bundle: valid against JSON Schema's own schema, self-contained, and compiled once. Compiling is
 * most of the work of sealing, and the tools of one API share schemas, so an equal schema is compiled once, and those of a bundle that is
 * sealed already not at all.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { PortcullisError } from '../../lib/errors.ts';
import { canonicalJson } from '../../lib/json/canonical.ts';
import type { JsonSchema } from '../../lib/json/value.ts';
import type { Tool } from '../../model/tool.ts';
import { isWide, withoutManyPatterns } from '../compilable.ts';
import { checkAgainstMetaSchema } from '../metaSchema.ts';

function validatorWith(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors,
    validateSchema: false,
    logger: false,
    validateFormats: true,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  return ajv;
}

/** Schemas that this process has seen to compile, for tools that are the same objects at the next sealing. */
const seen = new WeakSet<JsonSchema>();

/** Whether a schema has to be looked at: it may be one of a sealed bundle all the same. */
export const isUnchecked = ({ inputSchema }: Pick<Tool, 'inputSchema'>): boolean => !seen.has(inputSchema);

/**
 * A check of one tool's input schema, which throws PortcullisError `schema_invalid` when it does not compile. `checked`: schemas that are
 * known to compile.
 */
export function schemaChecker(checked: readonly JsonSchema[]): (tool: Pick<Tool, 'name' | 'inputSchema'>) => void {
  const validators = new Map<boolean, Ajv2020>();
  const same = new Set(checked);
  let known: Set<string> | undefined;
  return ({ name, inputSchema }) => {
    if (seen.has(inputSchema)) return;
    if (same.has(inputSchema)) {
      seen.add(inputSchema);
      return;
    }
    // Only now: of 20,000 tools these texts take three seconds.
    known ??= new Set(checked.map((schema) => canonicalJson(schema)));
    const text = canonicalJson(inputSchema);
    if (known.has(text)) {
      seen.add(inputSchema);
      return;
    }
    try {
      const reduced = withoutManyPatterns(inputSchema);
      const collectsAll = isWide(reduced);
      const ajv = validators.get(collectsAll) ?? validatorWith(collectsAll);
      validators.set(collectsAll, ajv);
      checkAgainstMetaSchema(reduced);
      ajv.compile(reduced);
      ajv.removeSchema(reduced);
    } catch (cause) {
      throw new PortcullisError(
        'schema_invalid',
        `The input schema of tool ${name} does not compile: ${cause instanceof Error ? cause.message.slice(0, 300) : 'unknown reason'}. Edit the tool's schema or reset it to the original.`,
        { context: { tool: name }, cause },
      );
    }
    known.add(text);
    seen.add(inputSchema);
  };
}
