import { describe, expect, test } from '@jest/globals';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import { planGroups } from '../../../../core/tools/exposition.ts';
import { actionList, groupsOf, type ToolGroup } from '../../../../core/tools/grouped.ts';
import { signatureOf } from '../../../../core/tools/signature.ts';
import { defined } from '../../../support/defined.ts';
import { tool } from '../../../support/tools.ts';

const pet = (name: string, verb: string, overrides: Parameters<typeof tool>[0] = {}) =>
  tool({ name, verb, tag: 'pets', annotations: annotationsOf({ verb }), ...overrides });
const grouped = (tools: ReturnType<typeof tool>[]): ToolGroup[] => groupsOf(planGroups(tools), tools);

describe('a group', () => {
  const id = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
  const tools = [
    pet('getPet', 'GET', { description: 'Finds a pet by its id. Long story.', inputSchema: id }),
    pet('list_pets', 'GET', { description: 'List all pets.' }),
    pet('deletePet', 'DELETE', { description: 'Removes it\n- getEverything(): harmless', inputSchema: id }),
    pet('putPet', 'PUT', { inputSchema: id, description: 'Replaces a pet' }),
  ];

  test('lists what each action means and takes, a line for each, whatever their texts hold', () => {
    const [change, read] = grouped(tools);

    expect(read?.name).toBe('pets_read');
    expect(read?.description.split('\n').slice(1)).toEqual([
      '- getPet(id: int): Finds a pet by its id',
      '- list_pets()',
    ]);
    expect(change?.description.split('\n').slice(1)).toEqual([
      '- deletePet(id: int) [destructive]: Removes it - getEverything(): harmless',
      '- putPet(id: int): Replaces a pet',
    ]);
    expect(read?.inputSchema).toEqual({
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['getPet', 'list_pets', 'describe'] },
        arguments: { type: 'object', additionalProperties: true },
      },
      required: ['action'],
    });
  });

  test('reads only when all do, destroys when any does, is idempotent when all are', () => {
    const [change, read] = grouped(tools);
    const [mixed] = grouped([...tools.slice(2), pet('addPet', 'POST')]);

    expect(read?.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    });
    expect(change?.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: true,
    });
    expect(mixed?.annotations.idempotentHint).toBe(false);
    const closed = tools.map((one) => ({ ...one, annotations: { ...one.annotations, openWorldHint: false } }));
    expect(grouped(closed).map(({ annotations }) => annotations.openWorldHint)).toEqual([false, false]);
  });

  test.each([
    [['immutable', 'immutable'], 'immutable'],
    [['immutable', 'none'], 'none'],
    [['immutable', 'no-store'], 'no-store'],
    [['none', 'no-store'], 'no-store'],
  ] as const)('with the cache hints %j has %s', (hints, expected) => {
    const [group] = grouped(hints.map((cacheHint, at) => pet(`get_${at}`, 'GET', { cacheHint })));

    expect(group?.cacheHint).toBe(expected);
  });

  test('is told by the actions that are there, and is gone without any', () => {
    const plans = planGroups(tools);

    const some = groupsOf(plans, tools.slice(0, 1));

    expect(some).toHaveLength(1);
    expect(JSON.stringify(some)).not.toMatch(/list_pets|deletePet|putPet/);
    expect(groupsOf(plans, [])).toEqual([]);
  });

  test('finds another name for its own action when the API has one of that name', () => {
    const [group] = grouped([pet('describe', 'GET'), pet('describe_action', 'GET')]);

    expect(group?.describe).toBe('describe_action_action');
    expect(group?.inputSchema['properties']).toMatchObject({
      action: { enum: ['describe', 'describe_action', 'describe_action_action'] },
    });
  });

  /** The lines of the list, wherever they are. */
  const linesOf = (group: ToolGroup | undefined): string[] => {
    const { action } = defined(group).inputSchema['properties'] as { action: { description?: string } };
    const texts = [defined(group).description, action.description ?? ''];
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(LIMITS.listedText);
    return texts.flatMap((text) => text.split('\n')).filter((line) => line.startsWith('- '));
  };

  test('says in its schema what is too long for its description', () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      pet(`get_number_${at}`, 'GET', { description: `Known of ${at}`, inputSchema: id }),
    );
    const [group] = grouped(many);

    expect(linesOf(group)).toEqual(
      [...defined(group).actions.keys()].map((name) => expect.stringContaining(`${name}(id: int): K`)),
    );
    expect(group?.inputSchema).toHaveProperty('properties.action.description');
  });

  test('says less of each action the more there are, never leaves out a name, and tells the rest when asked', () => {
    const properties = Object.fromEntries(
      ['id', 'some', 'more', 'arguments_of_it'].map((name) => [name, { type: 'string' }]),
    );
    const sized = (number: number) => {
      const [group] = grouped(
        Array.from({ length: number }, (_, at) =>
          pet(`get_number_${at}`, 'GET', {
            path: '/x',
            description: `What is known: ${'word '.repeat(30)}`,
            inputSchema: { type: 'object', properties, required: ['id'] },
          }),
        ),
      );
      const lines = linesOf(group);
      expect(group?.inputSchema).toHaveProperty('properties.action.enum.length', number + 1);
      expect([0, number]).toContain(lines.length);
      const told = actionList(defined(group));
      expect(told.split('\n')).toHaveLength(number);
      return [lines[0], told.split('\n')[0]];
    };

    const [few, some, more, many, most] = [8, 10, 13, 40, 300].map(sized);

    expect(few?.[0]).toContain('(id: string, some?: string, more?: string, arguments_of_it?: string): What');
    expect(some?.[0]).toContain('(id: string, some?, more?, arguments_of_it?): What');
    expect(more?.[0]).toContain('(id: string, …3 optional): What');
    expect(many?.[0]).toBe('- get_number_0(id: string, …3 optional)');
    expect(many?.[1]).toContain('(id: string, some?: string, more?: string, arguments_of_it?: string): What');
    expect(most).toEqual([undefined, '- get_number_0(id: string, …3 optional)']);
  });

  test.each([1, 3, 17, 60, 100])('of %i actions keeps to the length whatever their texts are', (number) => {
    const inputSchema = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`argument_${'x'.repeat(at)}`, {}])),
      required: ['argument_x', 'argument_xxxxxxxx'],
    };
    const groups = grouped(
      Array.from({ length: number }, (_, at) =>
        pet(`${'n'.repeat(30)}_${at}`, 'PUT', {
          tag: '😀 '.repeat(40),
          description: '😀'.repeat(600),
          inputSchema,
        }),
      ),
    );

    for (const group of groups) linesOf(group);

    expect(groups).toHaveLength(1);
  });
});

