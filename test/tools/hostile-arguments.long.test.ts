import { callWithHostileArguments, cases } from './hostile-arguments.ts';

callWithHostileArguments(cases.rest);
