import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Facts, Mode, Verdict } from '../../../src/core/index.ts';
import { createGate, shippedPatterns, shippedPolicies } from '../../../src/gate/index.ts';
import { localFacts } from '../../../src/workspace/index.ts';

/** A checkout on the disk, and a home beside it. */
export interface Checkout {
	readonly facts: Facts;
	readonly root: string;
	readonly home: string;
	readonly remove: () => void;
}

const ordinary = [
	'README.md',
	'CHANGES.md',
	'package.json',
	'src/a.ts',
	'src/app.py',
	'src/x/y.py',
	'docs/a.md',
	'docs/more/b.md',
	'.git/HEAD',
] as const;

/** Makes a checkout of ordinary files, others besides, and links by the paths at which they stand. `~` is its home. */
export function aCheckout(
	given: { readonly files?: readonly string[]; readonly links?: Readonly<Record<string, string>> } = {},
): Checkout {
	const base = mkdtempSync(join(tmpdir(), 'there-'));
	const [root, home] = [join(base, 'repo'), join(base, 'home')];
	for (const file of ['.ssh/id_rsa', '.aws/credentials', '.bashrc']) write(join(home, file));
	for (const file of [...ordinary, ...(given.files ?? [])]) write(join(root, file));
	for (const [at, to] of Object.entries(given.links ?? {})) {
		mkdirSync(dirname(join(root, at)), { recursive: true });
		symlinkSync(to.replace(/^~/, home), join(root, at));
	}
	const facts = localFacts({ root, home });
	return { facts, root, home, remove: () => rmSync(base, { recursive: true, force: true }) };
}

function write(path: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, 'canary\n');
}

const gate = createGate({
	policies: shippedPolicies(['default']),
	patterns: shippedPatterns(),
	knownTools: 'any',
});

/** Judges a command line by the shipped policies. */
export function judge(command: string, { facts }: Pick<Checkout, 'facts'>, mode: Mode = 'edit'): Verdict {
	return gate.judge({ id: 'c1', name: 'shell_exec', args: { command } }, { facts, mode, grants: [] });
}
