/**
 * The one adapter between our form of an answer (content blocks) and the protocol's second one (`structuredContent` under an `outputSchema`,
 * MCP 2025-11-25 and 2026-07-28, server/tools). Clients of the SDKs throw an answer away that breaks its schema, and some show a model
 * nothing but structured content; so each success has an envelope that the schema is true of, with the gateway's notes inside:
 *   data         the answer, where it has the form that the description gives it
 *   undescribed  the answer, where it has not
 *   headers      lines of headers
 *   notices      what the gateway says
 * The root is an object in every protocol version, and nothing is required.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { BundleTool } from '../bundle/model.ts';
import { parseExact } from '../json/lossless.ts';
import type { JsonValue } from '../json/value.ts';
import type { AnswerParts, Content } from '../request/call.ts';

/** For the server's `instructions`, where forms are told. */
export const STRUCTURED_INSTRUCTIONS =
  'In structured content, "data" is an answer in the form of the tool\'s output schema, "undescribed" one that has another form; both come from the API. "notices" are the gateway\'s.';

type Described = Pick<BundleTool, 'answerSchema'>;

/** What a tool's successful answers have beside `content`. */
export interface Structured {
  readonly [name: string]: JsonValue;
}

const judges = new WeakMap<Described, (value: unknown) => boolean>();

/** Compiled at the first answer of a tool; the schema is small and judges in a time that grows with the answer alone. */
function fits(tool: Described, value: JsonValue): boolean {
  let judge = judges.get(tool);
  if (!judge) {
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      validateFormats: false,
      meta: false,
      validateSchema: false,
    });
    judge = ajv.compile(tool.answerSchema ?? {});
    judges.set(tool, judge);
  }
  return judge(value);
}

/** @param parts undefined where nobody said what the content consists of: then all of it is shown as it is */
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
  const said = [
    ...(others > 0
      ? [`The answer has ${others === 1 ? 'a block' : `${others} blocks`} that only its content holds.`]
      : []),
    ...notices,
  ];
  return {
    ...(isJson && text !== undefined
      ? judged(tool, text)
      : texts.length > 0 && { undescribed: texts.length > 1 ? texts : (text as string) }),
    ...(headers.length > 0 && { headers: [...headers] }),
    ...(said.length > 0 && { notices: said }),
  };
}

/** Numbers keep their text in what is sent; they are judged as the client will read them. */
function judged(tool: Described, text: string): Structured {
  const value = parseExact(text);
  return fits(tool, JSON.parse(text) as JsonValue) ? { data: value } : { undescribed: value };
}
