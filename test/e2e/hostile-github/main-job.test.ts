import { openHostileStages } from '../stage.ts';

openHostileStages();
await import('../main-job.test.ts');
