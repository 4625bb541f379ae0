import { expect, test } from 'vitest';
import { git } from '../../../rehearsal/sample-repository.ts';
import { openAppStage, withNewFile } from '../app-stage.ts';
import { journalOf, openHostileStages } from '../stage.ts';

openHostileStages();

const helper = { id: 77, slug: 'helper', name: 'Helper' };
/** A token by which an app acts as a person. */
const token = 'ghu_not-a-real-token';
const calls = [
	{ tool: 'file_write', args: { path: 'src/new.js', content: 'export const one = 1;\n' } },
	{ tool: 'open_pull_request', args: { title: 'Add one', body: 'It was missing.' } },
];
const script = JSON.stringify({ turns: [{ calls }, { text: 'Ended.' }] });
const contained = { inputs: { mode: 'contained' } };

test("confused deputy: a run that an app starts with a maintainer's token needs approval by a person", async () => {
	await using there = await openAppStage({ script });
	const { stage, dispatched } = there;
	const { github } = stage;
	github.addToken(token, { kind: 'user', login: 'maintainer', viaApp: helper });
	const pull = await withNewFile(stage);
	const head = git(github.repositoryDir, 'rev-parse', 'refs/heads/feature');
	const byApp = async (path: string, body: object) => {
		const answer = await fetch(`${github.url}/repos/${github.owner}/${github.repo}${path}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return (await answer.json()) as Record<string, unknown>;
	};
	const beside = { body: '/agent add it', commit_id: head, path: 'NEW.md', line: 2, side: 'RIGHT' };
	const asked = await byApp(`/pulls/${pull}/comments`, beside);
	expect(asked).not.toHaveProperty('performed_via_github_app');
	const end = await dispatched(`review/${asked['id']}`, contained);
	expect(end.outputs, end.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	const attempts = journalOf(end).filter(({ type }) => type === 'tool_attempt');
	expect(attempts.at(-1)).toMatchObject({ tool_name: 'open_pull_request', matched_rule: 'began-beside-code' });
	expect(git(github.repositoryDir, 'rev-parse', 'refs/heads/feature')).toBe(head);

	const signed = await byApp(`/issues/${pull}/comments`, { body: '/approve A1' });
	const unheard = await dispatched(`comment/${signed['id']}`, contained);
	expect(unheard.outputs, unheard.log).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'bot-author' });

	const { id } = await github.comment({ issue: pull, user: 'maintainer', body: '/approve A1' });
	const done = await dispatched(`comment/${id}`, contained);
	expect(done.outputs, done.log).toMatchObject({ outcome: 'completed' });
	expect(git(github.repositoryDir, 'rev-parse', 'refs/heads/feature^')).toBe(head);
});
