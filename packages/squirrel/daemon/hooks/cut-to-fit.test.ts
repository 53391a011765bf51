import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { expect, test } from 'vitest';
import { dialects } from '../../clients/hooks/testing/dialects.ts';
import { cutToClientLimit } from './answer-hook.ts';

test.each(Object.entries(dialects))(
  'what is said to %s stays within its limits, in whole lines',
  async (_, { most }) => {
    const lines = Array.from(
      { length: 900 },
      (_, i) => `- Rule number ${i} of this very long brief: keep it short`,
    );
    const cut = cutToClientLimit(lines.join('\n'), most);
    expect(cut.length).toBeGreaterThan(1000);
    expect(cut.length).toBeLessThanOrEqual(most.characters);
    expect(estimateTokens(cut)).toBeLessThanOrEqual(most.tokens);
    expect(lines.join('\n').startsWith(`${cut}\n`)).toBe(true);
    expect(cutToClientLimit('short', most)).toBe('short');
    expect(cutToClientLimit('x'.repeat(100_000), most)).toBe('');
  },
);
