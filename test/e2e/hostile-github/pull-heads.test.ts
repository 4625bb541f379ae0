import { openHostileStages } from '../stage.ts';

openHostileStages();
await import('../pull-heads.test.ts');
