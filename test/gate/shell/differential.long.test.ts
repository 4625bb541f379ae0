import { cases, compareWithBash } from './differential/against-bash.ts';

compareWithBash(cases.rest);
