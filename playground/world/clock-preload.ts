// The first module of each job and of the bot. It gives them the clock of the playground's GitHub.
import { aheadVariable, runAhead } from './clock.ts';
import { endsWithParentVariable, endWithParent } from './end-with-parent.ts';

runAhead(Number(process.env[aheadVariable] ?? 0));
if (process.env[endsWithParentVariable] !== undefined) endWithParent();
