import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { type Delivery, type EntryOf, sha256, standingReach, type Verdict } from '../../src/core/index.ts';
import { createRedactor } from '../../src/journal/index.ts';
import { requestComments } from '../../src/report/index.ts';
import { deliveryEvidence } from '../../src/run/calls/delivered-evidence.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { aContext, aGate, aShippedPolicy, aWorkspace } from '../gate/support.ts';
import { aRepository, putFiles, sh } from '../sandbox/temporary.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, World } from '../support/world.ts';

const workflow = '.github/workflows/ci.yml';
const call = { id: 'c1', name: 'open_pull_request', args: { title: 'T', body: 'B' } };
const token = 'a-token-of-this-very-job';

interface Shown {
	readonly verdict: Verdict;
	/** The request's comments, or undefined if they are too long. */
	readonly comments: readonly string[] | undefined;
	readonly text: string;
}

function shown(delivery: Delivery, policy = 'default'): Shown {
	const facts = aWorkspace({ delivered: () => delivery.files });
	const verdict = aGate({ policies: ['floor', policy].map(aShippedPolicy) }).judge(call, aContext({ facts }));
	const { rule: matched_rule, risk: risk_level } = verdict;
	const attempt = { ...verdict, tool_name: call.name, matched_rule, risk_level, binding: 'ab'.repeat(32) };
	const comments = requestComments({
		items: [
			{
				id: 'A1',
				call,
				verdict: attempt as unknown as EntryOf<'tool_attempt'>,
				again: false,
				delivery: deliveryEvidence(delivery, verdict, createRedactor([token])),
			},
		],
		asked: '2026-11-21T12:00:00.000Z',
		expires: '2026-11-22T12:00:00.000Z',
		said: '',
		requester: 'octocat',
		standing: standingReach({}),
	})?.map((comment) => comment.text);
	return { verdict, comments, text: (comments ?? []).join('\n') };
}

/** Returns the delivery of a real checkout after this change. */
async function delivered(files: Readonly<Record<string, string>>, change: (root: string) => void): Promise<Delivery> {
	const { root, baseSha } = aRepository(files);
	change(root);
	return (await openWorkspace(root, baseSha)).delivery();
}

