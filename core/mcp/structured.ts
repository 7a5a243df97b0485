/**
 * Makes `structuredContent` of content blocks, for tools with an `outputSchema` (MCP 2025-11-25 and 2026-07-28, server/tools). The SDK
 * clients reject an answer that does not match its schema, and some clients show a model only structured content. So each success is an
 * envelope that always matches, with the gateway's notes inside:
 *   data         the answer, if it has the form in the description
 *   undescribed  any other answer
 *   headers      lines of headers
 *   notices      the gateway's notes
 * The root is an object in every protocol version, and nothing is required.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mayHoldSourceNumbers, parseLossless } from '../lib/json/lossless.ts';
import type { JsonSchema, JsonValue } from '../lib/json/value.ts';
import { mayHide, visibleText, visibleValue } from '../lib/visible.ts';
import type { BundleTool } from '../model/bundle.ts';
import type { Content } from '../response/content.ts';
import type { AnswerParts } from '../sandbox/protocol.ts';
import { shownWords } from '../tools/listed.ts';

/** For the server's `instructions`, if one of its tools has an output schema. */
export const STRUCTURED_INSTRUCTIONS =
  'In structured content, "data" is an answer in the form of the tool\'s output schema, "undescribed" one that has another form; both come from the API. "notices" are the gateway\'s.';

type Described = Pick<BundleTool, 'answerSchema'>;

/** The `structuredContent` of a successful call. */
export interface Structured {
  readonly [name: string]: JsonValue;
}

const validators = new WeakMap<Described, (value: unknown) => boolean>();

/** Compiled at the first answer of a tool. The schema is small, and validation takes time linear in the answer. */
function matches(tool: Described, value: JsonValue): boolean {
  let validate = validators.get(tool);
  if (!validate) {
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      validateFormats: false,
      meta: false,
      validateSchema: false,
    });
    validate = ajv.compile(shownWords(tool.answerSchema ?? {}) as JsonSchema);
    validators.set(tool, validate);
  }
  return validate(value);
}

/** @param parts what the content consists of; if that is unknown, its texts become `undescribed` */
export function structuredOf(tool: Described, content: readonly Content[], parts: AnswerParts | undefined): Structured {
  const { body, isJson, headers, notices } = parts ?? {
    body: content.keys().toArray(),
    isJson: false,
    headers: [],
    notices: [],
  };
  const blocks = body.flatMap((at) => content[at] ?? []);
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const [text] = texts;
  const others = blocks.length - texts.length;
  const lines = [
    ...(others > 0
      ? [`The answer has ${others === 1 ? 'a block' : `${others} blocks`} that only its content holds.`]
      : []),
    ...notices,
  ];
  return {
    ...(isJson && text !== undefined
      ? dataOf(tool, text)
      : texts.length > 0 && { undescribed: texts.length > 1 ? texts : (text as string) }),
    ...(headers.length > 0 && { headers: [...headers] }),
    ...(lines.length > 0 && { notices: lines.map(visibleText) }),
  };
}

/**
 * Numbers are sent as they are written, and validated as the client will read them. What are escapes in the text would be characters
 * again, so the values are shown, as the names in the schema are.
 */
function dataOf(tool: Described, text: string): Structured {
  const shown = mayHide(text) ? visibleValue : (value: JsonValue) => value;
  const plain = shown(JSON.parse(text) as JsonValue);
  const value = mayHoldSourceNumbers(text) ? shown(parseLossless(text)) : plain;
  return matches(tool, plain) ? { data: value } : { undescribed: value };
}
