import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { type Checkpoint, CountersignError, sha256, stateKeyFrom } from '../../src/core/index.ts';
import { checkpointLimits, createVault, directoryStore } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const repository = 'octo-org/sample';
const run = '7-0123456789ab';
const key = 'k'.repeat(64);
const secretWord = 'the-words-of-a-private-repository';

function aCheckpoint(count: number): Checkpoint {
	const bytes = Buffer.from(`${secretWord} ${count}`);
	const contents = new Map([[sha256(bytes), bytes]]);
	const line = `{"prev":"${'0'.repeat(64)}","text":"${secretWord}"}\n`;
	return {
		journal: Buffer.from(line.repeat(count)),
		blobs: contents,
		files: contents,
		manifest: { baseSha: 'b'.repeat(40), entries: [{ path: secretWord, mode: '100644', sha256: sha256(bytes) }] },
		label: { run, thread: 7, status: 'waiting', lastApproval: 3, count, head: sha256(`head ${count}`) },
	};
}

const vault = createVault(repository, [key]);
const sealed = (count = 2) => new Map(vault.close(aCheckpoint(count), new Set()));
const codeOf = (read: () => unknown): string => {
	try {
		read();
	} catch (error) {
		if (error instanceof CountersignError) return error.code;
		throw error;
	}
	return 'read';
};
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

