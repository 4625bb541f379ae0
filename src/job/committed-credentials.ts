import { firstNamed } from '../core/index.ts';
import { isCommittedCredential, isOwnCredential } from '../gate/index.ts';
import { secretsOfFile } from '../journal/index.ts';
import { valueSpan } from '../report/index.ts';
import type { OpenRun } from '../run/index.ts';
import { committedCredentials } from '../tools/index.ts';
import type { JobPorts } from './job-context.ts';

/** Files with credentials that somebody committed. */
export interface CommittedCredentials {
	/** The files that look empty to commands. */
	readonly covered: readonly string[];
	/** The files that stay readable, because there are too many. */
	readonly open: readonly string[];
}

/** The most committed files that can be covered. Files that earlier steps left do not count. */
const mostCovered = 128;
/** Folders of tests and examples. If there are too many files, the keys in these folders stay uncovered first. */
const ofTests = /(^|\/)(tests?|specs?|fixtures?|testdata|__tests__|examples?)\//i;

/**
 * Chooses the committed credential files that commands see as empty, and lets the redactor learn the values in all of them. Threat: a
 * person could ask the agent to show a credential in a comment. Commands can still read git's history and index, so the values are also
 * redacted from their output.
 */
export async function learnCommitted({ workspace }: OpenRun, { redactor }: JobPorts): Promise<CommittedCredentials> {
	const found = await committedCredentials(workspace, { isNamed: isOwnCredential, isHeld: isCommittedCredential });
	for (const secret of found.flatMap(({ text }) => secretsOfFile(text))) redactor.learn(secret);
	const paths = found.map(({ path }) => path);
	const ranked = [...paths.filter((path) => !ofTests.test(path)), ...paths.filter((path) => ofTests.test(path))];
	return { covered: ranked.slice(0, mostCovered), open: ranked.slice(mostCovered) };
}

/** Returns a warning that a test may fail because of the covered files. */
export function committedWarning({ covered, open }: CommittedCredentials): readonly string[] {
	if (covered.length === 0) return [];
	const shown = firstNamed(
		covered.map((path) => valueSpan(path)),
		3,
	);
	const more = open.length === 0 ? '' : ` Another ${open.length} are too many to be covered.`;
	return [
		`Committed files with the names of credentials read as empty in commands: ${shown}.${more} A test that needs one fails here. What commands print of their values is hidden, but older values in the history are not known. Move the files out of the repository and replace what they hold.`,
	];
}
