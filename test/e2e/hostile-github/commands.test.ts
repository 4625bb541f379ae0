import { openHostileStages } from '../stage.ts';

openHostileStages();
await import('../commands.test.ts');
