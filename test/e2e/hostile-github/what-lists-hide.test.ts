import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { git } from '../../../rehearsal/sample-repository.ts';
import { journalOf, openHostileStages, Stage } from '../stage.ts';

openHostileStages();

const turn = (tool: string, args: object) => ({ calls: [{ tool, args }] });
const scriptOf = (...turns: object[]) => JSON.stringify({ turns: [...turns, { text: 'Ended.' }] });

test('a run reads on after a short page, and finds the answer on the next page', async () => {
	const script = scriptOf(turn('shell_exec', { command: 'rm -f none; touch a.txt' }));
	await using stage = await Stage.open({ script });
	const asked = await stage.say('maintainer', '/agent do it');
	expect(asked.outputs, asked.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	for (let number = 1; number <= 12; number += 1) await stage.comment('octocat', `Talk ${number}.`);
	const before = stage.github.requests.length;
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	const pages = stage.github.requests
		.slice(before)
		.filter(({ method, path }) => method === 'GET' && path.endsWith(`/issues/${stage.issue}/comments`))
		.map(({ query }) => query['page']);
	expect(pages).toEqual(expect.arrayContaining(['1', '2']));
});

test('an answer that is missing in lists is read by its id, and counts', async () => {
	await using stage = await Stage.open({
		script: scriptOf(turn('shell_exec', { command: 'rm -f none; touch a.txt' })),
	});
	const asked = await stage.say('maintainer', '/agent do it');
	expect(asked.outputs, asked.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	const since = Date.now();
	const answer = await stage.comment('maintainer', '/approve A1');
	let looks = 0;
	stage.github.intercept = ({ path, body }, phase) => {
		const lists = path.endsWith(`/issues/${stage.issue}/comments`) || /comments\(/.test(String(Object(body)['query']));
		if (phase === 'after' && lists) looks += 1;
		stage.github.staleLists = looks < 3 ? Date.now() - since + 1 : 0;
	};
	const end = await (await stage.start(answer)).ended;
	expect(looks).toBeGreaterThanOrEqual(3);
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
});

test('a run can read a commit whose author has no GitHub account', async () => {
	await using stage = await Stage.open();
	const { repositoryDir } = stage.github;
	const [first = '', tree = ''] = ['main', 'main^{tree}'].map((name) => git(repositoryDir, 'rev-parse', name));
	git(repositoryDir, 'tag', 'v1', first);
	git(
		repositoryDir,
		'update-ref',
		'refs/heads/main',
		git(repositoryDir, 'commit-tree', tree, '-p', first, '-m', 'Mend'),
	);
	const read = turn('merged_read', { since: 'v1' });
	const told = { when: { last_result_contains: '"Mend"' }, text: 'One commit.' };
	writeFileSync(stage.script, JSON.stringify({ turns: [read, told] }));
	const end = await stage.say('maintainer', '/agent what came since v1?');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	expect(journalOf(end)).toContainEqual(expect.objectContaining({ type: 'tool_result', ok: true }));
});

test('no request of a run repeats the name of the repository in its query or body', async () => {
	await using stage = await Stage.open();
	const end = await stage.say('maintainer', '/agent look');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	const isStray = (part: object) => 'owner' in part || 'repo' in part;
	const stray = stage.github.requests.filter(({ query, body }) => isStray(query) || isStray(Object(body)));
	expect(stray.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
