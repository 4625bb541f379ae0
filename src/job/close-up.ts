import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { AuditPlace } from '../config/index.ts';
import { CountersignError } from '../core/index.ts';
import { progressComment, type RunView, timeline, totalUsd } from '../report/index.ts';
import { headerOf, timelineOf, viewOf } from '../run/index.ts';
import { attestHead } from './attest.ts';
import type { JobContext, JobPorts } from './job-context.ts';
import type { Ended, RunResult } from './job-result.ts';
import { tellStanding } from './standing.ts';
import { writeReport } from './write-report.ts';
import { writeSnapshots } from './write-snapshots.ts';

/** Whether the job itself publishes the audit. The workflow uploads an artifact. */
const isCommitted: Readonly<Record<AuditPlace, boolean>> = { artifact: false, branch: true };

/** Writes the files of a run for people, and commits the audit if the configuration asks for it. Returns the outputs and the summary. */
export async function closeUp(
	{ outcome, opened, folder, kept, started }: Ended,
	context: JobContext,
): Promise<RunResult> {
	const { facts, ports } = context;
	const { journal } = opened;
	const state = journal.state();
	const run = headerOf(state).run;
	const head = journal.head();
	await writeSnapshots(journal, folder, { blobs: opened.blobs, redactor: ports.redactor });
	const asked = started === undefined ? {} : { started };
	const page = facts.jobUrl === undefined ? {} : { jobUrl: facts.jobUrl };
	await writeReport({ outcome, opened, folder, ...page, ...asked }, ports);
	const attestation = await attestHead({ journal, run }, context);
	if (isCommitted[facts.inputs.audit]) await commitAudit(run, folder, ports);
	const shown = {
		...page,
		...(kept === undefined ? {} : { kept }),
		...asked,
	};
	const view = viewOf(state, { outcome, head, ...shown });
	const isAsking = outcome.kind === 'waiting' || outcome.kind === 'unknown';
	const waits = isAsking ? (view.waits ?? []) : [];
	await tellStanding(
		{ state, outcome, waits, ...(view.pullRequest === undefined ? {} : { pullRequest: view.pullRequest }) },
		ports,
	);
	const [waitingUntil] = waits.map(({ until }) => until).sort();
	return {
		outcome,
		run,
		auditDir: folder,
		head,
		approvals: [...new Set(waits.map(({ id }) => id))],
		waitingUntil,
		pullRequest: view.pullRequest,
		attestation,
		...spentOf(view),
		denied: view.rows.filter(({ end }) => end === 'denied').length,
		summary: `${progressComment(view)}\n\n${timeline(timelineOf(journal, outcome))}`,
	};
}

function spentOf({ tokens, costs }: RunView): Pick<RunResult, 'tokens' | 'usd'> {
	const isKnown = costs?.every(({ usd }) => usd !== undefined) === true;
	return { tokens: tokens.input + tokens.output, usd: isKnown ? totalUsd(costs) : undefined };
}

/** Commits the audit. A refusal by GitHub is only a warning, because the folder still exists, and an error would hide the run's outcome. */
async function commitAudit(run: string, folder: string, ports: JobPorts): Promise<void> {
	try {
		await ports.commitAudit(run, filesOf(folder));
	} catch (thrown) {
		const refused = thrown instanceof CountersignError && thrown.code.startsWith('github-');
		if (!refused || thrown.code === 'github-unreachable') throw thrown;
		ports.warn(`The audit was not committed: ${thrown.message} ${thrown.fix}`);
	}
}

function filesOf(folder: string): ReadonlyMap<string, Uint8Array> {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = entries.map((entry) => join(entry.parentPath, entry.name));
	return new Map(paths.map((path) => [relative(folder, path), readFileSync(path)]));
}
