import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SandboxLimits } from '../../../src/core/index.ts';
import { renderCaptured, runSandboxed, type SandboxResult } from '../../../src/sandbox/index.ts';
import { ownNode } from '../../support/programs-at.ts';
import { fingerprintOf } from './canaries.ts';
import { type DeliveryJudgement, judgeDelivery } from './delivery.ts';
import { type HostileLine, writtenOut } from './lines.ts';
import { findSecrets } from './secrets.ts';
import { removeAll, type Stage } from './stage.ts';

/** Smaller limits than in a run, to stop floods early. The output limits are large, because all output is searched for secrets. */
const limits = {
	wallSeconds: 2,
	memoryBytes: 268_435_456,
	processes: 128,
	fileBytes: 4_194_304,
	scratchBytes: 8_388_608,
	headBytes: 2_097_152,
	tailBytes: 2_097_152,
} satisfies Partial<SandboxLimits>;

/** What one line did. */
export interface LineReport {
	readonly line: HostileLine;
	readonly script: string;
	readonly result: SandboxResult;
	readonly text: string;
	/** What went wrong: a secret that was read, a changed `.git`. */
	readonly alarms: readonly string[];
	/** Undefined if the line did not change the checkout. */
	readonly delivery?: DeliveryJudgement;
	/** The output of an ordinary command in the same checkout afterwards. */
	readonly afterwards?: string;
}

export interface LineOptions {
	/** Runs an ordinary command in the same checkout afterwards. */
	readonly goOn?: boolean;
}

/** Runs a command in a checkout as `shell_exec` does. */
export function runInCheckout(
	script: string,
	checkout: string,
	stage: Stage,
	wallSeconds = limits.wallSeconds,
): Promise<SandboxResult> {
	return runSandboxed({
		script,
		workspace: checkout,
		cwd: '.',
		toolchain: ownNode,
		hidden: stage.hidden,
		limits: { ...limits, wallSeconds },
		network: { hosts: [] },
	});
}

/** Prints two lines that an earlier command cannot predict. */
const ordinaryCommand = 'git rev-parse HEAD; echo $((6 * 7)) | sed s/^/ordinary-/';
export const ordinaryAnswer = ({ baseSha }: Stage): string => `${baseSha}\nordinary-42\n`;

/** Runs the ordinary command, with extra time because the machine may still be busy with ending processes. */
export async function runOrdinary(checkout: string, stage: Stage): Promise<string> {
	return renderCaptured((await runInCheckout(ordinaryCommand, checkout, stage, 30)).output);
}

/** Runs a line in a checkout of its own, and looks at what it did there. */
export async function runLine(line: HostileLine, stage: Stage, options: LineOptions = {}): Promise<LineReport> {
	const checkout = stage.freshCheckout();
	const script = writtenOut(line.command, stage, checkout);
	try {
		const result = await runInCheckout(script, checkout, stage);
		const text = renderCaptured(result.output);
		const seen = [`${text}\0${JSON.stringify(result.refusedHosts)}`, ...readAllBelow(checkout)];
		const alarms = [
			...findSecrets(stage.secrets, seen).map((name) => `read the secret of ${name}`),
			...(result.open === undefined ? [] : [`did not begin: ${result.open}`]),
			...(fingerprintOf(join(checkout, '.git')) === stage.gitFingerprint ? [] : ['changed .git']),
		];
		const delivery = await judgeDelivery(checkout, stage);
		const report = { line, script, result, text, alarms, ...(delivery === undefined ? {} : { delivery }) };
		return options.goOn === true ? { ...report, afterwards: await goOn(checkout, stage) } : report;
	} finally {
		removeAll(dirname(checkout));
	}
}

async function goOn(checkout: string, stage: Stage): Promise<string> {
	try {
		return await runOrdinary(checkout, stage);
	} catch (error) {
		return `refused: ${error instanceof Error ? error.message : String(error)}`;
	}
}

/** Returns the names and contents of all files in a checkout, except `.git` and `.env`. */
export function readAllBelow(checkout: string): readonly string[] {
	const found: string[] = [];
	const left = [checkout];
	for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
		for (const name of namesIn(folder)) {
			if (folder === checkout && (name === '.git' || name === '.env')) continue;
			const path = join(folder, name);
			const stat = lstatSync(path, { throwIfNoEntry: false });
			found.push(name);
			if (stat?.isDirectory() === true) left.push(path);
			else if (stat?.isFile() === true && found.length < 5_000) found.push(textOf(path));
		}
	}
	return found;
}

/** Returns nothing for a folder that cannot be read or whose path is too long. */
function namesIn(folder: string): readonly string[] {
	try {
		return folder.length < 3_800 ? readdirSync(folder) : [];
	} catch {
		return [];
	}
}

function textOf(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		return '';
	}
}
