import { config } from 'zod';
import autonomous from '../../../policies/autonomous.yml';
import defaults from '../../../policies/default.yml';
import devTools from '../../../policies/dev-tools.yml';
import floor from '../../../policies/floor.yml';
import maintenance from '../../../policies/maintenance.yml';
import permissive from '../../../policies/permissive.yml';
import strict from '../../../policies/strict.yml';
import { utcDay } from '../../../src/core/index.ts';
import { createJudge } from './judge.ts';
import type { Question } from './question.ts';

// The page's policy for scripts forbids `new Function`, which zod would try.
config({ jitless: true });

const texts = { floor, default: defaults, strict, permissive, autonomous, 'dev-tools': devTools, maintenance };
const judge = createJudge({ texts, today: utcDay(new Date()) });

addEventListener('message', ({ data }: MessageEvent<Question>) => postMessage(judge(data)));
