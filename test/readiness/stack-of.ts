import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { detectStack, type Picks, readStackFacts, type Stack } from '../../src/readiness/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Files of a checkout, by their paths. */
export type Files = Readonly<Record<string, string>>;

/** The stack of a checkout with these files. */
export function stackOf(files: Files, picks: Picks = {}): Stack {
	using folder = temporaryFolder();
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder.path, path)), { recursive: true });
		writeFileSync(join(folder.path, path), text);
	}
	return detectStack(readStackFacts(folder.path), picks);
}
