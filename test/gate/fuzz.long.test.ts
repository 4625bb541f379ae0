import { cases, fuzz } from './fuzz.ts';

fuzz(cases.rest);
