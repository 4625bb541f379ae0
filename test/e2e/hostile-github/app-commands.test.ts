import { openHostileStages } from '../stage.ts';

openHostileStages();
await import('../app-commands.test.ts');