describe('the request for a delivery shows', () => {
	it('the difference of a file that a rule asks about, and the number of others', async () => {
		const delivery = await delivered({ [workflow]: 'on: push\njobs: {}\n', 'src/a.ts': 'a\n' }, (root) =>
			putFiles(root, { [workflow]: 'on: pull_request_target\njobs: {}\n', 'src/a.ts': 'secretly other\n' }),
		);
		const { text } = shown(delivery);
		expect(text).toContain(`##### It would deliver \`${workflow}\`: changed\n\`\`\`diff\n--- a/${workflow}`);
		expect(text).toContain('-on: push\n+on: pull_request_target\n jobs: {}\n');
		expect(text).toContain('**Not shown here:** the content of 1 file of the list above, because no rule requires');
		expect(text).not.toContain('secretly other');
	});

	it('files that are new, deleted, made executable or empty', async () => {
		const delivery = await delivered({ [workflow]: 'on: push\n', '.husky/pre-commit': 'npm test\n' }, (root) => {
			sh(`rm ${workflow}; : > .github/workflows/empty.yml`, root);
			chmodSync(join(root, '.husky/pre-commit'), 0o755);
			putFiles(root, { '.husky/post-checkout': 'curl https://e.example\n' });
		});
		const { text } = shown(delivery);
		expect(text).toContain(`\`${workflow}\`: deleted, was an ordinary file\n`);
		expect(text).toContain('+++ /dev/null\n@@ -1,1 +0,0 @@\n-on: push\n');
		expect(text).toContain('`.github/workflows/empty.yml`: new, an ordinary file (mode 100644)\n\nIt is empty.');
		expect(text).toContain('`.husky/post-checkout`: new, an ordinary file (mode 100644)\n');
		expect(text).toContain('+curl https://e.example\n');
		expect(text).toContain(
			'`.husky/pre-commit`: an ordinary file becomes an executable file (mode 100644 → 100755)\n\nIts content does not change.',
		);
	});

	it('the target of a link, and a file that becomes a link', async () => {
		const delivery = await delivered({ 'AGENTS.md': 'Be kind.\n', 'src/a.ts': 'a\n' }, (root) => {
			sh('rm AGENTS.md', root);
			symlinkSync('src/a.ts', join(root, 'AGENTS.md'));
			symlinkSync('/etc/passwd', join(root, 'look'));
		});
		const { text } = shown(delivery, 'strict');
		expect(text).toContain('`look`: new, a symbolic link (mode 120000)');
		expect(text).toContain('+/etc/passwd\n\\ No newline at end of file');
		expect(text).toContain('an ordinary file becomes a symbolic link (mode 100644 → 120000)');
		expect(text).toContain('-Be kind.\n+src/a.ts\n');
	});

	it('size and digest of a file that is not text, and that it is approved unseen', async () => {
		const bytes = Buffer.from([0, 1, 2, 255]);
		const delivery = await delivered({ 'src/a.ts': 'a\n' }, (root) => {
			putFiles(root, { '.husky/x': 'x' });
			writeFileSync(join(root, '.husky/x'), bytes);
		});
		const { text } = shown(delivery);
		expect(text).toContain(
			`**Not shown**, because it is not text. Before: none. After: 4 bytes, SHA-256 \`${sha256(bytes)}\`. If you approve, you approve this file without seeing it.`,
		);
	});

	it('no credential, but the registry of packages', async () => {
		const base = { '.npmrc': 'registry=https://registry.npmjs.org/\n', [workflow]: `a: ${token}\n` };
		const asked = async (npmrc: string) =>
			shown(await delivered(base, (root) => putFiles(root, { '.npmrc': npmrc, [workflow]: 'a: b\n' }))).text;
		const plain = await asked('registry=https://evil.example/\n');
		expect(plain).toContain('+registry=https://evil.example/\n');
		expect(plain).not.toContain(token);
		expect(plain).toMatch(
			/ci\.yml`: changed\n\n\*\*Not shown\*\*, because it contains a credential\. Before: 28 bytes/,
		);
		expect(await asked('//evil.example/:_authToken=abcdefgh\n')).not.toContain('abcdefgh');
	});

	it('a large file by its digest, but no request if it is also a workflow', async () => {
		const text = `${'a line\n'.repeat(40_000)}`;
		const large = await delivered({ 'a.txt': 'a\n' }, (root) => putFiles(root, { 'a.txt': text }));
		expect(shown(large).text).toContain(
			`\`a.txt\`: changed\n\n**Not shown**, because it is too long. Before: 2 bytes, SHA-256 \`${sha256('a\n')}\`. After: ${text.length} bytes, SHA-256 \`${sha256(text)}\`. If you approve, you approve this file without seeing it.`,
		);
		const both = await delivered({ [workflow]: 'a\n' }, (root) => putFiles(root, { [workflow]: text }));
		expect(shown(both).verdict.effects).toMatchObject([{}, { what: 'workflow' }, { what: 'large' }]);
		expect(shown(both).comments).toBeUndefined();
	});

	it('generated code if it is short enough to read', async () => {
		const shownOf = async (text: string) =>
			shown(await delivered({ a: 'a\n' }, (root) => putFiles(root, { 'dist/a.js': text }))).text;
		expect(await shownOf('let a = 1;\n')).toContain('+let a = 1;\n');
		expect(await shownOf('let a = 1;\n'.repeat(2_000))).toContain('**Not shown**, because it is too long.');
	});

	it('each of many deletions by name, and a short one in full', async () => {
		const names = Array.from({ length: 300 }, (_, index) => `old/${index}.txt`);
		const content = (name: string) => (name === 'old/7.txt' ? 'short\n' : `${name}\n`.repeat(200));
		const delivery = await delivered(Object.fromEntries(names.map((name) => [name, content(name)])), (root) =>
			sh('rm -r old', root),
		);
		const { text } = shown(delivery);
		expect(text).toContain('delivers the deletion of 300 files under `old/`');
		expect(text.match(/: deleted, was an ordinary file/g)).toHaveLength(300);
		expect(text.match(/\*\*Not shown\*\*, because it is too long/g)).toHaveLength(299);
		expect(text).toContain('-short\n');
	});

	it('every file if a rule asks about every file', async () => {
		const delivery = await delivered({ 'src/a.ts': 'a\n' }, (root) => putFiles(root, { 'src/a.ts': 'b\n' }));
		const effects = [{ kind: 'deliver', path: 'src/a.ts', change: 'changed', what: 'ordinary' }] as const;
		const match = { decision: 'confirm', evidence: 'open_pull_request: delivers `src/a.ts` (changed)' };
		const verdict = { effects, matches: [match] } as unknown as Verdict;
		const evidence = deliveryEvidence(delivery, verdict, createRedactor([]));
		expect(evidence).toMatchObject({ files: [{ path: 'src/a.ts' }], others: 0 });
	});
});

