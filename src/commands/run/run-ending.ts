import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../core/index.ts';
import { forgetVersions } from '../../journal/index.ts';
import {
	type DeliveredBranch,
	deliveredBranches,
	type Followed,
	harmlessLine,
	type LocalThread,
	publishAudit,
	removeWorkTree,
	workFolder,
} from '../../terminal/index.ts';
import type { Voice } from './terminal-session.ts';

/** The end of a run in a terminal, for programs. */
export interface RunEnd {
	readonly outcome: Outcome['kind'];
	readonly reason: Outcome['reason'];
	readonly message: string;
	readonly run: string;
	/** The number that `countersign resume` takes. */
	readonly number: number;
	/** Whether `countersign resume` can continue it. */
	readonly resumable: boolean;
	readonly audit: string;
	readonly head?: string;
	readonly waits: readonly string[];
	readonly branches: readonly DeliveredBranch[];
	readonly tokens?: number;
	readonly usd?: number;
}

/** Publishes the run's audit files, removes files that are no longer needed, and returns the end for programs. */
export async function endRun({ result, stage }: Followed, thread: LocalThread, state: string): Promise<RunEnd> {
	const { outcome, auditDir = join(state, 'countersign', thread.run), head, approvals = [], tokens, usd } = result;
	const isOver = stage === 'over';
	const audit = publishAudit(auditDir, thread.root, thread.run);
	if (isOver && !thread.here) await removeWorkTree(thread.root, workFolder(state, thread.run));
	if (isOver) forgetVersions(state, thread.run);
	if (isOver && audit !== auditDir) rmSync(auditDir, { recursive: true, force: true });
	return {
		outcome: outcome.kind,
		reason: outcome.reason,
		message: outcome.message,
		run: thread.run,
		number: thread.number,
		resumable: stage === 'open',
		audit,
		...(head === undefined ? {} : { head: `${head.count}:${head.hash}` }),
		waits: approvals,
		branches: await deliveredBranches(thread.run, thread.root),
		...(tokens === undefined ? {} : { tokens }),
		...(usd === undefined ? {} : { usd }),
	};
}

/** Tells a person how the run ended, and which commands they may want next. */
export function tellEnd(end: RunEnd, thread: LocalThread, { say, style }: Voice): void {
	const { bold, dim } = style;
	say('');
	say(`${bold(end.outcome)} (${end.reason}): ${harmlessLine(end.message)}`);
	for (const { branch, sha } of end.branches) {
		say(`${bold('branch')} ${branch} (${sha.slice(0, 12)}), only in this repository. Check it, then push it:`);
		say(`  git diff ${thread.baseSha.slice(0, 12)}...${branch}`);
		say(`  git push origin ${branch}`);
	}
	for (const line of undelivered(end, thread)) say(line);
	if (end.resumable) say(`${bold('continue with')} countersign resume ${end.number}`);
	if (existsSync(end.audit)) say(dim(`audit ${end.audit}`));
	if (end.head !== undefined) say(dim(`  countersign audit verify ${end.audit} --head ${end.head}`));
	if (end.tokens !== undefined)
		say(dim(`${end.tokens} tokens${end.usd === undefined ? '' : `, about $${end.usd.toFixed(4)}`}`));
}

function undelivered({ branches, audit, resumable }: RunEnd, { here, dryRun }: LocalThread): readonly string[] {
	const changes = join(audit, 'changes.diff');
	if (branches.length > 0 || resumable || dryRun || !existsSync(changes)) return [];
	if (here) return ['Its changes are in your checkout, uncommitted.'];
	return [
		'It changed files, but delivered none of them. To apply its changes of text files:',
		`  git apply ${changes}`,
	];
}