describe('a sealed checkpoint', () => {
	it('opens unchanged with the same key, and reveals only run, thread, status, approvals, and count', () => {
		const files = sealed();
		const back = vault.open(files, run);
		expect(text(back.journal)).toBe(text(aCheckpoint(2).journal));
		expect(back.label).toEqual(aCheckpoint(2).label);
		expect(back.manifest).toEqual(aCheckpoint(2).manifest);
		const all = [...files.values()].map(text).join('\n');
		expect(all).not.toContain(secretWord);
		expect(all).not.toContain(Buffer.from(secretWord).toString('base64').slice(0, 20));
		expect(all).not.toContain(aCheckpoint(2).label.head);
		expect(JSON.parse(text(files.get('sealed.json'))).label).toEqual({
			...{ run, thread: 7, status: 'waiting', lastApproval: 3, count: 2 },
		});
		expect(vault.shown(aCheckpoint(2).label)).not.toHaveProperty('head');
	});

	it('is plain text, and differs each time', () => {
		for (const bytes of sealed().values()) expect(text(bytes)).toMatch(/^[\x20-\x7e]+\n$/);
		const [one, other] = [sealed(), sealed()];
		for (const name of ['journal.jsonl', 'workspace.json', 'label.json'])
			expect(text(one.get(name))).not.toBe(text(other.get(name)));
	});

	test('opens with any key of the job, so a `state-key` can be added to a provider key', () => {
		const both = createVault(repository, ['x'.repeat(64), key]);
		expect(both.open(sealed(), run).label.run).toBe(run);
		expect(codeOf(() => vault.open(new Map(both.close(aCheckpoint(2), new Set())), run))).toBe('state-key-wrong');
	});

	test('does not derive a key from a secret that can be guessed', () => {
		expect(stateKeyFrom('ollama', 'openai-api-key')).toBeUndefined();
		const secret = 'made-up-'.repeat(6);
		expect(stateKeyFrom(secret, 'openai-api-key')).toMatch(/^[0-9a-f]{64}$/);
		expect(stateKeyFrom(secret, 'openai-api-key')).not.toBe(stateKeyFrom(secret, 'anthropic-api-key'));
	});

	test.each<[string, string, () => unknown]>([
		['without a key', 'state-key-missing', () => createVault(repository).open(sealed(), run)],
		['with another key', 'state-key-wrong', () => createVault(repository, ['x'.repeat(64)]).open(sealed(), run)],
		[
			'with other keys',
			'state-key-wrong',
			() => createVault(repository, ['x'.repeat(64), 'y'.repeat(64)]).open(sealed(), run),
		],
		['in another repository', 'checkpoint-foreign', () => createVault('octo-org/other', [key]).open(sealed(), run)],
		['as another run', 'checkpoint-foreign', () => vault.open(sealed(), '7-ffffffffffff')],
	])('is refused with its error code %s', (_what, code, read) => {
		expect(codeOf(read)).toBe(code);
	});

	const relabelled = (files: Map<string, Uint8Array>, label: object, rest: object = {}): Map<string, Uint8Array> => {
		const head = JSON.parse(text(files.get('sealed.json')));
		return files.set(
			'sealed.json',
			Buffer.from(JSON.stringify({ ...head, ...rest, label: { ...head.label, ...label } })),
		);
	};
	const swapped = (files: Map<string, Uint8Array>, name: string, from: string, of = files): Map<string, Uint8Array> =>
		new Map([...files, [name, of.get(from) ?? Buffer.alloc(0)]]);
	const otherRun = () => {
		const other = aCheckpoint(2);
		return vault.close({ ...other, label: { ...other.label, run: '7-ffffffffffff' } }, new Set());
	};

	test.each<[string, string, () => Map<string, Uint8Array>]>([
		[
			'a journal of an earlier checkpoint',
			'checkpoint-forged',
			() => swapped(sealed(), 'journal.jsonl', 'journal.jsonl', sealed(1)),
		],
		[
			'a workspace of an earlier checkpoint',
			'checkpoint-forged',
			() => swapped(sealed(), 'workspace.json', 'workspace.json', sealed(1)),
		],
		[
			'a journal of another run',
			'checkpoint-forged',
			() => swapped(sealed(), 'journal.jsonl', 'journal.jsonl', new Map(otherRun())),
		],
		['one file in place of another', 'checkpoint-forged', () => swapped(sealed(), 'workspace.json', 'label.json')],
		[
			'a pack under another number',
			'checkpoint-forged',
			() => swapped(sealed(), 'packs/000001.json', 'packs/000002.json'),
		],
		['the label of another run', 'checkpoint-foreign', () => relabelled(sealed(), { run: '7-ffffffffffff' })],
		['all files of another run, renamed', 'checkpoint-forged', () => relabelled(new Map(otherRun()), { run })],
		['a changed count', 'checkpoint-forged', () => relabelled(sealed(), { count: 9 })],
		['a changed status', 'checkpoint-forged', () => relabelled(sealed(), { status: 'finished' })],
		['fewer approvals', 'checkpoint-forged', () => relabelled(sealed(), { lastApproval: 0 })],
		['an added field in the label', 'checkpoint-forged', () => relabelled(sealed(), { at: '2026-01-01T00:00:00Z' })],
		['another format version', 'checkpoint-forged', () => relabelled(sealed(), {}, { format: 2 })],
		['a plain file', 'checkpoint-forged', () => sealed().set('journal.jsonl', aCheckpoint(2).journal)],
		['an empty file', 'checkpoint-forged', () => sealed().set('label.json', Buffer.alloc(0))],
		['an invalid seal', 'checkpoint-forged', () => sealed().set('sealed.json', Buffer.from('[]'))],
	])('with %s is refused with its error code', (_what, code, files) => {
		expect(codeOf(() => vault.open(files(), run))).toBe(code);
	});

	it('is refused if any one character of any file was changed', () => {
		const whole = sealed();
		for (const [name, bytes] of whole) {
			if (name === 'sealed.json') continue;
			for (const at of [0, 17, 30, Math.floor(bytes.length / 2), bytes.length - 8]) {
				const changed = Buffer.from(bytes);
				changed[at] = changed[at] === 0x41 ? 0x42 : 0x41;
				expect(
					codeOf(() => vault.open(new Map([...whole, [name, changed]]), run)),
					`${name} at ${at}`,
				).toBe('checkpoint-forged');
			}
		}
	});

	it.each(['journal.jsonl', 'workspace.json', 'label.json'])('without %s is refused as truncated', (name) => {
		const files = sealed();
		files.delete(name);
		expect(codeOf(() => vault.open(files, run))).toBe('checkpoint-truncated');
	});
});

