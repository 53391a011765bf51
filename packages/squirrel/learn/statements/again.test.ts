import { STATED_BAR } from '@sqrl/base/model/delivery.ts';
import type { DraftCandidate } from '@sqrl/base/model/sighting.ts';
import { expect, test } from 'vitest';
import type { RelatedStatements } from '../../store/drafts/related-statements.ts';
import { countedAgain } from './again.ts';
import { standing } from './said.ts';

const draft = (id: string, session: string, probability: number, type = 'preference') => ({
  id,
  candidate: {
    signal: 'said',
    matter: `said:${id}`,
    session,
    sessions: 1,
    strength: probability,
    ...standing({ probability, isExplicit: false }, 1),
    proposal: { text: `Statement ${id}.`, type, ...standing({ probability, isExplicit: false }, 1) },
  } as unknown as DraftCandidate,
});

const repeats = (older: string, newer: string): RelatedStatements => ({
  older,
  newer,
  verdict: 'repeats',
  pieces: null,
});

const confidence = (drafts: { id: string; candidate: DraftCandidate }[], id: string) =>
  drafts.find((each) => each.id === id)!.candidate.proposal.confidence!;

test('what is too weak alone is told once it was said in three sessions, in whatever words', () => {
  const drafts = [draft('a', 'monday', 0.15), draft('b', 'tuesday', 0.1), draft('c', 'friday', 0.2)];
  const twice = countedAgain(drafts.slice(0, 2), [repeats('a', 'b')]);
  expect(confidence(twice, 'a')).toBeLessThan(STATED_BAR);
  const habit = countedAgain(drafts, [repeats('a', 'b'), repeats('a', 'c'), repeats('b', 'c')]);
  expect(confidence(habit, 'c')).toBeGreaterThanOrEqual(STATED_BAR);
  expect(habit[2]!.candidate).toMatchObject({ sessions: 3, proposal: { needsReview: false } });
  // The strongest wording speaks for all.
  expect(habit[0]).toBe(drafts[0]);
});

test('what only asks for the like makes a habit of three sessions, and nothing of two', () => {
  const drafts = [draft('a', 'monday', 0.3), draft('b', 'tuesday', 0.1), draft('c', 'friday', 0.2)];
  const echoes = (older: string, newer: string) => ({ ...repeats(older, newer), verdict: 'echoes' as const });
  expect(countedAgain(drafts, [echoes('a', 'b')])[0]).toBe(drafts[0]);
  const habit = countedAgain(drafts, [echoes('a', 'b'), echoes('a', 'c')]);
  expect(confidence(habit, 'a')).toBeGreaterThanOrEqual(STATED_BAR);
  expect(habit.slice(1)).toEqual(drafts.slice(1));
});

test('the same session counts once, and another verdict not at all', () => {
  const drafts = [draft('a', 'monday', 0.15), draft('b', 'monday', 0.1), draft('c', 'friday', 0.2)];
  const related = [repeats('a', 'b'), { ...repeats('a', 'c'), verdict: 'replaces' as const }];
  expect(countedAgain(drafts, related)[0]).toBe(drafts[0]);
});

test('what is asked for in three sessions is work to do, unless one of them calls it a rule', () => {
  const ties = [repeats('a', 'b'), repeats('a', 'c'), repeats('b', 'c')];
  const asked = ['monday', 'tuesday', 'friday'].map((day, i) =>
    draft('abc'[i]!, day, 0.05 + i / 100, 'decision'),
  );
  expect(confidence(countedAgain(asked, ties), 'c')).toBeLessThan(STATED_BAR);
  const [, ...rest] = asked;
  const habit = countedAgain([draft('a', 'monday', 0.05), ...rest], ties);
  expect(confidence(habit, 'c')).toBeGreaterThanOrEqual(STATED_BAR);
});

test('what is too weak alone does not speak for what is not', () => {
  const drafts = [draft('a', 'monday', 0.5), draft('b', 'tuesday', 0.02), draft('c', 'friday', 0.01)];
  const ties = [repeats('a', 'b'), repeats('b', 'c')];
  expect(countedAgain(drafts, ties)[1]).toBe(drafts[1]);
});

test('a complaint that comes again leaves the rule to the wording that has it', () => {
  const complaint = draft('a', 'monday', 0.3);
  complaint.candidate.proposal.text = 'You edited the file in the main workspace.';
  const drafts = [complaint, draft('b', 'tuesday', 0.1), draft('c', 'friday', 0.2)];
  const ties = [repeats('a', 'b'), repeats('a', 'c')];
  expect(countedAgain(drafts, ties)[0]).toBe(complaint);
});
