import { openHostileStages } from '../stage.ts';

openHostileStages();
await import('../refusals.test.ts');
