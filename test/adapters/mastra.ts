import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calibratedStop, memoryProcessor } from '@sqrl/sdk/adapters/mastra.ts';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import { cacheFolder, installedVersion, packageOf, pins } from '../clients/client-cache.ts';
import { scripted } from './ai-sdk.ts';
import { type AgentDriver, SYSTEM, TOOLS } from './suite.ts';

const cache = cacheFolder(process.env);
const pin = pins.find(({ client }) => client === 'mastra')!;
const load = (path: string) => import(pathToFileURL(join(packageOf(cache, pin), 'dist', path)).href);

export const isInstalled = installedVersion(cache, pin) !== undefined;

/** Mastra's agent; it takes the AI SDK's mock models. */
export const driver: AgentDriver = {
  name: 'Mastra',
  stops: true,
  async requests(run) {
    const { prompt, bash, session, baseSteps = 20, maxSteps } = run;
    const [{ Agent }, { createTool }] = await Promise.all([load('agent/index.js'), load('tools/index.js')]);
    const { doGenerate, doStream } = scripted(run);
    const model = new MockLanguageModelV3({ doGenerate, doStream });
    const agent = new Agent({
      ...{ id: 'engineer', name: 'Engineer', instructions: SYSTEM, model },
      tools: {
        bash: createTool({
          ...{ id: 'bash', description: TOOLS.bash, inputSchema: z.object({ command: z.string() }) },
          execute: ({ command }: { command: string }) => bash(command),
        }),
        read_file: createTool({
          ...{ id: 'read_file', description: TOOLS.read_file, inputSchema: z.object({ path: z.string() }) },
          execute: async () => 'charge',
        }),
      },
      inputProcessors: [memoryProcessor(run)],
    });
    await agent.generate(prompt, {
      maxSteps: 100,
      stopWhen: calibratedStop(session, { baseSteps, maxSteps }),
    });
    return [...model.doGenerateCalls, ...model.doStreamCalls].map((call) =>
      JSON.stringify(call.prompt, (key, value) => (key === 'createdAt' ? undefined : value)),
    );
  },
};
