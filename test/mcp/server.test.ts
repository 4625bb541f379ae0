import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolDefinition } from '../../src/core/index.ts';
import { createRedactor } from '../../src/journal/index.ts';
import { openServer, type ServerConfig, type ServerContext } from '../../src/mcp/index.ts';
import { sh, temporaryDirectory } from '../sandbox/temporary.ts';
import { ownNode } from '../support/programs-at.ts';

const program = readFileSync(join(process.cwd(), 'test/fixtures/mcp/server.mjs'));

interface Setting {
	readonly config?: Partial<ServerConfig>;
	readonly ground?: Partial<ServerContext>;
	readonly pinned?: readonly ToolDefinition[];
}

/** Starts the small MCP server in the real sandbox; `how` says how it misbehaves. */
async function aServer(how: string, { config = {}, ground = {}, pinned }: Setting = {}) {
	const root = ground.root ?? temporaryDirectory();
	writeFileSync(join(root, 'server.mjs'), program);
	const on: ServerContext = {
		toolchain: ownNode,
		hidden: [],
		sealed: [],
		limits: { wallSeconds: 30 },
		program: '1.2.3',
		redactor: createRedactor(['a-secret-of-the-job']),
		changedInRun: () => false,
		isTracked: () => true,
		...ground,
		root,
	};
	const server = await openServer(
		{ name: 'docs', command: ['node', 'server.mjs', how], env: { SHELF: 'upper' }, writes: false, ...config },
		on,
		pinned,
	);
	onTestFinished(() => server.close());
	const [first] = server.tools;
	const call = (words = 'words') => first?.run({ words }) ?? Promise.resolve({ ok: false, text: 'no tool' });
	return { ...server, root, call, definitions: server.tools.map(({ definition }) => definition) };
}

const refusedChange = (what: RegExp) => ({
	ok: false,
	text: expect.stringMatching(
		new RegExp(
			`^The MCP server docs changed its tools during this run.*${what.source}.*It is not used any more in this run`,
		),
	),
});

describe('an MCP server', () => {
	it('offers its tools with prefixed names and its own descriptions, and answers [seeds 86]', async () => {
		const { definitions, trouble, call } = await aServer('greets');
		expect(trouble).toBeUndefined();
		expect(definitions).toEqual([
			{
				name: 'mcp__docs__search',
				description: 'A tool of the MCP server docs, which says of it: Finds words in the documentation.',
				parameters: {
					type: 'object',
					properties: { words: { type: 'string', minLength: 2, pattern: '^([a-z]+ ?)*$' } },
					required: ['words'],
				},
			},
		]);
		expect(await call()).toEqual({ ok: true, text: 'search found words (call 1, upper)' });
		expect(await call('more')).toEqual({ ok: true, text: 'search found more (call 2, upper)' });
	});

	it('gets only arguments that fit its schema, whose patterns run in linear time', async () => {
		const { tools } = await aServer('well');
		expect(tools[0]?.problem({ words: 'x' })).toMatch(/^The arguments of mcp__docs__search do not fit\. `words`: /);
		expect(tools[0]?.problem({ words: `${'a'.repeat(40)}!` })).toMatch(/`words`: must match "\^\(\[a-z\]\+ \?\)\*\$"/);
	});

	it('can list its tools in pages; only the configured tools are offered', async () => {
		const names = async (tools?: readonly string[]) =>
			(await aServer('lists-in-pages', { config: tools === undefined ? {} : { tools } })).definitions.map(
				({ name }) => name,
			);
		expect(await names()).toEqual(['mcp__docs__search', 'mcp__docs__second']);
		expect(await names(['second'])).toEqual(['mcp__docs__second']);
	});

	it('cannot offer a tool under a built-in name', async () => {
		expect((await aServer('is-like-ours')).definitions.map(({ name }) => name)).toEqual(['mcp__docs__file_read']);
	});

	it('cannot put invisible characters or secrets into a description', async () => {
		const { definitions } = await aServer('writes-hidden');
		expect(definitions[0]?.description).toBe(
			'A tool of the MCP server docs, which says of it: Finds words of [redacted].[2J',
		);
	});

	it.each([
		['names-oddly', /has a tool `a b`; names are of letters/],
		['names-long', /`mcp__docs__…` has at most 64/],
		['describes-long', /describes `search` with more than 4 KB/],
		['has-many', /has more than 128 tools; name some under `tools`/],
		['has-twins', /lists two tools `search`/],
		['has-a-hidden-argument', /characters that nobody sees in the schema of `search`/],
		['has-an-odd-argument', /has an argument `a b` of `search` that no model could give/],
		['has-no-schema', /has a schema for `search` that is none: Unsupported type: banana/],
		['has-a-large-schema', /has a schema of more than 32 KB for `search`/],
		['nests-deeply', /Maximum call stack size exceeded|nests what it says too deeply/],
		['greets-with-icons', /said more than 1000 values in one message, and was ended/],
		['lists-zeros', /answered `tools\/list` with what the protocol does not know: `tools` must be at most 1000 long/],
		['lists-a-long-name', /: `tools\[0\]\.name` must be at most 256 characters/],
		['lists-forever', /lists its tools on more than 20 pages/],
		['dies-at-once', /ended by itself; it wrote last: no such module\. The next call starts it again\./],
	])('that %s has no tools, and the reason is reported', async (how, why) => {
		const { tools, trouble } = await aServer(how);
		expect([tools, trouble]).toEqual([[], expect.stringMatching(why)]);
		expect(trouble).toMatch(/^The MCP server docs /);
	});

	it('that lacks a configured tool is reported, with the nearest name', async () => {
		const { trouble } = await aServer('well', { config: { tools: ['saerch'] } });
		expect(trouble).toBe('The MCP server docs has no tool `saerch`; did you mean `search`?.');
	});

	it('that never answers is stopped', async () => {
		const { trouble } = await aServer('never-answers', { ground: { answerMs: 500 } });
		expect(trouble).toBe(
			'The MCP server docs did not answer `initialize` within 0.5 s, and was ended. The next call starts it again.',
		);
	});

	it('must send all pages of its list within the time of one answer', async () => {
		const { trouble } = await aServer('lists-slowly', { ground: { answerMs: 1_500 } });
		expect(trouble).toMatch(/did not answer `tools\/list` within 1\.5 s, and was ended/);
	});

	it('whose program is missing is reported', async () => {
		const { trouble } = await aServer('well', { config: { command: ['no-such-program'] } });
		expect(trouble).toMatch(/ended by itself; it wrote last: .*no-such-program: not found/);
	});
});

