import type { Body, Dialect } from './fake-llm.ts';
import { newId, sendJson, startStream, textOf, USAGE } from './fake-llm-wire.ts';
import type { Step, Turn } from './play.ts';

/** Gemini's generateContent. */
export const gemini: Dialect = {
  path: /:(?:streamGenerateContent|generateContent)$/,
  turns: (body) => (body.contents ?? []).map(turn),
  aside: (body) => {
    const config = body.generationConfig ?? {};
    const schema = config.responseJsonSchema ?? config.responseSchema;
    if (schema) return { text: JSON.stringify(instance(schema)) };
    if (body.tools?.some((tool: Body) => tool.functionDeclarations?.length)) return undefined;
    if (SUMMARY.test(textOf(body.contents?.at(-1)?.parts))) return undefined;
    return { text: 'A sum of two numbers is a + b.' };
  },
  write: (step, { response, path }) => {
    const prompt = step.inputTokens ?? USAGE.input;
    const answer = {
      candidates: [{ index: 0, content: { role: 'model', parts: parts(step) }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: prompt,
        cachedContentTokenCount: USAGE.cached,
        candidatesTokenCount: USAGE.output,
        totalTokenCount: prompt + USAGE.output,
      },
      modelVersion: 'fake',
      responseId: newId('resp'),
    };
    if (!path.includes('stream')) return sendJson(response, answer);
    startStream(response)(answer);
    response.end();
  },
};

const SUMMARY = /state_snapshot/;

const turn = (content: Body): Turn => ({
  by: content.role === 'model' ? 'model' : 'person',
  text: textOf(content.parts),
});

const parts = (step: Step): Body[] => [
  ...(step.thinking ? [{ text: step.thinking, thought: true }] : []),
  ...(step.text ? [{ text: step.text }] : []),
  ...(step.calls ?? []).map(({ name, input }) => ({
    functionCall: { id: newId('call'), name, args: input },
  })),
];

/** The least that a JSON schema allows: side requests want an answer of a given shape. */
function instance(schema: Body): unknown {
  const type = String(schema.type).toLowerCase();
  if (schema.enum) return schema.enum[0];
  if (type === 'array') return [];
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return false;
  if (type !== 'object') return 'fake';
  return Object.fromEntries(
    Object.entries<Body>(schema.properties ?? {}).map(([key, value]) => [key, instance(value)]),
  );
}
