import { openHostileStages } from '../stage.ts';

openHostileStages();
await import('../colleague-pull.test.ts');
