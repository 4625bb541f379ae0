import { describe, expect, test } from 'vitest';
import { unansweredCommands } from '../../src/github/index.ts';
import { type Answer, aGitHub, anApi, answerGraph, errorOf, lines, no, nodesWith } from './support.ts';

const person = { id: 1001, login: 'maintainer', type: 'User' };
const bot = { id: 5, login: 'countersign[bot]', type: 'Bot' };
const base = 'https://api.github.example/repos/acme/widgets';
const at = (minute: number): string => `2026-11-23T11:${String(minute).padStart(2, '0')}:00Z`;
const look = {
	since: new Date(at(0)),
	until: new Date(at(50)),
	workflow: 'countersign.yml',
	self: bot.login,
};

const comment = (id: number, body: string, change: object = {}) => ({
	...{ id, node_id: `IC_${id}`, body, user: person, created_at: at(10), updated_at: at(10) },
	...{ html_url: 'https://github.example/1', issue_url: `${base}/issues/7`, performed_via_github_app: null },
	...change,
});
const runOf = (one: string | readonly [string, string], index: number) => ({
	...{ id: index, created_at: at(20), updated_at: at(21), html_url: `https://github.example/runs/${index}` },
	...(typeof one === 'string'
		? { display_title: one, status: 'in_progress', conclusion: null }
		: { display_title: one[0], status: 'completed', conclusion: one[1] }),
});

interface Repository {
	/** Node ids of edited comments. */
	readonly edited?: readonly string[];
	readonly comments?: readonly object[];
	readonly remarks?: readonly object[];
	/** The titles of the runs; undefined if the workflow does not exist. */
	readonly titles?: readonly (string | readonly [title: string, conclusion: string])[] | undefined;
}

function aRepository({ comments = [], remarks = [], edited = [], ...rest }: Repository) {
	const titles = 'titles' in rest ? rest.titles : [];
	const answers: Readonly<Record<string, Answer>> = {
		'/issues/comments': [200, comments],
		'/pulls/comments': [200, remarks],
		'/actions/workflows/countersign.yml/runs':
			titles === undefined ? no(404) : [200, { total_count: titles.length, workflow_runs: titles.map(runOf) }],
	};
	return aGitHub(({ path }) => answers[path] ?? no(500), answerGraph({ nodes: nodesWith(edited) }));
}

const found = async () => (await unansweredCommands(anApi(), look)).map(({ command }) => command);

