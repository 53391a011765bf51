import { readFileSync } from 'node:fs';
import { STATED_BAR } from '@sqrl/base/model/delivery.ts';
import type { Sighting } from '@sqrl/base/model/sighting.ts';
import { openJudge } from '@sqrl/embedder/judge.ts';
import { ownSentences } from '@sqrl/squirrel/learn/statements/authorship.ts';
import { beginEarlier } from '@sqrl/squirrel/learn/statements/earlier-words.ts';
import { saidFacts, standing } from '@sqrl/squirrel/learn/statements/said.ts';
import { sentencesToRead, statementsOf } from '@sqrl/squirrel/learn/statements/session.ts';
import type { PersonsTurn } from '@sqrl/squirrel/learn/statements/turn.ts';
import type { StepRow } from '@sqrl/squirrel/store/events/steps.ts';
import type { Bench } from './bench.ts';
import { coversSpan, type LabelledPrompt } from './judgement/labelled.ts';
import { precisionAt, type ScoredItem } from './judgement/precision.ts';

/** What of labelled prompts would be told, kept and heard. */
export const statements: Bench = {
  summary:
    'Which sentences of labelled prompts (--data FILE) are told, wait and are heard, by precision and share of spans',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('statements: needs --data FILE, labelled prompts as JSON lines; skipped.');
      return undefined;
    }
    const prompts = readFileSync(data, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LabelledPrompt);
    const judge = openJudge();
    const turns = prompts.map(turnOf);
    const asked = turns.map(sentencesToRead);
    await judge.readSentences([['Load the model.']]);
    const before = process.cpuUsage();
    const readings = await judge.readSentences(asked.flat());
    const { user, system } = process.cpuUsage(before);
    await judge.unload();
    const found = turns.map((turn, i) => statementsOf(turn, readings.splice(0, asked[i]!.length).flat()));
    const items = prompts.flatMap((prompt, p) => found[p]!.map((sighting) => itemOf(sighting, prompt, p)));
    const spans = prompts.flatMap(({ spans: its }, prompt) => its.map((_, n) => `${prompt}:${n}`));
    const sentences = turns.reduce((sum, turn) => sum + turn.sentences.length, 0);
    print(
      `${prompts.length} prompts, ${sentences} sentences, ${spans.length} spans of ${new Set(prompts.map(({ repo }) => repo)).size} repositories`,
    );
    const msOfPrompt = (user + system) / 1000 / prompts.length;
    print(`${msOfPrompt.toFixed(1)} ms of CPU a prompt`);
    const lasting = items.filter(({ reach }) => reach !== 'task');
    const figures: Record<string, number> = { msOfPrompt };
    const groups: [string, ScoredSentence[]][] = [
      [`told (from ${STATED_BAR})`, lasting.filter(({ score }) => score >= STATED_BAR)],
      ['  of these explicit', lasting.filter(({ isExplicit, score }) => isExplicit && score >= STATED_BAR)],
      [
        '  of these for project or person',
        lasting.filter(({ reach, score }) => reach !== 'part' && score >= STATED_BAR),
      ],
      ['suggested (from 0.2)', lasting.filter(({ score }) => score >= 0.2)],
      ['heard', items],
    ];
    for (const [name, some] of groups) {
      const right = some.filter(({ covers }) => covers.length > 0).length;
      const share = new Set(some.flatMap(({ covers }) => covers)).size / spans.length;
      print(
        `${name}: ${some.length} sentences, precision ${shown(right / some.length)}, share of spans ${shown(share)}`,
      );
      figures[`${name.trim()} precision`] = right / some.length;
      figures[`${name.trim()} share`] = share;
    }
    print(`never heard: ${shown(1 - figures['heard share']!)} of the spans`);
    for (const recall of [0.1, 0.2, 0.3, 0.5])
      print(`precision at ${100 * recall} % recall: ${shown(precisionAt(lasting, spans.length, recall))}`);
    if (flags.show !== undefined)
      for (const { sentence, score, reach, covers } of lasting.filter(({ score }) => score >= STATED_BAR))
        print(`${covers.length > 0 ? '+' : '-'} ${score.toFixed(2)} ${reach} | ${sentence}`);
    return figures;
  },
};

interface ScoredSentence extends ScoredItem<string> {
  sentence: string;
  reach: string;
  isExplicit: boolean;
}

/** A labelled prompt as the product meets it in a session. */
function turnOf({ prompt, before }: LabelledPrompt): PersonsTurn {
  const step = {
    id: '00',
    at: 0,
    kind: 'prompt',
    episode: null,
    tainted: false,
    branch: null,
  } as StepRow;
  return {
    step,
    text: prompt,
    sentences: ownSentences(prompt, beginEarlier()),
    answers: [],
    message: before === '' ? undefined : { text: before, step },
  };
}

function itemOf(sighting: Sighting, { spans }: LabelledPrompt, prompt: number): ScoredSentence {
  const { text, reach, probability, isExplicit, agreedTo } = saidFacts(sighting);
  const covers = spans.flatMap(({ quote, from }, n) => {
    const words = from === 'before' ? [agreedTo ?? ''] : [text, sighting.quote ?? ''];
    return words.some((each) => each !== '' && coversSpan(each, quote)) ? [`${prompt}:${n}`] : [];
  });
  return {
    sentence: text,
    reach,
    isExplicit,
    score: standing({ probability, isExplicit }, 1).confidence,
    covers,
  };
}

const shown = (share: number | undefined): string =>
  share === undefined || Number.isNaN(share) ? '-' : `${(100 * share).toFixed(1)} %`;
