// Turns labelled talks into the examples that models/training/train_settledness.py reads: facts and vectors as the product has them.
//   node scripts/settledness-examples.ts TALKS.jsonl EXAMPLES.jsonl
// Each line of TALKS has "id", "group" (what is left out together), "kind", "messages" ("speaker", "text") and "labels": 1 for
// a message that holds what was settled, -1 for a proposal that was overruled, 0 for any other.
import { readFileSync, writeFileSync } from 'node:fs';
import { encode } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { passagesOf } from '@sqrl/base/text/passages.ts';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { neighborsOf, type SpokenMessage, settlednessFacts } from '@sqrl/embedder/settledness.ts';
import { messageVector } from '@sqrl/squirrel/recall/talks/exchanges.ts';

interface LabelledTalk {
  id: string;
  group: string;
  kind: string;
  messages: SpokenMessage[];
  labels: number[];
}

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  console.error('Usage: node scripts/settledness-examples.ts TALKS.jsonl EXAMPLES.jsonl');
  process.exit(64);
}
const embedder = bundledEmbedder();
const known = new Map<string, Float32Array | undefined>();
const lines: string[] = [];
for (const line of readFileSync(from, 'utf8').trim().split('\n')) {
  const { id, group, kind, messages, labels } = JSON.parse(line) as LabelledTalk;
  const talk: SpokenMessage[] = [];
  for (const message of messages) talk.push({ ...message, vector: await vectorOf(message.text) });
  const example = {
    ...{ id, group, kind, labels },
    speakers: talk.map(({ speaker }) => speaker),
    facts: settlednessFacts(talk),
    neighbors: neighborsOf(talk),
    vectors: talk.map(({ vector }) => vector && Buffer.from(vector.buffer).toString('base64')),
  };
  lines.push(`${JSON.stringify(example)}\n`);
}
await embedder.unload();
writeFileSync(to, lines.join(''));

/** As the store keeps it: each passage in eight bits. */
async function vectorOf(text: string): Promise<Float32Array | undefined> {
  if (known.has(text)) return known.get(text);
  const passages = passagesOf(text);
  const vectors = passages.length > 0 ? await embedder.embed(passages, 'memory') : [];
  const vector = messageVector(vectors.map((each) => encode(each, each.length)));
  known.set(text, vector);
  return vector;
}
