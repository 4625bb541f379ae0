import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noToolchain } from '../../src/core/index.ts';
import { openServer } from '../../src/mcp/index.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { sh, temporaryDirectory } from '../sandbox/temporary.ts';

const base = ['.gitignore', 'index.js', 'tools/server.mjs', 'tools/server.py', 'tools/run', 'manuals/a.md'];

interface Setting {
	/** The files that the run has changed. */
	readonly changed?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** True if the run has not started yet. */
	readonly first?: boolean;
}

/** Returns true if the server is started in a real checkout, else the reason. The program does not exist, so it ends at once. */
async function isStarted(command: readonly string[], { changed = [], env = {}, first = false }: Setting) {
	const root = temporaryDirectory();
	const put = (path: string, text: string): void => {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	};
	for (const path of base) put(path, path === '.gitignore' ? 'node_modules\n' : 'process.exit(1)');
	sh('git init -q && git add . && git -c user.name=octocat -c user.email=octocat@example.com commit -qm a', root);
	for (const path of changed) put(path, 'mine');
	const { facts, paths } = await openWorkspace(root, sh('git rev-parse HEAD', root).trim());
	const tracked = await paths();
	const pinned = [{ name: 'mcp__docs__search', description: 'd', parameters: { type: 'object', properties: {} } }];
	const ground = {
		root,
		toolchain: noToolchain,
		hidden: [],
		sealed: [],
		limits: {},
		program: '1',
		redactor: { redact: (text: string) => text },
		changedInRun: facts.changedInRun,
		isTracked: (path: string) => tracked.some((file) => file === path || file.startsWith(`${path}/`)),
	};
	const config = { name: 'docs', command, env, writes: false };
	const server = await openServer(config, ground, first ? undefined : pinned);
	const text = first ? (server.trouble ?? '') : ((await server.tools[0]?.run({}))?.text ?? '');
	server.close();
	return text.includes('is not started') ? text : true;
}

const outside = '/opt/docs/server.mjs';

describe('an MCP server is not started again if the run has changed', () => {
	it.each<[readonly string[], string]>([
		[['node', '.'], 'index.js'],
		[['node', '..'], 'index.js'],
		[['node', 'tools/..'], 'manuals/new.md'],
		[['node', 'tools/server'], 'tools/server.mjs'],
		[['node', 'tools/server'], 'tools/server.js'],
		[['node', 'tools'], 'tools/package.json'],
		[['node', 'tools/server.mjs', '--shelves=other,manuals'], 'manuals/new.md'],
		[['node', outside, '-Imanuals'], 'manuals/a.md'],
		[['node', outside, 'file:manuals/a.md'], 'manuals/a.md'],
		[['node', outside, 'man*/*.md'], 'manuals/a.md'],
		[['node', '/proc/self/cwd/tools/server.mjs'], 'tools/server.mjs'],
		[['node', '-e', 'import("./tools/server.mjs")'], 'tools/server.mjs'],
		[['node', '--test', outside], 'tools/a.test.js'],
		[['sh', '-c', 'exec node tools/server.mjs'], 'tools/server.mjs'],
		[['npx', 'docs'], 'index.js'],
		[['npx', 'docs'], 'node_modules/docs/index.js'],
		[['make', 'docs'], 'Makefile'],
		[['python3', '-m', 'docs'], 'docs.py'],
		[['python3', 'tools/server.py'], 'tools/json.py'],
		[['tools/run'], 'tools/run'],
		[['/usr/bin/docs'], 'index.js'],
		[['node', 'node_modules/docs/index.js'], 'node_modules/docs/index.js'],
	])('%j: %s', async (command, path) => {
		expect(await isStarted(command, { changed: [path] })).toMatch(
			/^The MCP server docs is not started, because .* in this run((?!next call).)*\.$/,
		);
	});

	it.each([
		[{ NODE_OPTIONS: '--import ./tools/other.mjs' }, 'tools/other.mjs'],
		[{ PYTHONPATH: 'lib:' }, 'json.py'],
		[{ SHELF: 'other:manuals' }, 'manuals/a.md'],
	])('a file that a variable names: %j: %s', async (env, path) => {
		expect(await isStarted(['node', outside], { env, changed: [path] })).toMatch(/is not started/);
	});

	it('a file that an outside link leads to', async () => {
		const link = join(temporaryDirectory(), 'link');
		const root = temporaryDirectory();
		writeFileSync(join(root, 'server.mjs'), 'mine');
		symlinkSync(root, link);
		const ground = {
			root,
			toolchain: noToolchain,
			hidden: [],
			sealed: [],
			limits: {},
			program: '1',
			redactor: { redact: String },
		};
		const facts = { changedInRun: (path: string) => path === 'server.mjs', isTracked: () => true };
		const command = ['node', join(link, 'server.mjs')];
		const { trouble } = await openServer({ name: 'docs', command, env: {}, writes: false }, { ...ground, ...facts });
		expect(trouble).toMatch(/because `server\.mjs` of its command was changed/);
	});
});

describe('an MCP server is started', () => {
	it.each<[readonly string[], Setting]>([
		[['node', 'tools/server.mjs', 'manuals'], { changed: ['notes.md', 'index.js'] }],
		[['node', outside], { changed: ['index.js', 'node_modules/a.js'], env: { LOG_LEVEL: 'error' } }],
		[['tools/run', '--port=80'], { changed: ['notes.md'] }],
		[['no-such-program', 'docs'], {}],
		[['no-such-program', 'docs'], { changed: ['node_modules/docs/index.js', 'made-by-a-step.txt'], first: true }],
		[['node', 'node_modules/docs/index.js'], { changed: ['node_modules/docs/index.js'], first: true }],
	])('%j, %j', async (command, setting) => {
		expect(await isStarted(command, setting)).toBe(true);
	});

	it('the first time only if its files are as committed', async () => {
		const setting = { changed: ['tools/server.mjs'], first: true };
		expect(await isStarted(['node', 'tools/server'], setting)).toMatch(/is not started/);
	});
});
