import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Remedy } from '@sqrl/base/model/trigger.ts';
import { expect, test } from 'vitest';
import type { Injection } from '../../store/delivery/receipts.ts';
import { aMemory } from '../../store/testing/a-memory.ts';
import type { EpisodeRecord } from './episode-record.ts';
import { judgeOutcome } from './judge.ts';
import { fileOccasions, occasionOf, occasionsIn } from './occasion.ts';
import {
  beforeTests,
  edited,
  episode,
  occasion,
  ran,
  read,
  replied,
  said,
  shown,
} from './testing/episode.ts';

const guard = aMemory({ id: 'guard0000001', text: 'Start redis before `npm test`', trigger: beforeTests });
const aboutCart = aMemory({ id: 'cart00000001', text: 'Totals are in cents', files: ['src/cart.ts'] });

const remedy = (kind: Remedy['kind'], command: string): Remedy => ({
  kind,
  command,
  folder: null,
  variables: [],
});

/** What a memory came to in an episode. */
function cameTo(memory: Memory, happened: EpisodeRecord, deliveries: Injection[] = []) {
  const it = occasion(memory);
  const because = occasionsIn(fileOccasions([it]), happened).get(it);
  return judgeOutcome({ occasion: it, happened, because, deliveries });
}

test.each<[string, Partial<Memory>, EpisodeRecord]>([
  ['its file was touched', { files: ['src/cart.ts'] }, episode(edited('src/cart.ts'))],
  ['a file below its folder was', { scope: 'path', scopeOf: 'src/pay' }, episode(read('src/pay/a/b.ts'))],
  ['its symbol was named', { symbols: ['Cart.addItem'] }, episode(said('why does addItem round?'))],
  [
    'its command was run',
    { text: 'Tests run with `bun test --bail`' },
    episode(ran('cd app && bun test x.ts --bail')),
  ],
  ['its subject came up', { text: 'Use pnpm, never npm' }, episode(said('pnpm or npm for the install?'))],
  ['its trigger came', { trigger: beforeTests }, episode(ran('CI=1 npm test -- cart 2>&1 | tail -5'))],
])('a memory could have applied when %s', (_, some, happened) => {
  expect(cameTo(aMemory(some), happened)).toMatchObject({ delivered: false, used: false, before: false });
});

test.each<[string, Partial<Memory>, EpisodeRecord]>([
  ['another file was touched', { files: ['src/cart.ts'] }, episode(edited('src/cart.test.ts'))],
  [
    'one word of many came up',
    { text: 'Invoices of other countries carry no tax line' },
    episode(said('invoices')),
  ],
  [
    'its trigger did not come',
    { trigger: beforeTests, files: ['a.ts'] },
    episode(ran('npm run build'), read('a.ts')),
  ],
])('it could not when %s', (_, some, happened) => {
  expect(cameTo(aMemory(some), happened)).toBeUndefined();
});

test('what belongs to one session never applies by itself', () => {
  expect(occasionOf(aMemory({ scope: 'session', files: ['src/cart.ts'] }))).toBeUndefined();
});

test('what was done before it was learned is no opportunity', () => {
  const it = { ...occasion(aboutCart), learnedAt: Date.UTC(2027, 0) };
  const happened = episode(edited('src/cart.ts'));
  expect(judgeOutcome({ occasion: it, happened, because: 'x', deliveries: [] })).toBeUndefined();
});

test('before it was learned, its failure tells only how often it comes by itself', () => {
  const happened = episode(ran('npm test', 'boom'));
  const it = { ...occasion(guard), learnedAt: happened.startedAt + 1000 };
  const deliveries = [shown(guard.id, 0, 'npm test')];
  expect(judgeOutcome({ occasion: it, happened, because: 'x', deliveries })).toMatchObject({
    before: true,
    delivered: false,
    failure: 'came',
  });
});

test('a reply that cites it is a use', () => {
  const happened = episode(said('totals?'), replied(`In cents [Memory #${aboutCart.id}: totals].`));
  expect(cameTo(aboutCart, happened, [shown(aboutCart.id, 0)])).toMatchObject({ used: true });
  const before = episode(replied(`[Memory #${aboutCart.id}]`), said('totals?'));
  expect(cameTo(aboutCart, before, [shown(aboutCart.id, 1)])).toBeUndefined();
});

