import { parseArgs } from 'node:util';
import { play, playOptions } from '../playground/main.ts';
import { ensureMachine } from '../scripts/ensure-machine.ts';
import { rehearse } from './main-job.ts';
import { tell } from './tell.ts';

const usage = `npm start                          opens the playground in your browser: try the agent, and try to break it
npm start -- --no-open             only prints its address
npm start -- --port 8080           opens it at this port
npm start -- --terminal            one whole run in this terminal, a script plays the model
npm start -- --model claude        the same, but Claude is the model (ANTHROPIC_API_KEY), and you answer the approvals`;

const options = {
	...playOptions,
	terminal: { type: 'boolean' },
	model: { type: 'string', default: 'scripted' },
	help: { type: 'boolean' },
} as const;

/** Without a terminal, and in CI, no person can open the page. */
const isWatched = process.stdout.isTTY === true && !process.env['CI'];

async function main(): Promise<number> {
	const { values } = parseArgs({ options });
	const { model } = values;
	if (values.help === true) {
		console.log(usage);
		return 0;
	}
	if (model !== 'scripted' && model !== 'claude') return wrong(`There is no model "${model}" here.\n\n${usage}`);
	const apiKey = process.env['ANTHROPIC_API_KEY'] ?? '';
	if (model === 'claude' && apiKey === '')
		return wrong('Claude needs a key: ANTHROPIC_API_KEY=… npm start -- --model claude');
	ensureMachine();
	const asksForPage = values.port !== undefined || values['no-open'] === true;
	const inTerminal = values.terminal === true || model === 'claude' || !(isWatched || asksForPage);
	if (!inTerminal) return play(values);
	return (await rehearsed(model === 'claude', apiKey)) ? 0 : 1;
}

async function rehearsed(live: boolean, apiKey: string): Promise<boolean> {
	const held = await rehearse({ live, apiKey });
	tell(
		held ? 'done' : 'bad',
		held ? 'The main job is done, and everything that was promised held.' : 'Something did not hold: see above.',
	);
	return held;
}

function wrong(message: string): number {
	console.error(message);
	return 2;
}

process.exitCode = await main();
