import { parseArgs } from 'node:util';
import { ensureMachine } from '../scripts/ensure-machine.ts';
import { rehearse } from './main-job.ts';
import { tell } from './tell.ts';

const usage = `npm start                          the main job in this terminal, a script plays the model
npm start -- --terminal            the same
npm start -- --model claude        Claude is the model (ANTHROPIC_API_KEY), and you answer the approvals`;

const { values } = parseArgs({
	options: { terminal: { type: 'boolean' }, model: { type: 'string', default: 'scripted' }, help: { type: 'boolean' } },
});

if (values.help === true) {
	console.log(usage);
} else if (values.model !== 'scripted' && values.model !== 'claude') {
	console.error(`There is no model "${values.model}" here.\n\n${usage}`);
	process.exitCode = 2;
} else if (values.model === 'claude' && (process.env['ANTHROPIC_API_KEY'] ?? '') === '') {
	console.error('Claude needs a key: ANTHROPIC_API_KEY=… npm start -- --model claude');
	process.exitCode = 2;
} else {
	ensureMachine();
	const held = await rehearse({ live: values.model === 'claude', apiKey: process.env['ANTHROPIC_API_KEY'] ?? '' });
	tell(
		held ? 'done' : 'bad',
		held ? 'The main job is done, and everything that was promised held.' : 'Something did not hold: see above.',
	);
	process.exitCode = held ? 0 : 1;
}
