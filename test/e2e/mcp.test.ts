import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalOf, root, Stage } from './stage.ts';

const server = readFileSync(join(root, 'test/fixtures/mcp/server.mjs'), 'utf8');
const policy = `rules:
  - name: documentation
    tools: [mcp__docs__search]
    action: allow
    match: [{ tool: mcp__docs__search, args: { words: a } }]
    not_match: [{ tool: mcp__docs__other, args: {} }]
`;

const search = (words: string) => ({ calls: [{ tool: 'mcp__docs__search', args: { words } }] });
const write = { calls: [{ tool: 'file_write', args: { path: 'notes.md', content: 'secrets' } }] };

function files(how: string, more: Readonly<Record<string, string>> = {}) {
	const config = `mcp:\n  docs:\n    command: [node, tools/server.mjs, ${how}]\n    env: { SHELF: lower }\n`;
	return { 'tools/server.mjs': server, '.github/countersign.yml': config, ...more };
}

const freely = (how: string) => {
	const all = files(how, { '.github/own.yml': policy });
	return { ...all, '.github/countersign.yml': `${all['.github/countersign.yml']}policies: [.github/own.yml]\n` };
};

const script = (...turns: readonly object[]) => JSON.stringify({ turns: [...turns, { text: 'done' }] });
type Journal = ReturnType<typeof journalOf>;
const attempts = (journal: Journal) =>
	journal.filter(({ type }) => type === 'tool_attempt').map((entry) => `${entry['decision']} ${entry['matched_rule']}`);
const results = (journal: Journal) =>
	journal.filter(({ type }) => type === 'tool_result').map((entry) => (entry['output'] as { preview: string }).preview);

test('a server that a policy allows needs no approval, until it changes its tools', async () => {
	await using stage = await Stage.open({
		files: freely('changes-description'),
		script: script(search('one'), search('x'), search('two')),
	});
	const end = await stage.say('maintainer', '/agent look it up');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	const journal = journalOf(end);
	expect(attempts(journal)).toEqual(['allow documentation', 'block invalid-arguments', 'allow documentation']);
	expect(results(journal)).toEqual([
		'search found one (call 1, lower)',
		expect.stringContaining('`words`: '),
		expect.stringContaining('changed its tools during this run (mcp__docs__search: its description is another)'),
	]);
});

test('a server without a policy needs approval, and starts again on another machine', async () => {
	await using stage = await Stage.open({ files: files('well'), script: script(search('one')) });
	const first = await stage.say('maintainer', '/agent look it up');
	expect(first.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	const asked = (await stage.comments()).find(({ body }) => body.includes('A1 ·'))?.body;
	expect(asked).toContain(
		'- runs `mcp__docs__search` of the MCP server docs (`node tools/server.mjs well`) in the sandbox, which may read the checkout',
	);
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	expect(results(journalOf(end))).toEqual(['search found one (call 1, lower)']);
});

test('a server that describes its tools differently on another machine is refused, even if approved', async () => {
	await using stage = await Stage.open({ files: files('reads-notes'), script: script(write, search('one')) });
	const first = await stage.say('maintainer', '/agent look it up');
	expect(first.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	expect(results(journalOf(end)).at(-1)).toContain('(mcp__docs__search: its description is another)');
});

test('a server does not start again if the run changed its program', async () => {
	const change = { calls: [{ tool: 'file_write', args: { path: 'tools/server.mjs', content: 'mine' } }] };
	await using stage = await Stage.open({ files: files('well'), script: script(change, search('one')) });
	await stage.say('maintainer', '/agent look it up');
	const end = await stage.say('maintainer', '/approve A1');
	expect(results(journalOf(end)).at(-1)).toMatch(
		/is not started, because `tools\/server\.mjs` of its command was changed/,
	);
});

test('a server sees no data of the job, and a server that fails to start costs only its tools', async () => {
	await using stage = await Stage.open({ files: freely('spies'), script: script(search('one')) });
	const end = await stage.say('maintainer', '/agent look it up');
	const entry = journalOf(end).find(({ type }) => type === 'tool_result');
	const output = entry?.['output'] as { sha256: string } | undefined;
	const spied = readFileSync(join(end.outputs['audit-dir'] ?? '', 'blobs', output?.sha256 ?? ''), 'utf8');
	expect(spied).toContain('"SHELF":"lower"');
	expect(spied).not.toMatch(/GITHUB|INPUT|RUNNER|COUNTERSIGN/);

	await using other = await Stage.open({ files: freely('dies-at-once'), script: script(search('one')) });
	const without = await other.say('maintainer', '/agent look it up');
	expect(without).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	const said = 'The MCP server docs ended by itself; it wrote last: no such module.';
	expect(without.log).toContain(said);
	expect(without.summary).toContain('1 warning');
	expect(attempts(journalOf(without))).toEqual(['block unknown-tool']);
});
