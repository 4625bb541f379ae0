import { expect, test } from 'vitest';
import type { RecordedRequest } from '../../rehearsal/github/local-github.ts';
import { git } from '../../rehearsal/sample-repository.ts';
import { Stage } from './stage.ts';

/** The budget of a round: the rest of the asking job after its request, and the answering job. */
const budget = { issue: { writes: 8, requests: 18 }, pull: { writes: 10, requests: 24 } };
const asks = ({ method, path }: RecordedRequest): boolean => method === 'POST' && /\/issues\/\d+\/comments$/.test(path);

const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'bash scripts/once.sh' } }] }, { text: 'Ended.' }],
});

/** A git fetch and a GraphQL query are POST requests that change nothing. */
const isWrite = ({ method, path }: RecordedRequest): boolean =>
	method !== 'GET' && !/\/(git-upload-pack|graphql)$/.test(path);

const kindOf = ({ method, path }: RecordedRequest): string =>
	`${method} ${path.replace(/^\/repos\/[^/]+\/[^/]+/, '').replaceAll(/[0-9a-f]{40}|\d{6,}|1-[0-9a-f]{12}/g, '*')}`;

/** A person's pull request, from a branch with one commit. */
async function aPull(stage: Stage): Promise<number> {
	const { github } = stage;
	const tree = git(github.repositoryDir, 'rev-parse', 'main~0^{tree}');
	const made = await github.act('maintainer', 'POST', '/git/commits', {
		message: 'more',
		tree,
		parents: [git(github.repositoryDir, 'rev-parse', 'main')],
	});
	git(github.repositoryDir, 'update-ref', 'refs/heads/topic', (made.body as { sha: string }).sha);
	return (await github.openPullRequest({ user: 'maintainer', title: 'More', head: 'topic' })).number;
}

/** How long a job reuses the rights that it read, in seconds. */
const longestFresh = 5;

/** The requests from an approval request to the end of the answering job, and the seconds of the slower job. */
async function roundOf(answer: string, onPull: boolean) {
	await using stage = await Stage.open({
		script,
		files: { 'scripts/once.sh': 'if false; then ./tool; fi\necho ran\n' },
	});
	const issue = onPull ? await aPull(stage) : stage.issue;
	let seconds = 0;
	const requests = async (body: string): Promise<readonly RecordedRequest[]> => {
		const comment = await stage.github.comment({ issue, user: 'maintainer', body });
		const before = stage.github.requests.length;
		const begun = performance.now();
		const job = await stage.start(comment);
		await job.ended;
		seconds = Math.max(seconds, (performance.now() - begun) / 1000);
		return stage.github.requests.slice(before);
	};
	// The first run in a repository also probes where it can store refs.
	await requests('/agent first of all');
	await requests('/deny all not now');
	seconds = 0;
	const asking = await requests('/agent make it so');
	const from = asking.findLastIndex(asks);
	expect(from).toBeGreaterThan(0);
	return { round: [...asking.slice(from), ...(await requests(`${answer} A2`))], seconds };
}

test.each([
	['on an issue, approved', '/approve', false],
	['on an issue, denied', '/deny', false],
	['on a pull request, approved', '/approve', true],
	['on a pull request, denied', '/deny', true],
])(
	'an approval round %s, costs no more API writes and API requests than its budget allows',
	async (how, answer, onPull) => {
		let measured = await roundOf(answer, onPull);
		// A job reads again after some seconds, so the bound does not hold for a job that a busy machine slowed down.
		for (let again = 0; again < 3 && measured.seconds > longestFresh; again++) measured = await roundOf(answer, onPull);
		const { round, seconds } = measured;
		const writes = round.filter(isWrite).map(kindOf);
		console.log(
			`approval round ${how}: ${writes.length} API writes, ${round.length} requests, the slower job ${seconds.toFixed(1)} s`,
		);
		expect(writes.length, writes.join('\n')).toBeLessThanOrEqual(budget[onPull ? 'pull' : 'issue'].writes);
		expect(round.length, round.map(kindOf).join('\n')).toBeLessThanOrEqual(budget[onPull ? 'pull' : 'issue'].requests);
	},
);
