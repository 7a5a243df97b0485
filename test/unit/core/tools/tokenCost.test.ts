import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens, tokensOfBytes } from '../../../../core/lib/tokenEstimate.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { toolTokens } from '../../../../core/tools/tokenCost.ts';
import { PARTS } from '../../../datasets/redaction/index.ts';

const folder = dirname(dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json')));
const documents = globSync('oas-examples/3.*/json/{petstore,star-trek,complex-nesting,readme}*.json', { cwd: folder });

describe('the estimate of tokens', () => {
  test.each(documents)('is within 15 %% of o200k for %s', async (file) => {
    const { tools } = await importDocument(readFileSync(join(folder, file)), {});
    const estimated = tools.reduce((sum, tool) => sum + toolTokens(tool), 0);

    const counted = tools.reduce((sum, { name, title, description, inputSchema, annotations }) => {
      const text = JSON.stringify({ name, title, description, inputSchema, annotations });
      return sum + encode(text, { disallowedSpecial: new Set() }).length;
    }, 0);

    expect(estimated / counted).toBeGreaterThan(0.85);
    expect(estimated / counted).toBeLessThan(1.15);
  });

  test('is met on average where only the size of an answer is known', () => {
    const answers = PARTS.flatMap((part) => {
      const text = readFileSync(new URL(`../../../datasets/redaction/answers/${part}.jsonl`, import.meta.url), 'utf8');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.stringify(JSON.parse(line).answer));
    });

    const estimated = answers.reduce((sum, text) => sum + estimateTokens(text), 0);
    const bySize = answers.reduce((sum, text) => sum + tokensOfBytes(Buffer.byteLength(text)), 0);

    expect(bySize / estimated).toBeGreaterThan(0.9);
    expect(bySize / estimated).toBeLessThan(1.1);
  });

  test('counts nothing for nothing, and every run once', () => {
    expect([estimateTokens(''), estimateTokens(' \n'), estimateTokens('abc'), estimateTokens('abc 12 {')]).toEqual([
      0, 0, 1, 3,
    ]);
    expect(estimateTokens('internationalization')).toBe(3);
  });
});
