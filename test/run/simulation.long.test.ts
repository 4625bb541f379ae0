import { test } from 'vitest';
import { cases, expectEverythingTried, playSchedules } from './schedules.ts';

const sum = playSchedules(cases.rest);

test('the simulation has tried every kind of event often enough', () => expectEverythingTried(sum));