describe('commands without a run', () => {
	test('are unedited comments of people that no dispatched run names', async () => {
		aRepository({
			comments: [
				comment(1, '/agent fix it'),
				comment(2, '/agent fix it'),
				comment(3, 'I would say /agent fix it'),
				comment(4, '> /agent fix it'),
				comment(5, '/agent fix it', { user: bot }),
				comment(6, '/agent fix it', { performed_via_github_app: { id: 1 } }),
				comment(7, '/agent fix it'),
				comment(8, '/approve A1', { created_at: at(30), updated_at: at(30) }),
				comment(9, '/agent fix it', { user: null }),
			],
			titles: ['agent comment/2', 'agent comment/11', 'something else', ''],
			edited: ['IC_7'],
		});
		expect(await found()).toEqual(['comment/1', 'comment/8']);
	});

	test('exclude comments before or after the period', async () => {
		aRepository({
			comments: [
				comment(1, '/agent a', { created_at: at(51), updated_at: at(51) }),
				comment(2, '/agent a', { created_at: '2026-11-23T10:59:59Z', updated_at: '2026-11-23T10:59:59Z' }),
				comment(3, '/agent a', { created_at: at(50), updated_at: at(50) }),
			],
		});
		expect(await found()).toEqual(['comment/3']);
	});

	test('include review comments and pressed buttons, oldest first', async () => {
		const press = 'pressed\n\n<!-- countersign:press:e30.c2ln -->';
		aRepository({
			comments: [comment(4, press, { user: bot, created_at: at(40), updated_at: at(40) }), comment(5, press)],
			remarks: [
				{
					...comment(3, '/agent rename it'),
					pull_request_url: `${base}/pulls/8`,
					created_at: at(20),
					updated_at: at(20),
				},
			],
		});
		expect(await found()).toEqual(['review/3', 'comment/4']);
	});

	test('include review comments that were drafted earlier and sent in the period', async () => {
		const drafted = { created_at: '2026-11-23T09:00:00Z', pull_request_url: `${base}/pulls/8` };
		aRepository({
			remarks: [
				{ ...comment(3, '/agent rename it'), ...drafted, updated_at: at(20) },
				{ ...comment(4, '/agent rename it'), ...drafted, updated_at: at(51) },
				{ ...comment(5, '/agent rename it', { user: bot }), ...drafted, updated_at: at(20) },
			],
		});
		expect(await found()).toEqual(['review/3']);
	});

	test('are none if the repository has no such workflow', async () => {
		aRepository({ comments: [comment(1, '/agent fix it')], titles: undefined });
		expect(await found()).toEqual([]);
	});

	test('include comments whose runs all failed, until three have failed', async () => {
		const ids = [1, 2, 3, 4, 5, 6];
		aRepository({
			comments: ids.map((id) => comment(id, '/agent fix it')),
			titles: [
				['agent comment/1', 'failure'],
				['agent comment/2', 'success'],
				...['cancelled', 'failure', 'timed_out'].map((end) => ['agent comment/3', end] as const),
				['agent comment/4', 'failure'],
				'agent comment/4',
				['agent comment/5', 'failure'],
				['agent comment/5', 'success'],
				// GitHub cancelled the two in the middle for the newest one before they began.
				...['failure', 'cancelled', 'cancelled', 'failure'].map((end) => ['agent comment/6', end] as const),
			],
		});
		const all = await unansweredCommands(anApi(), look);
		expect(all.map(({ command, givenUp }) => [command, givenUp])).toEqual([
			['comment/1', undefined],
			['comment/3', { tries: 3, url: 'https://github.example/runs/2' }],
			['comment/6', undefined],
		]);
	});

	test.each([
		[2, undefined],
		[3, 3],
	])('whose runs were cancelled %i times, one after the other, are given up after %j', async (times, tries) => {
		const runs = Array.from({ length: times }, (_, index) => ({
			...runOf(['agent comment/1', 'cancelled'], index),
			...{ created_at: at(40 - 10 * index), updated_at: at(45 - 10 * index) },
		}));
		aGitHub(({ path }) => {
			if (path === '/issues/comments') return [200, [comment(1, '/agent fix it')]];
			return [200, path.endsWith('/runs') ? { total_count: runs.length, workflow_runs: runs } : []];
		});
		expect((await unansweredCommands(anApi(), look)).map(({ givenUp }) => givenUp?.tries)).toEqual([tries]);
	});

	test('are compared with all runs, although GitHub lists only the newest thousand', async () => {
		const all = Array.from({ length: 1500 }, (_, index) => ({
			...runOf(`agent comment/${1500 - index}`, 1500 - index),
			created_at: at(40 - Math.floor(index / 50)),
		}));
		const asked = aGitHub(({ path, query }): Answer => {
			if (path === '/issues/comments') return [200, [1, 1500, 1501].map((id) => comment(id, '/agent fix it'))];
			if (!path.endsWith('/runs')) return [200, []];
			const [, last] = (query['created'] ?? '').split('..');
			const fitting = all.filter((one) => last === undefined || one.created_at <= last);
			const listed = fitting.slice(0, 1000);
			const page = Number(query['page']);
			const found = listed.slice((page - 1) * 100, page * 100);
			const next = `<${base}/actions/runs?page=${page + 1}&created=${query['created']}>; rel="next"`;
			const headers = page * 100 < listed.length ? { link: next } : {};
			return [200, { total_count: fitting.length, workflow_runs: found }, headers];
		});
		expect(await found()).toEqual(['comment/1501']);
		expect(lines(asked).filter((line) => line.endsWith('/runs'))).toHaveLength(16);
	});

	test('are all comments of the period if the runs are unknown', async () => {
		aRepository({ comments: [comment(1, '/agent fix it')], titles: ['agent comment/1'] });
		const { workflow: _none, ...elsewhere } = look;
		expect((await unansweredCommands(anApi(), elsewhere)).map(({ command }) => command)).toEqual(['comment/1']);
	});

	test('cost two requests if there are no comments', async () => {
		const asked = aRepository({});
		expect(await found()).toEqual([]);
		expect(lines(asked)).toHaveLength(2);
	});

	test('cause an error if GitHub refuses to list the runs', async () => {
		aGitHub(({ path }) => (path === '/issues/comments' ? [200, [comment(1, '/agent a')]] : no(403)));
		expect((await errorOf(unansweredCommands(anApi(), look))).code).toBe('github-refused');
	});
});
