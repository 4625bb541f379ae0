import { firstNamed } from '../core/index.ts';
import { isCommittedCredential, isOwnCredential } from '../gate/index.ts';
import { secretsOfFile } from '../journal/index.ts';
import { valueSpan } from '../report/index.ts';
import type { OpenRun } from '../run/index.ts';
import { committedCredentials } from '../tools/index.ts';
import type { JobPorts } from './job-context.ts';

/** Files with credentials that somebody committed. */
export interface CommittedCredentials {
	/** These are shown as empty files to commands. */
	readonly covered: readonly string[];
	/** These stay readable, because there are too many to cover. */
	readonly open: readonly string[];
}

/** The most files that can be covered, in addition to those that earlier steps left. */
const mostCovered = 128;
/** Folders of tests and examples. If there are too many files, the keys in these folders stay uncovered first. */
const ofTests = /(^|\/)(tests?|specs?|fixtures?|testdata|__tests__|examples?)\//i;

/**
 * Covers committed credential files for commands, and learns their values. Threat: a person who asks the agent may make it show a
 * credential in a comment. The history and the index cannot be covered, so the values are removed from all output of commands.
 */
export async function learnCommitted({ workspace }: OpenRun, { redactor }: JobPorts): Promise<CommittedCredentials> {
	const found = await committedCredentials(workspace, { isNamed: isOwnCredential, isHeld: isCommittedCredential });
	for (const secret of found.flatMap(({ text }) => secretsOfFile(text))) redactor.learn(secret);
	const paths = found.map(({ path }) => path);
	const ranked = [...paths.filter((path) => !ofTests.test(path)), ...paths.filter((path) => ofTests.test(path))];
	return { covered: ranked.slice(0, mostCovered), open: ranked.slice(mostCovered) };
}

/** Explains why a test may fail because of the covered files. */
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
