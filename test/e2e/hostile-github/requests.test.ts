import { openHostileStages } from '../stage.ts';

openHostileStages();
await import('../requests.test.ts');