test('to open a file that it names is a use, unless it was open already', () => {
  const told = [shown(aboutCart.id, 1)];
  expect(cameTo(aboutCart, episode(said('totals'), replied('hm'), read('src/cart.ts')), told)).toMatchObject({
    used: true,
    why: expect.stringContaining('src/cart.ts was opened'),
  });
  expect(
    cameTo(aboutCart, episode(read('src/cart.ts'), said('totals'), edited('src/cart.ts')), told),
  ).toMatchObject({
    used: false,
  });
  const because = [shown(aboutCart.id, 0, 'src/cart.ts')];
  expect(cameTo(aboutCart, episode(read('src/cart.ts')), because)).toMatchObject({ used: false });
});

test('to run the command that it recommends is a use, unless it was run already', () => {
  const recipe = aMemory({ id: 'recipe000001', text: 'Tests run with `bun test`, not with jest' });
  const told = [shown(recipe.id, 1)];
  expect(cameTo(recipe, episode(said('test it'), replied('ok'), ran('bun test cart')), told)).toMatchObject({
    used: true,
  });
  expect(cameTo(recipe, episode(ran('bun test'), said('test it'), ran('bun test')), told)).toMatchObject({
    used: false,
  });
});

test('a warned action that is not taken is a use and spares the failure', () => {
  const happened = episode(said('test it'), ran('docker compose up -d redis'), replied('redis runs now'));
  expect(cameTo(guard, happened, [shown(guard.id, 0, 'npm test')])).toMatchObject({
    delivered: true,
    used: true,
    failure: 'did not come',
  });
});

test('a stopped call has what followed on its receipt: the fix, or the same call again', () => {
  const advised = aMemory({ ...guard, trigger: { ...beforeTests, remedy: remedy('first', 'make redis') } });
  const stopped = [{ ...shown(guard.id, 1, 'npm test'), point: 'stopped' }];
  const refused = { ...ran('npm test'), outcome: null };
  const judged = (...then: Parameters<typeof episode>) =>
    cameTo(advised, episode(said('test it'), refused, ...then), stopped)!;
  const fixed = judged(ran('make redis && npm test'));
  expect(fixed).toMatchObject({ used: true, failure: 'did not come' });
  expect(fixed.why).toContain('make redis');
  // That the brief named it before says less.
  const briefed = [{ ...shown(guard.id, 0, 'startup'), point: 'session start' }, ...stopped];
  expect(
    cameTo(advised, episode(said('test it'), refused, ran('make redis && npm test')), briefed)?.why,
  ).toContain('call stopped');
  expect(judged(replied('Then not.'))).toMatchObject({ used: true, failure: 'did not come' });
  // It was right: the call failed when it was made all the same.
  const failed = judged(ran('npm test', 'boom'));
  expect(failed).toMatchObject({ used: false, failure: 'came' });
  expect(failed.why).toContain('made the same call again');
  // It was wrong: the call went well.
  expect(judged(ran('npm test'))).toMatchObject({ used: false, failure: 'did not come' });
});

test('a citation is the weakest sign of use', () => {
  const cited = replied(`[Memory #${aboutCart.id}]`);
  const told = [shown(aboutCart.id, 0)];
  expect(cameTo(aboutCart, episode(said('totals?'), cited), told)?.why).toContain('cites');
  expect(cameTo(aboutCart, episode(said('totals?'), cited, read('src/cart.ts')), told)?.why).not.toContain(
    'cites',
  );
});

test('a warned action that goes well is a use; one that fails all the same is a miss', () => {
  const told = [shown(guard.id, 0, 'npm test')];
  expect(cameTo(guard, episode(said('test it'), ran('npm test')), told)).toMatchObject({
    used: true,
    failure: 'did not come',
  });
  expect(cameTo(guard, episode(said('test it'), ran('npm test', 'boom')), told)).toMatchObject({
    used: false,
    failure: 'came',
    why: expect.stringContaining('the failure occurred anyway'),
  });
});

