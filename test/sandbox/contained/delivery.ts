import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError, type DeliveredFile, type Verdict } from '../../../src/core/index.ts';
import { isOwnCredential } from '../../../src/gate/index.ts';
import { createRedactor } from '../../../src/journal/index.ts';
import { type DeliveryBy, refusedDelivery } from '../../../src/run/calls/judged-delivery.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { judge } from './judge.ts';
import type { Stage } from './stage.ts';

/** The gate's verdict about a pull request with the files that a line left. */
export interface DeliveryJudgement {
	readonly verdict: Verdict;
	readonly files: readonly DeliveredFile[];
	/** Paths that are not delivered; the model is told so. */
	readonly left: readonly string[];
}

/** Judges the delivery of a checkout as a run does. Undefined if the checkout equals the base commit. */
export async function judgeDelivery(checkout: string, stage: Stage): Promise<DeliveryJudgement | undefined> {
	if (isUntouched(checkout, stage.template)) return undefined;
	const { by, facts } = await readDelivery(checkout, stage);
	const files = by.delivery?.files ?? [];
	const left = by.delivery?.left.map(({ path }) => path) ?? [];
	if (by.trouble === undefined && files.length === 0 && left.length === 0) return undefined;
	const redactor = createRedactor(Object.values(stage.secrets));
	const call = { id: 'delivery', name: 'open_pull_request', args: { title: 'A title', body: 'A body' } };
	const verdict = refusedDelivery(by, redactor) ?? judge(call, { ...facts, delivered: () => files });
	return { verdict, files, left };
}

async function readDelivery(checkout: string, { baseSha, workspace: ofTemplate }: Stage) {
	try {
		const workspace = await openWorkspace(checkout, baseSha, { stays: isOwnCredential });
		const by: DeliveryBy = { delivery: await workspace.delivery() };
		return { by, facts: workspace.facts };
	} catch (error) {
		if (!(error instanceof CountersignError) || error.code !== 'checkout-mismatch') throw error;
		const by: DeliveryBy = { trouble: `${error.message} ${error.fix}` };
		return { by, facts: ofTemplate.facts };
	}
}

/** Tells whether two folders are equal, except `.git`. This is faster than git. */
function isUntouched(folder: string, template: string): boolean {
	const [now, then] = [namesIn(folder), namesIn(template)];
	return now.join('\0') === then.join('\0') && now.every((name) => isSame(join(folder, name), join(template, name)));
}

function namesIn(folder: string): readonly string[] {
	return readdirSync(folder)
		.filter((name) => name !== '.git')
		.sort();
}

function isSame(path: string, template: string): boolean {
	const [now, then] = [lstatSync(path), lstatSync(template)];
	if (now.mode !== then.mode) return false;
	if (now.isDirectory()) return isUntouched(path, template);
	if (now.isSymbolicLink()) return readlinkSync(path) === readlinkSync(template);
	return now.isFile() && now.size === then.size && readFileSync(path).equals(readFileSync(template));
}
