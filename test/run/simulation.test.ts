import { cases, playSchedules } from './schedules.ts';

playSchedules(cases.quick);
