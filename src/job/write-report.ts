import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asCountersignError, type Redactor, type Workspace } from '../core/index.ts';
import { changesText, reportPage } from '../report/index.ts';
import { manifestDigest, reportOf, type State, shownFiles } from '../run/index.ts';
import type { JobPorts } from './job-context.ts';
import type { Ended } from './job-result.ts';

type Reporting = Pick<JobPorts, 'redactor' | 'warn'>;

/** A run that this job ended, and the address of the job's page. */
type Shown = Ended & { readonly jobUrl?: string };

/** Writes the run's page, `report.html`, and `changes.diff`, which the page shows. An error here does not fail the run. */
export async function writeReport(ended: Shown, ports: Reporting): Promise<void> {
	try {
		await write(ended, ports);
	} catch (thrown) {
		ports.warn(`report.html could not be made: ${asCountersignError(thrown).message} The journal is whole.`);
	}
}

async function write(
	{ outcome, opened, folder, started, jobUrl }: Shown,
	{ redactor, warn }: Reporting,
): Promise<void> {
	const { journal, blobs, workspace } = opened;
	const state = journal.state();
	const changes = await changesOf(state, workspace, redactor).catch((thrown: unknown) => {
		warn(`changes.diff could not be made: ${asCountersignError(thrown).message}`);
		return undefined;
	});
	keep(join(folder, 'changes.diff'), changes);
	const view = await reportOf(journal, {
		read: (content) => blobs.get(content),
		check: { kind: 'written', ...journal.head() },
		// If the run was already over when this job began, the page shows the outcome of the run.
		outcome: outcome.kind === 'duplicate' ? (state.finished ?? outcome) : outcome,
		...(jobUrl === undefined ? {} : { jobUrl }),
		...(started === undefined ? {} : { started }),
		...(changes === undefined ? {} : { changes }),
	});
	// The finished page is redacted, because it leaves out invisible characters, which could hide a secret before.
	keep(join(folder, 'report.html'), redactor.redact(reportPage(view)));
}

function keep(path: string, text: string | undefined): void {
	if (text === undefined) rmSync(path, { force: true });
	else writeFileSync(path, text);
}

/**
 * Returns the diff of the run's changes. Returns undefined if nothing changed, or if the checkout differs from the one in the journal, as
 * when the run was already over before this job.
 */
async function changesOf({ tree }: State, workspace: Workspace, redactor: Redactor): Promise<string | undefined> {
	if (tree === undefined) return undefined;
	const { manifest } = await workspace.snapshot();
	if (manifest.entries.length === 0 || manifestDigest(manifest) !== tree) return undefined;
	return redactor.redact(changesText(shownFiles(await workspace.delivery(), redactor)));
}
