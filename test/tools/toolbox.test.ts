import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CountersignError, type Forge, type JsonValue } from '../../src/core/index.ts';
import { createToolbox, toolDefinitions, toolSchemas } from '../../src/tools/index.ts';
import { sh } from '../sandbox/temporary.ts';
import { testServices } from './tool-services.ts';

interface Declared {
	readonly name: string;
	readonly description: string;
	readonly parameters: JsonValue;
}

/** What the shipped skills tell the model. */
function declaredTools(): readonly Declared[] {
	const root = join(process.cwd(), 'skills');
	return readdirSync(root).flatMap((name) => {
		const [, head = ''] = readFileSync(join(root, name, 'SKILL.md'), 'utf8').split(/^---$/m);
		return ((parse(head) as { tools?: Declared[] }).tools ?? []).filter((tool) => tool.name in toolSchemas);
	});
}

function withoutDescriptions(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(withoutDescriptions);
	if (typeof value !== 'object' || value === null) return value;
	const kept = Object.entries(value).filter(([key, inner]) => key !== 'description' || typeof inner === 'object');
	return Object.fromEntries(kept.map(([key, inner]) => [key, withoutDescriptions(inner as JsonValue)]));
}

describe('the tool definitions', () => {
	it('match the shipped skills [seeds 71]', () => {
		const declared = declaredTools();
		expect(declared.map((tool) => tool.name).sort()).toEqual(toolDefinitions.map((tool) => tool.name).sort());
		for (const tool of declared) {
			expect(withoutDescriptions(tool.parameters), tool.name).toEqual({ ...toolSchemas[tool.name] });
		}
	});

	it('match the list in docs/tools.md', () => {
		const rows = readFileSync(join(process.cwd(), 'docs', 'tools.md'), 'utf8')
			.split('\n')
			.filter((line) => /^\| `/.test(line));
		const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
		expect(names.sort()).toEqual(toolDefinitions.map((tool) => tool.name).sort());
	});

	it('limit which tools can be called [seeds 86]', async () => {
		const { services, call } = await testServices();
		const only = toolDefinitions.filter((tool) => tool.name === 'file_read');
		const toolbox = createToolbox({ ...services, definitions: only });
		expect(toolbox.definitions()).toEqual(only);
		const asked = { id: '1', name: 'shell_exec', args: { command: 'true' } };
		expect(await toolbox.run(asked, { callId: '1', effects: [] })).toEqual({
			ok: false,
			text: 'There is no tool `shell_exec`. There are: file_read.',
		});
		expect(await call('constructor', {})).toMatchObject({ ok: false });
	});
});

describe('invalid arguments are reported', () => {
	it.each([
		['file_read', {}, '`path`'],
		['file_read', { path: 1 }, '`path`'],
		['file_read', { path: 'a', limt: 2 }, '`limt`: no such argument'],
		['file_read', { path: 'a', offset: 0 }, '`offset`'],
		['file_read', { path: 'a', limit: 1.5 }, '`limit`'],
		['shell_exec', { command: 'true', timeout_seconds: -1 }, '`timeout_seconds`'],
		['git_status', { path: 'x' }, '`path`: no such argument'],
	])('%s %j', async (name, args, problem) => {
		const { call } = await testServices();
		const { ok, text } = await call(name, args);
		expect(ok).toBe(false);
		expect(text).toContain(`The arguments of ${name} do not fit. ${problem}`);
		expect(text).toContain('Expected: {');
	});
});

describe('an error', () => {
	it('of the file system is reported without a path of the machine', async () => {
		const { services } = await testServices();
		const full = Object.assign(new Error("ENOSPC: no space left on device, open '/srv/secret'"), { code: 'ENOSPC' });
		const workspace = { ...services.workspace, snapshot: () => Promise.reject(full) };
		const toolbox = createToolbox({ ...services, workspace });
		expect(await toolbox.run({ id: '1', name: 'git_status', args: {} }, { callId: '1', effects: [] })).toEqual({
			ok: false,
			text: 'The file system refused: the disk is full (ENOSPC).',
		});
	});

	it.each(['EAGAIN', 'EBUSY', 'EMFILE', 'ENFILE', 'ESTALE'])(
		'that is temporary is marked as such: %s',
		async (code) => {
			const { services } = await testServices();
			const workspace = {
				...services.workspace,
				snapshot: () => Promise.reject(Object.assign(new Error(code), { code })),
			};
			const toolbox = createToolbox({ ...services, workspace });
			const output = await toolbox.run({ id: '1', name: 'git_status', args: {} }, { callId: '1', effects: [] });
			expect(output).toMatchObject({ ok: false, transient: true, text: expect.stringContaining(`(${code}).`) });
		},
	);

	it('about a file name that is too long is reported', async () => {
		const { call } = await testServices();
		expect(await call('file_write', { path: 'x'.repeat(300), content: 'x' })).toMatchObject({
			ok: false,
			text: expect.stringContaining('cannot be resolved'),
		});
	});

	it('of the checkout is reported with what to do', async () => {
		const { root, call } = await testServices();
		sh('git sparse-checkout set --no-cone none', root);
		expect(await call('git_status', {})).toMatchObject({
			ok: false,
			text: expect.stringContaining('Remove `sparse-checkout`'),
		});
	});

	it('of GitHub is thrown', async () => {
		const { services } = await testServices();
		const outage = new CountersignError({ code: 'github-unreachable', message: 'down', fix: 'wait' });
		const forge = { upsertComment: () => Promise.reject(outage) } as unknown as Forge;
		const toolbox = createToolbox({ ...services, forge });
		const call = { id: '1', name: 'comment', args: { body: 'hello' } };
		await expect(toolbox.run(call, { callId: '1', effects: [] })).rejects.toBe(outage);
	});
});