describe('an MCP server that changes during the run', () => {
	it.each([
		['changes-description', /\(mcp__docs__search: its description is another\)/],
		['changes-schema', /\(mcp__docs__search: its schema is another\)/],
		['says-it-changed', /, and said so \(mcp__docs__search: its description is another\)/],
		['loses', /\(mcp__docs__search: it is gone\)/],
	])('is refused from then on: it %s', async (how, what) => {
		const { call } = await aServer(how);
		expect(await call()).toMatchObject({ ok: true });
		expect(await call()).toEqual(refusedChange(what));
		expect(await call()).toEqual(refusedChange(what));
	});

	it('cannot add tools', async () => {
		const { call, tools } = await aServer('gets-more');
		expect([await call(), await call(), tools.length]).toMatchObject([{ ok: true }, { ok: true }, 1]);
	});

	it('is refused on another machine too, where the first call starts it', async () => {
		const { definitions } = await aServer('well');
		const same = await aServer('well', { pinned: definitions });
		expect(await same.call()).toMatchObject({ ok: true });
		const pinned = definitions.map((tool) => ({ ...tool, description: 'As it was.' }));
		const other = await aServer('well', { pinned });
		expect(other.definitions).toEqual(pinned);
		expect(await other.call()).toEqual(refusedChange(/its description is another/));
	});

	it('is not started if the run has changed its program', async () => {
		const asked: string[] = [];
		const changedInRun = (path: string) => {
			asked.push(path);
			return path === 'server.mjs';
		};
		const { trouble } = await aServer('well', { ground: { changedInRun } });
		expect(trouble).toMatch(/is not started, because `server\.mjs` of its command was changed in this run/);
		expect(asked).toEqual(['node', 'server.mjs']);
	});
});

