import { openHostileStages } from '../stage.ts';

openHostileStages();
await import('../plan.test.ts');
