import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { locateRepository } from './locate-repository.ts';
import { minimalConfig } from './minimal-config.ts';

/** A private, temporary git directory with the objects and refs of the real one, but without its configuration. */
export interface Shadow {
	readonly gitDir: string;
	readonly workTree: string;
	close(): void;
}

const borrowed = ['refs', 'reftable', 'packed-refs', 'shallow'];

/** Opens a shadow of the repository at `root`. New objects and index changes exist only in the shadow, and are deleted with it. */
export function openShadow(root: string, work: 'checkout' | 'none'): Shadow {
	const place = locateRepository(root);
	if (place === undefined) throw notARepository();
	const gitDir = mkdtempSync(join(tmpdir(), 'countersign-git-'));
	const empty = join(gitDir, 'empty');
	for (const name of ['objects/info', 'info', 'empty']) mkdirSync(join(gitDir, name), { recursive: true });
	writeFileSync(join(gitDir, 'objects', 'info', 'alternates'), `${quoted(join(place.commonDir, 'objects'))}\n`);
	writeFileSync(join(gitDir, 'config'), minimalConfig(place.commonDir));
	for (const name of borrowed) borrow(join(place.commonDir, name), join(gitDir, name));
	borrow(join(place.commonDir, 'info', 'exclude'), join(gitDir, 'info', 'exclude'));
	for (const name of ['HEAD', 'index']) {
		if (existsSync(join(place.gitDir, name))) copyFileSync(join(place.gitDir, name), join(gitDir, name));
	}
	const workTree = work === 'none' ? empty : root;
	return { gitDir, workTree, close: () => rmSync(gitDir, { recursive: true, force: true }) };
}

function borrow(source: string, target: string): void {
	if (existsSync(source)) symlinkSync(source, target);
}

/** Returns a path in the form for git's alternates file. A path with a line break must be quoted as in C. */
function quoted(path: string): string {
	return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function notARepository(): CountersignError {
	return new CountersignError({
		code: 'checkout-mismatch',
		message: 'The workspace is not the top directory of a git checkout.',
		fix: 'Add `- uses: actions/checkout` before this step, and start in its directory.',
	});
}
