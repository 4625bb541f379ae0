import { git } from '../sandbox/index.ts';
import { mismatch } from './mismatch.ts';

/**
 * Removes what git ignores from a checkout. Threat: such files are not restored between two runs that share a checkout, so one run could
 * leave something there that the other one executes. @throws CountersignError `checkout-mismatch`
 */
export async function removeIgnored(root: string): Promise<void> {
	const cleaned = await git(['clean', '-ffdXq'], { cwd: root });
	if (cleaned.ok) return;
	throw mismatch(
		`What an earlier run left in the checkout cannot be removed: ${cleaned.message}.`,
		'Run the job again.',
	);
}
