import { z } from 'zod';
import { isPassing } from '../../llm/llm.ts';
import { aboutModule, moduleName } from '../../llm/prompts/module-name.ts';
import { codeFiles } from '../../store/code/files.ts';
import { putModuleTitle } from '../../store/code/module-titles.ts';
import { askedAbout, putAsked } from '../../store/drafts/asked.ts';
import { llmOf } from '../../workspace/llm.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { graphModules } from './graph-layers.ts';

const MOST_AT_ONCE = 10;
const MOST_FILES = 40;

/** A few plain words: what a model says beyond them is not a name. */
const answer = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} &/+.-]{1,39}$/u)
    .refine((name) => name.split(/\s+/).length <= 4),
});

/** Asks the language model once, where that is wished for, what each part of the code is called. */
export async function nameModules(
  engine: Engine,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<{ asked: number; named: number }> {
  const done = { asked: 0, named: 0 };
  const { store } = engine.own;
  const llm = engine.settings.llm.module_names && !store.readOnly ? llmOf(engine) : undefined;
  if (!llm || !engine.project || codeFiles(store).length === 0) return done;
  for (const { name, folder, files } of graphModules(engine, { limit: 0 }).modules) {
    if (signal?.aborted || done.asked >= MOST_AT_ONCE) break;
    if (askedAbout(store, moduleName.name, name)) continue;
    const said = await llm.ask({
      purpose: moduleName.name,
      system: moduleName.system,
      prompt: aboutModule([`folder: ${folder}`, ...files.slice(0, MOST_FILES)].join('\n')),
      maxTokens: moduleName.maxTokens,
      schema: answer,
      ...(signal && { signal }),
    });
    if (said.did === 'failed' && isPassing(said)) break;
    done.asked++;
    store.transaction(() => {
      if (said.did === 'answered') putModuleTitle(store, name, { text: said.value.name, namedBy: llm.name });
      putAsked(store, {
        prompt: moduleName.name,
        version: moduleName.version,
        about: name,
        mark: name,
        model: llm.name,
        at: engine.now(),
        tries: 1,
        failed: said.did === 'failed' ? said.message : null,
        kept: [],
        refused: [],
      });
    });
    if (said.did === 'answered') done.named++;
  }
  return done;
}
