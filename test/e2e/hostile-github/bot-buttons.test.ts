import { openHostileStages } from '../stage.ts';

openHostileStages();
await import('../bot-buttons.test.ts');