describe('a plain checkpoint', () => {
	const plain = (count = 2) => new Map(createVault(repository).close(aCheckpoint(count), new Set()));

	it('is refused if there is a key, and the error says what to do', () => {
		expect(() => vault.open(plain(), run)).toThrow(
			expect.objectContaining({
				code: 'checkpoint-unsealed',
				fix: expect.stringMatching(/^Start it again with a new \/agent comment: an earlier version saved it/),
			}),
		);
		expect(createVault(repository).open(plain(), run).label.run).toBe(run);
	});

	it('that replaces a sealed one is refused, whatever files it keeps from it', () => {
		const files = new Map([...vault.close(aCheckpoint(2), new Set()), ...plain()]);
		files.delete('sealed.json');
		expect(codeOf(() => vault.open(files, run))).toBe('checkpoint-unsealed');
		files.delete('packs/000002.json');
		expect(codeOf(() => vault.open(files, run))).toBe('checkpoint-unsealed');
	});

	test.each<[string, string, () => Map<string, Uint8Array>]>([
		['no workspace', 'checkpoint-truncated', () => new Map([...plain()].filter(([name]) => name !== 'workspace.json'))],
		[
			'content that differs from its hash',
			'checkpoint-forged',
			() => plain().set('packs/000003.json', Buffer.from(JSON.stringify({ [sha256('a')]: 'Yg==' }))),
		],
		[
			'a key that is special in JavaScript',
			'checkpoint-forged',
			() => plain().set('packs/000003.json', Buffer.from('{"constructor":"eA=="}')),
		],
		[
			'a workspace that is code',
			'checkpoint-forged',
			() => plain().set('workspace.json', Buffer.from('module.exports = {}')),
		],
		[
			'a journal of too many lines',
			'checkpoint-too-large',
			() => plain().set('journal.jsonl', Buffer.from('\n'.repeat(checkpointLimits.journalEntries + 1))),
		],
	])('with %s is refused with its error code', (_what, code, files) => {
		expect(codeOf(() => createVault(repository).open(files(), run))).toBe(code);
	});

	it('with keys that are special in JavaScript changes no object', () => {
		const label = text(plain().get('label.json')).replace(
			'{',
			'{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},',
		);
		const { label: read } = createVault(repository).open(plain().set('label.json', Buffer.from(label)), run);
		expect(read).toEqual(aCheckpoint(2).label);
		expect('polluted' in read || 'polluted' in {}).toBe(false);
	});

	it('that is too large to open is not saved either', () => {
		const journal = Buffer.alloc(checkpointLimits.fileBytes + 1, 0x20);
		expect(codeOf(() => createVault(repository).close({ ...aCheckpoint(1), journal }, new Set()))).toBe(
			'checkpoint-too-large',
		);
	});
});

describe('a folder of runs', () => {
	const alive = () => true;

	it('is sealed by the same vault, and lists its labels without a key', async () => {
		using folder = temporaryFolder();
		await directoryStore(folder.path, alive, vault).save(aCheckpoint(2));
		const version = join(folder.path, 'runs', run, '1');
		for (const name of readdirSync(version, { recursive: true, encoding: 'utf8' }))
			if (name.includes('.')) expect(readFileSync(join(version, name), 'utf8')).not.toContain(secretWord);
		expect((await directoryStore(folder.path, alive, vault).load(run))?.label).toEqual(aCheckpoint(2).label);
		const keyless = directoryStore(folder.path, alive, createVault(repository));
		expect(await keyless.labels(7)).toEqual([vault.shown(aCheckpoint(2).label)]);
		await expect(keyless.load(run)).rejects.toMatchObject({ code: 'state-key-missing' });
	});

	it('with a file that no checkpoint has is refused', async () => {
		using folder = temporaryFolder();
		const store = directoryStore(folder.path, alive);
		await store.save(aCheckpoint(1));
		const path = join(folder.path, 'runs', run, '1', 'hook.js');
		writeFileSync(path, 'boom()');
		expect(existsSync(path)).toBe(true);
		await expect(store.load(run)).rejects.toMatchObject({ code: 'checkpoint-forged' });
	});
});
