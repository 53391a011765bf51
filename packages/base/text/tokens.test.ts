import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { expect, test } from 'vitest';
import { estimateTokens } from './tokens.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** How far below the exact count an estimate may be, and how far above it on the texts a briefing is made of. */
const LOWEST_RATIO = 0.75;
const HIGHEST_RATIO = 1.5;
const HIGHEST_RATIO_OTHERS = 1.8;

const ratioOf = (text: string): number =>
  estimateTokens(text) / countTokens(text, { disallowedSpecial: new Set() });

/** A file in pieces as long as what is told at a moment of a session. */
const piecesOf = (path: string): string[] => readFileSync(path, 'utf8').match(/[\s\S]{400,1500}/g) ?? [];
const files = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((path) => `${root}/${path}`);

test.each([
  ['prose', files('docs/**/*.md')],
  ['code', files('packages/{base,squirrel/recall,code-graph/languages}/**/*.ts')],
  ['JSON', files('package-lock.json')],
])('an estimate for %s is near the exact count', (_, paths) => {
  const ratios = paths.flatMap(piecesOf).map(ratioOf);
  expect(ratios.length).toBeGreaterThan(10);
  expect(Math.min(...ratios)).toBeGreaterThan(LOWEST_RATIO);
  expect(Math.max(...ratios)).toBeLessThan(HIGHEST_RATIO);
});

test.each([
  ['Chinese', '编程代理的长期记忆：本地、离线、可按语义搜索。集成测试需要一个临时数据库，由安装脚本启动。'],
  ['Japanese', 'コーディングエージェントの長期記憶。統合テストには一時的なデータベースが必要です。'],
  [
    'Korean',
    '코딩 에이전트의 장기 기억: 통합 테스트에는 설정 스크립트가 시작하는 임시 데이터베이스가 필요합니다.',
  ],
  ['Russian', 'Интеграционные тесты требуют временной базы данных, которую запускает сценарий настройки.'],
  ['Arabic', 'تحتاج اختبارات التكامل إلى قاعدة بيانات مؤقتة.'],
  [
    'French',
    'Les tests d’intégration ont besoin d’une base de données temporaire, que le script d’installation démarre.',
  ],
  ['German', 'Integrationstests brauchen eine flüchtige Datenbank, die das Einrichtungsskript startet.'],
  ['paths', 'src/base/text/tokens.ts\nsrc/recall/verbs/deliver-moments.ts\npackages/api/test/cart.test.ts'],
  ['a shell command', 'cd packages/api && npx vitest run --reporter=dot src/*.test.ts 2>&1 | tail -50'],
  ['names', 'getUserAccountByEmailOrThrow(SQRL_HOME, MAX_TOKENS, HTTPServerErrorHandler)'],
  ['numbers', '1 2 3 12345 3.14159 2026-11-17T00:56:16Z 192.168.0.1:8080 1,234,567'],
  ['hashes', '3f786850e387550fdab836ed7e6dc881de23001b [Memory #hc44kwz8e76j]'],
  ['emoji', '✅ 🚀🎉 tests pass 👍🏽👨‍👩‍👧 ⚠️ → ← … — “quoted”'],
  [
    'brackets',
    '})}]);\n\n\n          }\n        });\n      }\n    ]\n\t\t\t\t}{}{}{}()()[][];;;;!=== && || ??',
  ],
  ['special tokens', 'The stream ends with <|endoftext|>.'],
])('an estimate for %s is at most a quarter too low', (_, text) => {
  expect(ratioOf(text)).toBeGreaterThan(LOWEST_RATIO);
  expect(ratioOf(text)).toBeLessThan(HIGHEST_RATIO_OTHERS);
});

test('a text without characters has no tokens', () => {
  expect(estimateTokens('')).toBe(0);
});
