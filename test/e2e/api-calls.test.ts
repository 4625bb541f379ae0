import { expect, test } from 'vitest';
import type { RecordedRequest } from '../../rehearsal/github/local-github.ts';
import { Stage } from './stage.ts';

/** What a round may cost, from the request on: what the asking job does after it, and the answering job. */
const budget = { writes: 10, requests: 30 };
const asks = ({ method, path }: RecordedRequest): boolean => method === 'POST' && /\/issues\/\d+\/comments$/.test(path);

const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'bash scripts/once.sh' } }] }, { text: 'Ended.' }],
});

const kindOf = ({ method, path }: RecordedRequest): string =>
	`${method} ${path.replace(/^\/repos\/[^/]+\/[^/]+/, '').replaceAll(/[0-9a-f]{40}|\d{6,}|1-[0-9a-f]{12}/g, '*')}`;

test.each([
	['approved', '/approve A1'],
	['denied', '/deny A1 no'],
])(
	'a whole approval round that is %s costs no more writes and requests than its budget, whatever the wait',
	async (how, answer) => {
		await using stage = await Stage.open({ script, files: { 'scripts/once.sh': 'echo ran\n' } });
		// The first run of a repository makes the probe of its namespace.
		await stage.say('maintainer', '/agent first of all');
		await stage.say('maintainer', '/deny all not now');
		const requests = async (body: string): Promise<readonly RecordedRequest[]> => {
			const comment = await stage.comment('maintainer', body);
			const before = stage.github.requests.length;
			const job = await stage.start(comment);
			await job.ended;
			return stage.github.requests.slice(before);
		};
		const asking = await requests('/agent make it so');
		const from = asking.findLastIndex(asks);
		expect(from).toBeGreaterThan(0);
		const round = [...asking.slice(from), ...(await requests(answer.replace('A1', 'A2')))];
		const writes = round.filter(({ method }) => method !== 'GET').map(kindOf);
		console.log(`approval round, ${how}: ${writes.length} API writes, ${round.length} requests`);
		expect(writes.length, writes.join('\n')).toBeLessThanOrEqual(budget.writes);
		expect(round.length, round.map(kindOf).join('\n')).toBeLessThanOrEqual(budget.requests);
	},
);
