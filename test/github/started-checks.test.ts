import { describe, expect, it, test } from 'vitest';
import { createForge } from '../../src/github/index.ts';
import { type Answer, aGitHub, anApi, lines, no } from './support.ts';

const runs = 'GET /actions/runs';
const sha = 'a'.repeat(40);
const listed = (...found: readonly object[]): Answer => [200, { total_count: found.length, workflow_runs: found }];
const waiting = { id: 1, status: 'completed', conclusion: 'action_required' };
const running = { id: 2, status: 'in_progress', conclusion: null };

function aForge(answers: Readonly<Record<string, Answer>>) {
	const asked = aGitHub(({ method, path }) => answers[`${method} ${path}`] ?? no(404));
	return { asked, forge: createForge(anApi()) };
}

describe('the checks that a delivery started', () => {
	test.each<[string, Answer, string]>([
		['no run', listed(), 'none'],
		['runs that wait for a person', listed(running, waiting), 'waiting'],
		['a run that waits in another form', listed({ id: 1, status: 'action_required' }), 'waiting'],
		['a run in progress', listed(running), 'started'],
		['a finished run', listed({ id: 2, status: 'completed', conclusion: 'failure' }), 'started'],
	])('are reported correctly for %s', async (_, answer, told) => {
		const { asked, forge } = aForge({ [runs]: answer });
		expect(await forge.startedChecks(7, sha)).toBe(told);
		expect(lines(asked)).toEqual([runs]);
	});

	test.each<[string, Answer]>([
		['is refused', no(403, 'Resource not accessible by integration')],
		['is missing', no(404)],
		['has an unknown form', [200, { something: 'else' }]],
		['is unreachable', no(503)],
	])('are unknown if the list of runs %s', async (_, answer) => {
		expect(await aForge({ [runs]: answer }).forge.startedChecks(7, sha)).toBeUndefined();
	});

	it('are read for the head of the pull request, which is looked up if it is unknown', async () => {
		const { asked, forge } = aForge({ [runs]: listed(), 'GET /pulls/7': [200, { head: { sha } }] });
		expect(await forge.startedChecks(7)).toBe('none');
		expect(lines(asked)).toEqual(['GET /pulls/7', runs]);
	});
});