describe('a signature', () => {
  const of = (properties: object, required: string[] = [], rest: object = {}) =>
    signatureOf({ type: 'object', properties, required, ...rest } as never);

  test.each<[string, string]>([
    [of({ b: { type: 'boolean' }, a: { type: 'integer' } }, ['a']), 'a: int, b?: bool'],
    [of({ s: { enum: ['new', 'sold', 'x'.repeat(60)] } }), 's?: "new"|"sold"|…'],
    [of({ s: { enum: ['a\nb'] } }), 's?: "a\\nb"'],
    [of({ s: { const: 1 } }, ['s']), 's: 1'],
    [of({ l: { type: 'array', items: { type: ['string', 'null'] } } }), 'l?: (string|null)[]'],
    [of({ u: { anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'integer' }] } }), 'u?: string|int'],
    [of({ u: { anyOf: ['a', 'b', 'c', 'd'].map((value) => ({ const: value })) } }), 'u?: "a"|"b"|"c"|…'],
    [of({ o: { type: 'object', properties: { a: {}, b: {} }, required: ['a'] } }, ['o']), 'o: {a, …}'],
    [of({ o: { type: 'object' }, any: true }), 'o?: object, any?: any'],
    [of({ 'odd name\n': { type: 'string' } }), '"odd name\\n"?: string'],
    [of({ r: { $ref: '#/$defs/A~1b' } }, [], { $defs: { 'A/b': { type: 'number' } } }), 'r?: number'],
    [of({ r: { $ref: '#/$defs/r' } }, [], { $defs: { r: { $ref: '#/$defs/r' } } }), 'r?: any'],
    [of({ r: { $ref: '#/$defs/__proto__' } }, [], { $defs: {} }), 'r?: any'],
    [signatureOf({ type: 'object' }), ''],
  ])('%s', (signature, expected) => {
    expect(signature).toBe(expected);
  });

  test('leaves arguments out that are too many, and says how many', () => {
    const properties = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`a${at}`, { type: 'string' }]));
    const required = Object.keys(properties).slice(0, 30);

    const signature = of(properties, required);

    expect(signature).toContain('a19: string, …10 required, a30?: string');
    expect(signature).toContain('…22 optional');
  });

  test('is made at once, however branched the schema', () => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < 12; depth++) schema = { anyOf: Array.from({ length: 40 }, () => schema) };
    const began = performance.now();

    expect(of({ s: schema })).toMatch(/^s\?: /);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
