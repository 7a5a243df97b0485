import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from '../../../../core/lib/tokenEstimate.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { toolTokens } from '../../../../core/tools/tokenCost.ts';

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

  test('counts nothing for nothing, and every run once', () => {
    expect([estimateTokens(''), estimateTokens(' \n'), estimateTokens('abc'), estimateTokens('abc 12 {')]).toEqual([
      0, 0, 1, 3,
    ]);
    expect(estimateTokens('internationalization')).toBe(3);
  });
});
