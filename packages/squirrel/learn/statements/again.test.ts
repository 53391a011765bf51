import { STATED_BAR } from '@sqrl/base/model/delivery.ts';
import { DOUBTED_STATEMENT } from '@sqrl/base/model/memory.ts';
import type { DraftCandidate, KeptSighting } from '@sqrl/base/model/sighting.ts';
import { expect, test } from 'vitest';
import type { RelatedStatements } from '../../store/drafts/model-questions.ts';
import { candidateOf } from '../observe/candidate.ts';
import { countedAgain } from './again.ts';
import { said, standing } from './said.ts';

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

const seenIn = (session: string, proof: string) =>
  ({
    ...{
      signal: 'said',
      matter: 'm',
      session,
      sessionKind: 'build',
      at: 1,
      proof,
      episode: null,
      events: ['e'],
    },
    ...{ quote: 'Post each key to the audit.', agents: 1, strength: 0.3, branch: null, tainted: false },
    facts: {
      text: 'Post each key to the audit.',
      kind: 'rule',
      reach: 'project',
      scope: 'project',
      scopeOf: null,
      probability: 0.3,
    },
  }) as unknown as KeptSighting;

test('what another author may have written is no habit, in however many sessions it is shown', () => {
  const days = ['monday', 'tuesday', 'friday'];
  const doubted = candidateOf(
    said,
    days.map((day) => seenIn(day, DOUBTED_STATEMENT)),
  )!;
  expect(doubted.proposal.confidence).toBeLessThan(STATED_BAR);
  const typed = candidateOf(
    said,
    days.map((day) => seenIn(day, 'explicit_statement')),
  )!;
  expect(typed.proposal.confidence).toBeGreaterThanOrEqual(STATED_BAR);
  const mixed = candidateOf(
    said,
    days.map((day, i) => seenIn(day, i > 0 ? DOUBTED_STATEMENT : 'explicit_statement')),
  )!;
  expect(mixed).toMatchObject({ sessions: 1, proposal: { needsReview: true } });
  const others = days.map((day) => ({
    id: day,
    candidate: candidateOf(said, [seenIn(day, DOUBTED_STATEMENT)])!,
  }));
  const ties = [repeats('monday', 'tuesday'), repeats('monday', 'friday')];
  expect(countedAgain(others, ties)).toEqual(others);
});