test('a warning that came with the step that failed is heeded where the other command follows and it does not fail again', () => {
  const instead = aMemory({
    ...guard,
    trigger: { ...beforeTests, remedy: remedy('instead', 'bun test') },
  });
  const told = [shown(instead.id, 1, 'npm test')];
  expect(
    cameTo(instead, episode(said('test it'), ran('npm test', 'boom'), ran('bun test')), told),
  ).toMatchObject({
    used: true,
    failure: 'not again',
  });
  const again = episode(said('test it'), ran('npm test', 'boom'), ran('bun test'), ran('npm test', 'boom'));
  expect(cameTo(instead, again, told)).toMatchObject({ failure: 'came' });
  expect(cameTo(instead, again)).toMatchObject({ delivered: false, failure: 'came again' });
});

test('to run a command without the word it is warned of is to heed the warning', () => {
  const wrapped = aMemory({
    ...guard,
    trigger: { ...beforeTests, command: 'rtk npm', match: 'begins', remedy: remedy('without', 'rtk') },
  });
  const told = [shown(wrapped.id, 1, 'rtk npm test')];
  const heeded = episode(said('test it'), ran('rtk npm test', 'boom'), ran('npm test'));
  expect(cameTo(wrapped, heeded, told)).toMatchObject({ used: true, failure: 'not again' });
  const other = episode(said('test it'), ran('rtk npm test', 'boom'), ran('npm run build'));
  expect(cameTo(wrapped, other, told)).toMatchObject({ used: false, failure: 'came' });
});

test('a warning whose step was never taken was neither heeded nor ignored', () => {
  expect(cameTo(guard, episode(said('hello'), replied('hi')), [shown(guard.id, 0)])).toBeUndefined();
});

test('a memory that was told without an occasion was neither used nor ignored', () => {
  const rule = aMemory({ id: 'rule00000001', text: 'Never rename a migration of the ledger' });
  const told = [shown(rule.id, 0)];
  expect(cameTo(rule, episode(said('Fix the footer'), edited('src/footer.css')), told)).toBeUndefined();
  // A word of it an hour apart from another is not its topic.
  const scattered = episode(said('rename the footer'), said('and the ledger icon'));
  expect(cameTo(rule, scattered, told)).toBeUndefined();
  const occasion = episode(said('Add a migration for the ledger'), edited('db/2.sql'));
  expect(cameTo(rule, occasion, told)).toMatchObject({ delivered: true, used: false });
});

test('an occasion that was over before a memory was told is not a chance that it had', () => {
  const late = episode(said('fix it'), edited('src/cart.ts'), said('now the docs'), said('and ship'));
  expect(cameTo(aboutCart, late, [shown(aboutCart.id, 3)])).toMatchObject({ delivered: false, used: false });
  const inTime = [shown(aboutCart.id, 1, 'src/cart.ts')];
  expect(cameTo(aboutCart, late, inTime)).toMatchObject({ delivered: true, used: false });
  const toldTwice = [shown(aboutCart.id, -9), shown(aboutCart.id, 3)];
  expect(cameTo(aboutCart, late, toldTwice)).toMatchObject({ delivered: true, used: false });
});

test('a file of its module is an occasion', () => {
  const memory = aMemory({ text: 'Amounts are rounded late', module: 'src/pay' });
  expect(cameTo(memory, episode(edited('src/pay/tax.ts')))).toBeDefined();
  expect(cameTo(memory, episode(edited('src/shop/tax.ts')))).toBeUndefined();
});

test('a command in another folder than the one it fails in is not an occasion', () => {
  const memory = aMemory({ trigger: { ...beforeTests, folder: 'web' } });
  expect(cameTo(memory, episode({ ...ran('npm test', 'boom'), folder: 'web' }))).toMatchObject({
    failure: 'came',
  });
  expect(cameTo(memory, episode(ran('npm test')))).toBeUndefined();
  const told = [shown(memory.id, 0)];
  expect(cameTo(memory, episode(said('test it'), ran('npm test')), told)).toBeUndefined();
});

test('what is staged on a branch does not apply on another', () => {
  const on = (branch: string) => episode({ ...edited('src/cart.ts'), branch });
  const staged = aMemory({ files: ['src/cart.ts'], branch: 'feature' });
  expect(cameTo(staged, on('feature'))).toBeDefined();
  expect(cameTo(staged, on('main'))).toBeUndefined();
});
