import { config } from 'zod';
import { utcDay } from '../../../src/core/index.ts';
import { policyTexts } from '../parts/policy-texts.ts';
import { createJudge } from './judge.ts';
import type { Question } from './question.ts';

// The page's policy for scripts forbids `new Function`, which zod would try.
config({ jitless: true });

const judge = createJudge({ texts: policyTexts, today: utcDay(new Date()) });

addEventListener('message', ({ data }: MessageEvent<Question>) => postMessage(judge(data)));
