/**
 * Chooses the media type of a body: the one that the caller names, else the first that has all given arguments. Refuses
 * arguments that the chosen one does not have, because they would not be sent.
 */
import type { JsonObject } from '../lib/json/value.ts';
import type { RequestProgram, WireBody } from '../model/tool.ts';
import { argumentInvalid } from './errors.ts';

/** All bodies of a program, the default one first. */
export const bodiesOf = (body: WireBody): readonly WireBody[] => [body, ...(body.choice?.bodies ?? [])];

/** The declared arguments of a body. */
export const bodyArgumentsOf = (body: WireBody): readonly string[] =>
  body.layout === 'whole' ? [body.argument] : body.fields.map(({ argument }) => argument);

/**
 * The body to send.
 * @throws `argument_invalid`
 */
export function chosenBody(program: RequestProgram, body: WireBody, args: JsonObject): WireBody {
  const { choice } = body;
  if (!choice) return body;
  const bodies = bodiesOf(body);
  const otherArguments = new Set([choice.argument, ...program.parameters.map(({ argument }) => argument)]);
  const declared = new Set(bodies.flatMap(bodyArgumentsOf));
  const given = Object.keys(args).filter((name) => !otherArguments.has(name) && (args[name] ?? null) !== null);
  const unexpectedArgument = (one: WireBody): string | undefined => {
    const own = new Set(bodyArgumentsOf(one));
    const isOpen = one.layout === 'fields' && one.extra === true;
    return given.find((name) => !own.has(name) && (declared.has(name) || !isOpen));
  };
  const named = Object.hasOwn(args, choice.argument) ? args[choice.argument] : undefined;
  if (named === undefined || named === null) {
    const found = bodies.find((one) => unexpectedArgument(one) === undefined);
    if (found) return found;
  }
  const wanted = named === undefined || named === null ? body.contentType : named;
  const chosen = bodies.find(({ contentType }) => contentType === wanted);
  if (!chosen) {
    const types = bodies.map(({ contentType }) => contentType).join(', ');
    throw argumentInvalid(choice.argument, 'enum', `must be one of ${types}`);
  }
  const unexpected = unexpectedArgument(chosen);
  if (unexpected === undefined) return chosen;
  const type = bodies.find((one) => bodyArgumentsOf(one).includes(unexpected))?.contentType;
  const way = type === undefined ? 'leave it out' : `it goes with ${type}; leave out what does not`;
  throw argumentInvalid(unexpected, 'media_type', `is no part of a body of ${chosen.contentType}: ${way}`);
}
