import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Background, type Comment, CountersignError } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, World } from '../support/world.ts';

const writer = { id: 8, login: 'writer', type: 'User' };
const bot = { id: 9, login: 'some-bot', type: 'Bot' };

/** Returns the first request to the model. */
async function told(world: World, onPullRequest = false): Promise<{ readonly system: string; readonly user: string }> {
	await world.job('comment/1', { ...agentRequest(), task: 'fix src/timer.ts', onPullRequest });
	const [request] = world.requests;
	const [first] = request?.messages ?? [];
	return { system: request?.system ?? '', user: first?.role === 'user' ? first.text : '' };
}

function aWorld(folder: string, base: Readonly<Record<string, string>> = {}): World {
	const world = new World(join(folder, 'job'), []);
	for (const [path, text] of Object.entries(base)) world.base.set(path, text);
	world.loseDisk();
	return world;
}

test('the model gets comments of people with write access, not of strangers, bots, or Countersign', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path);
	world.rights.set(writer.id, { role: 'write', mayWrite: true });
	world.say(writer, 'words of a writer');
	world.say(maintainer, 'words of who asked');
	world.say(stranger, 'words of a stranger');
	world.say(bot, 'words of a bot');
	const { user } = await told(world);
	expect(user).toContain('words of a writer');
	expect(user).toContain('words of who asked');
	expect(user).not.toMatch(/words of a (stranger|bot)/);
	expect(user).toContain('[1 more, by bots or people without write access, is not shown]');
});

test('row 70: instructions come from the base commit, never from a changed checkout [seeds 70]', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, {
		'AGENTS.md': 'base agents',
		'CLAUDE.md': 'base claude',
		'.github/CONTRIBUTING.md': 'base contributing',
		'docs/CONTRIBUTING.md': 'other contributing',
		'.github/countersign/style.md': 'base style',
		'.github/countersign/skills/x/SKILL.md': 'no instruction',
		'sub/AGENTS.md': 'of a folder',
	});
	world.disk.set('AGENTS.md', 'evil agents');
	world.disk.set('.github/countersign/more.md', 'evil style');
	const { system, user } = await told(world);
	const sources = [...system.matchAll(/<instructions source="([^"]+)">\n(.*)/g)].map(([, path, text]) => [path, text]);
	expect(sources).toEqual([
		['AGENTS.md', 'base agents'],
		['CLAUDE.md', 'base claude'],
		['.github/CONTRIBUTING.md', 'base contributing'],
		['.github/countersign/style.md', 'base style'],
	]);
	expect(system + user).not.toContain('evil');
});

test('the model gets a file that the task names, unless reading it needs approval', async () => {
	using folder = temporaryFolder();
	const base = { 'src/timer.ts': 'export const timer = 1;', 'README.md': 'A bug' };
	expect((await told(aWorld(folder.path, base))).user).toContain(
		'source="src/timer.ts, in the checkout">\nexport const',
	);
	using other = temporaryFolder();
	const guarded = aWorld(other.path, base);
	const { judge } = guarded.gate;
	guarded.gate = {
		judge: (call, context) => {
			const isTimer = call.name === 'file_read' && call.args['path'] === 'src/timer.ts';
			return isTimer ? { ...judge(call, context), decision: 'confirm' } : judge(call, context);
		},
	};
	expect((await told(guarded)).user).not.toContain('export const');
});

test('on a pull request the model gets its changes, or the reason why they are missing', async () => {
	const changed = { path: 'a.ts', status: 'modified', additions: 1, deletions: 0, patch: '+one' };
	const memory = { episodes: [{ day: '2026-11-20', text: 'fix a bug' }], feedback: 'Denied: npm publish' };
	const background = (changedFiles: Background['changedFiles']): Background => ({
		changedFiles,
		recall: async () => memory,
	});
	const refusal = new CountersignError({ code: 'github-refused', message: 'No permission here.', fix: 'f' });
	using one = temporaryFolder();
	using two = temporaryFolder();
	using three = temporaryFolder();
	const readable = aWorld(one.path);
	readable.background = background(async () => [changed]);
	const { user } = await told(readable, true);
	expect(user).toContain('\n+one\n');
	expect(user).toContain('Denied: npm publish');
	expect(user).toContain('fix a bug');
	const refused = aWorld(two.path);
	refused.background = background(async () => Promise.reject(refusal));
	expect((await told(refused, true)).user).toContain('could not be read: No permission here.');
	const issue = aWorld(three.path);
	issue.background = background(async () => Promise.reject(new Error('asked about an issue')));
	expect((await told(issue)).user).toContain('Denied: npm publish');
});

test('row 76: the journal records what the context contains, and a resume sends the same bytes [seeds 76]', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [{ tool: 'danger', args: { text: 'x' } }] }]);
	await world.job('comment/1', agentRequest());
	const entries = parseEntries(readFileSync(join(world.folder, 'journal.jsonl')));
	const context = entries.find((entry) => entry.type === 'context');
	expect(context?.type === 'context' ? context.report?.preview : '').toContain('"budget":32000');
	world.comments.push({
		...(world.comments[0] as Comment),
		id: 4000,
		author: maintainer,
		mine: false,
		body: '/approve A1',
	});
	await world.job('comment/4000');
	const [first, second] = world.requests;
	expect(second?.system).toBe(first?.system);
	expect(second?.messages[0]).toEqual(first?.messages[0]);
	expect(second?.messages).toHaveLength(3);
});
