import { test } from 'vitest';
import { cases, expectEverythingTried, playSchedules } from './schedules.ts';

const sum = playSchedules(cases.rest);

test('everything was tried: what was not proves nothing', () => expectEverythingTried(sum));