const registry = 'https://registry.npmjs.org';
/** Returns an npm lockfile with this many packages and special fields for some of them. */
function aLock(count: number, special: Readonly<Record<string, object>> = {}): string {
	const packages = Object.fromEntries(
		Array.from({ length: count }, (_, index) => {
			const name = `package-${index}`;
			const locked = {
				version: '1.0.0',
				resolved: `${registry}/${name}/-/${name}-1.0.0.tgz`,
				integrity: 'sha512-aaaa',
			};
			return [`node_modules/${name}`, { ...locked, license: 'MIT', ...special[name] }];
		}),
	);
	return `${JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...packages } }, null, 2)}\n`;
}

describe('a lockfile', () => {
	const lockOf = (before: string, after: string, path = 'package-lock.json') =>
		delivered({ [path]: before }, (root) => putFiles(root, { [path]: after }));

	it('is shown like any file if its difference is short', async () => {
		const { text } = shown(await lockOf(aLock(3), aLock(4)));
		expect(text).toContain('+    "node_modules/package-3": {');
		expect(text).not.toContain('too long to read');
	});

	it('is shown as its changed packages, with anything unusual about them', async () => {
		const old = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`package-${i}`, { version: '0.9.0' }]));
		const odd = {
			'package-7': { resolved: 'https://evil.example/p.tgz' },
			'package-8': { integrity: undefined },
			'package-9': { hasInstallScript: true },
		};
		const after = aLock(300, odd);
		const { text, comments } = shown(await lockOf(aLock(300, old), after));
		expect(comments).toHaveLength(1);
		expect(text).toContain('The difference is too long to read. This is every package that is added, removed or');
		expect(text).toContain(`SHA-256 \`${sha256(after)}\``);
		expect(text).toContain('+node_modules/package-6 1.0.0\n');
		expect(text).toContain('+node_modules/package-7 1.0.0 from https://evil.example/p.tgz\n');
		expect(text).toContain(
			'+node_modules/package-8 1.0.0 from https://registry.npmjs.org/package-8/-/package-8-1.0.0.tgz without a digest\n',
		);
		expect(text).toContain('+node_modules/package-9 1.0.0 hasInstallScript=true\n');
		expect(text.match(/^[-+]node_modules\//gm)).toHaveLength(600);
	});

	it('is shown with a note if no package changes', async () => {
		const licensed = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`package-${i}`, { license: `L${i}` }]));
		const { text } = shown(await lockOf(aLock(300), aLock(300, licensed)));
		expect(text).toContain('No package is added, removed or changed in any of these ways.');
	});

	it('is read in both sections, and shown line by line if one section is unreadable', async () => {
		const old = (version: string, more = {}) => {
			const one = { version, resolved: `https://evil.example/${'x'.repeat(21_000)}`, dependencies: { b: { version } } };
			return JSON.stringify({ lockfileVersion: 2, packages: {}, dependencies: { a: one }, ...more }, null, 1);
		};
		const { text } = shown(await lockOf(old('1.0.0'), old('2.0.0')));
		expect(text).toMatch(/^\+node_modules\/a 2\.0\.0 from https:\/\/evil\.example\/x+ without a digest$/m);
		expect(text).toContain('+node_modules/a/node_modules/b 2.0.0\n');
		const odd = shown(await lockOf(old('1.0.0'), old('1.0.0', { packages: { 'node_modules/a': 'y'.repeat(21_000) } })));
		expect(odd.text).toContain('This is every changed line, without the lines around it.');
	});

	it('is shown with a changed digest of the same version', async () => {
		const swapped = Object.fromEntries(
			Array.from({ length: 300 }, (_, i) => [`package-${i}`, { integrity: `sha512-b${i}` }]),
		);
		const { text } = shown(await lockOf(aLock(300), aLock(300, swapped)));
		expect(text).toContain('-node_modules/package-4 1.0.0 sha512-aaaa\n');
		expect(text).toContain('+node_modules/package-4 1.0.0 sha512-b4\n');
	});

	it('is shown with linked program names, and package names cannot add lines', async () => {
		const odd = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`package-${i}`, { license: `L${i}` }]));
		const bin = { ...odd, 'package-5': { bin: { tsc: 'other.js' } } };
		const { text } = shown(await lockOf(aLock(300), aLock(300, bin)));
		expect(text).toContain('+node_modules/package-5 1.0.0 sha512-aaaa bin={"tsc":"other.js"}\n');
		const forged = 'node_modules/a 1.0.0\n-node_modules/evil';
		const after = aLock(300, odd).replace('node_modules/package-5"', `${JSON.stringify(forged).slice(1)}`);
		expect(shown(await lockOf(aLock(300), after)).text).toContain(`+${JSON.stringify(forged)} 1.0.0 from`);
	});

	it('of another format is shown as all changed lines, if they fit', async () => {
		const yarn = (count: number, version: string) =>
			Array.from(
				{ length: count },
				(_, i) => `p${i}@^1:\n  version "${version}"\n  resolved "${registry}/p${i}.tgz"\n`,
			);
		const [before, after] = ['1.0.0', '1.1.0'].map((version) => yarn(1500, version).join('\n'));
		const { text } = shown(await lockOf(before ?? '', after ?? '', 'yarn.lock'));
		expect(text).toContain('This is every changed line, without the lines around it.');
		expect(text.match(/^\+ {2}version "1\.1\.0"$/gm)).toHaveLength(1500);
		expect(text).not.toMatch(/^ p7@/m);
		expect(shown(await lockOf('', yarn(4000, '1').join('\n'), 'yarn.lock')).comments).toBeUndefined();
	});
});

