import { beforeEach, describe, expect, test } from '@jest/globals';
import { collectMessage, isPointer, leaveMessage } from '../../../aws/handOver.ts';
import { newSessionId } from '../../../core/mcp/session.ts';
import { memoryS3 } from '../../support/memoryAws.ts';

process.env['BUCKET_BUNDLES'] = 'bundles';
const objects = memoryS3();
const TEXT = '{"jsonrpc":"2.0","id":1,"result":"grüße"}';
const leave = () => leaveMessage(newSessionId(), Buffer.from(TEXT));

beforeEach(() => objects.clear());

describe('a message that is handed over', () => {
  test('lies sealed, is read by its pointer, and is gone then', async () => {
    const pointer = await leave();
    const [[name, lying] = ['', Buffer.alloc(0)]] = objects;

    const read = await collectMessage(pointer);

    expect(name).toMatch(/^bundles\/sessions\//);
    expect(lying.toString('latin1')).not.toContain('jsonrpc');
    expect(read.toString()).toBe(TEXT);
    expect(objects.size).toBe(0);
  });

  test('is known by its pointer, which no message looks like', async () => {
    expect([isPointer(await leave()), isPointer(TEXT)]).toEqual([true, false]);
  });

  test('is refused when it was altered, or is looked for under another key or another name', async () => {
    const [one, other] = [await leave(), await leave()];
    const [name, key] = [one.split(' ')[0], other.split(' ')[1]];
    for (const [, bytes] of objects) bytes[0] = (bytes[0] ?? 0) ^ 1;

    await expect(collectMessage(one)).rejects.toThrow();
    await expect(collectMessage(`${name} ${key}`)).rejects.toThrow();
    await expect(collectMessage(`@bundles/x/y ${key}`)).rejects.toThrow('is invalid');
    await expect(collectMessage(`@sessions/gone/X ${key}`)).rejects.toThrow('does not exist');
  });
});
