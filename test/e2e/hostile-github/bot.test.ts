import { openHostileStages } from '../stage.ts';

openHostileStages();
await import('../bot.test.ts');