describe('the answer of an MCP server', () => {
	it.each([
		['prints-escapes', { ok: true, text: 'ab\ncd' }],
		['fails', { ok: false, text: 'it is broken' }],
		[
			'answers-an-error',
			{
				ok: false,
				text: expect.stringMatching(/^The MCP server docs refused the call: MCP error -32602: no such words\.$/),
			},
		],
		[
			'answers-nonsense',
			{ ok: false, text: expect.stringMatching(/answered the call with what the protocol does not know/) },
		],
		['answers-structure', { ok: true, text: '{\n  "found": 1\n}' }],
		[
			'answers-much',
			{ ok: true, text: 'see\n[an image (image/png), which is not shown]\n[a link to file:///a]\ninside' },
		],
		[
			'answers-deeply',
			{
				ok: false,
				text: 'The MCP server docs nests what it says too deeply, and was ended. The next call starts it again.',
			},
		],
		['asks-for-sampling/createMessage', { ok: true, text: 'asked, and was told -32601' }],
		['asks-for-roots/list', { ok: true, text: 'asked, and was told -32601' }],
		['asks-for-elicitation/create', { ok: true, text: 'asked, and was told -32601' }],
	])('has the expected text if the server %s', async (how, expected) => {
		expect(await (await aServer(how)).call()).toEqual(expected);
	});

	const unknown = (what: string): string =>
		`The MCP server docs answered the call with what the protocol does not know: ${what}. The next call starts it again.`;

	it.each([
		['answers-zeros', unknown('`content` must be at most 1000 long')],
		['answers-empty-blocks', unknown('`content` must be at most 1000 long')],
		['answers-annotated', 'x'],
		['answers-bad-block', unknown('the type of `content[1]` must be text, image, audio, resource_link, resource')],
		['answers-broken-structure', unknown('`structuredContent` must be an object')],
		['writes-hidden', 'ok'],
		['answers-bare', '[an image (a b), which is not shown]\n[a link to c d]'],
	])('gives its text or only the first error if the server %s', async (how, text) => {
		expect((await (await aServer(how)).call()).text).toBe(text);
	});

	it('is not indented if this would make it long', async () => {
		const { text } = await (await aServer('answers-deep-structure')).call();
		expect(text).toMatch(/^\{"a":\[{90}(0,)+0\]{90}\}$/);
	});

	it('is shortened in the middle if it is too long', async () => {
		const { text } = await (await aServer('answers-long')).call();
		expect(text.length).toBeLessThan(132_000);
		expect(text).toMatch(/^x+\n\[… 268928 bytes left out here …\]\nx+$/);
	});

	it.each([
		['floods-a-line', /wrote a line of more than 4 MB, and was ended/],
		['floods-bytes', /wrote more than 16 MB without being asked, and was ended/],
		['floods-garbage', /wrote on standard output what is no message of the protocol, and was ended/],
		['floods-blank', /wrote on standard output what is no message of the protocol, and was ended/],
		['answers-million', /said more than 100000 values in one message, and was ended/],
		['answers-large-error', /said more than 1000 values in one message, and was ended/],
		['answers-many-times', /said more than 1000 values in one message, and was ended/],
		['floods-messages', /sent more than 10000 messages without being asked, and was ended/],
		['dies', /ended by itself/],
	])('is an error if the server %s, and the next call restarts the server', async (how, why) => {
		const { call } = await aServer(how);
		const first = await call();
		expect(first).toEqual({ ok: false, text: expect.stringMatching(why) });
		expect(first.text).toMatch(/^The MCP server docs .* The next call starts it again\.$/);
		expect((await call()).text).toMatch(how === 'dies' ? /ended by itself/ : why);
	});

	it('is an error if the call takes too long, and no process remains', async () => {
		const { call, root } = await aServer('never-answers-calls', { ground: { limits: { wallSeconds: 1 } } });
		expect((await call()).text).toBe(
			'The MCP server docs did not answer the call within 1 s, and was ended. The next call starts it again.',
		);
		expect(processesIn(root)).toEqual([]);
	});
});

describe('the sandbox of an MCP server', () => {
	it('shows it an empty file in place of a hidden file', async () => {
		const root = temporaryDirectory();
		writeFileSync(join(root, 'notes.md'), 'canary-of-a-step');
		const knows = async (hidden: readonly string[]) =>
			(await aServer('reads-notes', { ground: { root, hidden } })).definitions[0]?.description;
		expect(await knows(['notes.md'])).toMatch(/Knows:$/);
		expect(await knows([])).toMatch(/Knows: canary-of-a-step/);
	});

	it('hides the environment of the job from it', async () => {
		process.env['COUNTERSIGN_TEST_SECRET'] = 'canary-of-the-job';
		onTestFinished(() => void delete process.env['COUNTERSIGN_TEST_SECRET']);
		const { text } = await (await aServer('spies')).call();
		expect(text).toContain('"SHELF":"upper"');
		expect(text).not.toContain('canary-of-the-job');
		expect(sh('cat /proc/$PPID/environ | head -c 0; env', '/', { X: 'canary-of-the-job' })).toContain(
			'canary-of-the-job',
		);
	});

	it('gives it the checkout read-only', async () => {
		const { call, root } = await aServer('writes');
		expect(await call()).toEqual({ ok: true, text: 'refused: EROFS' });
		expect(existsSync(join(root, 'written.txt'))).toBe(false);
	});

	it('ends a server that may write after each call', async () => {
		const { call, root } = await aServer('writes', { config: { writes: true } });
		expect(processesIn(root)).toEqual([]);
		expect(await call('it')).toEqual({ ok: true, text: 'written' });
		expect([readFileSync(join(root, 'written.txt'), 'utf8'), processesIn(root)]).toEqual(['it', []]);
	});

	it('ends with the run', async () => {
		const { close, root } = await aServer('well');
		expect(processesIn(root)).not.toEqual([]);
		close();
		while (processesIn(root).length > 0) await wait(20);
	});
});

/** Returns the processes whose command line contains a folder. */
function processesIn(root: string): readonly string[] {
	return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLine(name).includes(root));
}

function commandLine(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	} catch {
		// The process has ended in the meantime.
		return '';
	}
}