describe('a delivery in a run', () => {
	const deliver = { tool: 'open_pull_request', args: { title: 'T', body: 'B' } };
	const real = aGate();

	function aWorld(folder: string, text: string): World {
		const append = { tool: 'append', args: { path: workflow, text } };
		const world = new World(join(folder, 'job'), [{ calls: [append] }, { calls: [deliver] }, { text: 'Done.' }]);
		world.base.set(workflow, 'on: push\n');
		world.disk.set(workflow, 'on: push\n');
		const { gate } = world;
		world.gate = { judge: (one, context) => (one.name === deliver.tool ? real : gate).judge(one, context) };
		return world;
	}

	test('is judged and shown again if it changed since its verdict', async () => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, 'x: 1\n');
		const { gate } = world;
		let judged = 0;
		const judge: typeof gate.judge = (one, context) => {
			const verdict = gate.judge(one, context);
			// The delivery has already been read when the gate judges.
			if (one.name === deliver.tool && ++judged === 1) world.disk.set(workflow, 'on: push\nx: 2\n');
			return verdict;
		};
		world.gate = { judge };
		expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
		expect(judged).toBe(2);
		expect(world.comments.map(({ body }) => body).join('\n')).not.toContain('+x: 1');
		expect(world.comments.at(-1)?.body).toContain(' on: push\n+x: 2\n');
	});

	test('is refused with advice, and nobody is asked, if its difference does not fit', async () => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, 'x: y\n'.repeat(40_000));
		expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'failed', reason: 'not-delivered' });
		const told = JSON.stringify(world.requests.at(-1)?.messages.at(-1));
		expect(told).toContain(`the difference of every file that a rule asks about: \`${workflow}\``);
		expect(told).toContain('put some of these back as the base commit has them');
	});
});
