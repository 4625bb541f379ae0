import type { DeliveredFile } from '../../../src/core/index.ts';
import type { LineReport } from './run-line.ts';

/**
 * Names of files that something obeys later. They are written down again here, and wider than in the gate: a test that asked the gate
 * would agree with it.
 */
const obeyed = [
	/(^|\/)\.[^/]+$/,
	/^\.github\/|(^|\/)\.[^/]+\//,
	/(^|\/)(CODEOWNERS|AGENTS\.md|CLAUDE\.md|GEMINI\.md|SKILL\.md|Jenkinsfile|setup\.py|build\.rs)$/i,
	/(^|\/)(hooks|workflows)\/|^action\.ya?ml$|(^|\/)(package|package-lock)\.json$/,
];

/** Hidden files that only name files or a version. */
const harmless = /(^|\/)\.(gitignore|nvmrc)$/;

/** Why a file is one that no delivery may take without a question; undefined for an ordinary text. */
export function plantedBy(file: DeliveredFile): string | undefined {
	const { path, after } = file;
	if (after === undefined) return undefined;
	if (after.mode !== '100644') return `${path} has the mode ${after.mode}`;
	if (Buffer.from(after.bytes).includes(0)) return `${path} is binary`;
	if (harmless.test(path) || isOnlyDescribed(file)) return undefined;
	return obeyed.some((pattern) => pattern.test(path)) ? `${path} is obeyed later` : undefined;
}

/** Whether a manifest changes only in what it says about a project: its version, its engines. */
function isOnlyDescribed({ path, before, after }: DeliveredFile): boolean {
	if (!/(^|\/)package\.json$/.test(path) || before === undefined || after === undefined) return false;
	const [then, now] = [before, after].map(({ bytes }) => {
		const { version: _, engines: __, private: ___, ...rest } = JSON.parse(Buffer.from(bytes).toString());
		return JSON.stringify(rest);
	});
	return then === now;
}

/** What would be delivered without a question and should not be, line by line. */
export function deliveredUnasked(reports: readonly LineReport[]): readonly string[] {
	return reports.flatMap(({ line, delivery }) => {
		if (delivery?.verdict.decision !== 'allow') return [];
		return delivery.files.flatMap((file) => plantedBy(file) ?? []).map((why) => `${why}: ${line.command}`);
	});
}

/** The lines that should have planted a file and did not, or whose file nobody is asked about. */
export function missedPlants(reports: readonly LineReport[]): readonly string[] {
	return reports.flatMap(({ line, delivery }) => {
		const { plants = [] } = line;
		if (plants.length === 0) return [];
		if (delivery === undefined) return [`left nothing: ${line.command}`];
		const staysBehind = plants.every((path) => delivery.left.includes(path));
		if (staysBehind) return [];
		if (delivery.verdict.decision === 'allow') return [`delivered without a question: ${line.command}`];
		const isRefusedWhole = delivery.verdict.decision === 'block';
		const there = delivery.files.map(({ path }) => path);
		const missing = isRefusedWhole ? [] : plants.filter((path) => !there.includes(path));
		return missing.map((path) => `did not leave ${path}: ${line.command}`);
	});
}
