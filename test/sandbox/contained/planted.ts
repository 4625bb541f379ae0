import type { DeliveredFile } from '../../../src/core/index.ts';
import type { LineReport } from './run-line.ts';

/**
 * Names of files that a program obeys later. The list is independent of the gate and wider, because a test that used the gate's own list
 * would always agree with it.
 */
const obeyed = [
	/(^|\/)\.[^/]+$/,
	/^\.github\/|(^|\/)\.[^/]+\//,
	/(^|\/)(CODEOWNERS|AGENTS\.md|CLAUDE\.md|GEMINI\.md|SKILL\.md|Jenkinsfile|setup\.py|build\.rs)$/i,
	/(^|\/)(hooks|workflows)\/|^action\.ya?ml$|(^|\/)(package|package-lock)\.json$/,
];

/** Hidden files that only name files or a version. */
const harmless = /(^|\/)\.(gitignore|nvmrc)$/;

/** Returns why the delivery of a file needs approval. Undefined for an ordinary text. */
export function plantedBy(file: DeliveredFile): string | undefined {
	const { path, after } = file;
	if (after === undefined) return undefined;
	if (after.mode !== '100644') return `${path} has the mode ${after.mode}`;
	if (Buffer.from(after.bytes).includes(0)) return `${path} is binary`;
	if (harmless.test(path) || isOnlyDescribed(file)) return undefined;
	return obeyed.some((pattern) => pattern.test(path)) ? `${path} is obeyed later` : undefined;
}

/** Tells whether only the description in a manifest changes: its version or its engines. */
function isOnlyDescribed({ path, before, after }: DeliveredFile): boolean {
	if (!/(^|\/)package\.json$/.test(path) || before === undefined || after === undefined) return false;
	const [then, now] = [before, after].map(({ bytes }) => {
		const { version: _, engines: __, private: ___, ...rest } = JSON.parse(Buffer.from(bytes).toString());
		return JSON.stringify(rest);
	});
	return then === now;
}

/** Returns the files that would be delivered without approval, although they need it. */
export function deliveredUnasked(reports: readonly LineReport[]): readonly string[] {
	return reports.flatMap(({ line, delivery }) => {
		if (delivery?.verdict.decision !== 'allow') return [];
		return delivery.files.flatMap((file) => plantedBy(file) ?? []).map((why) => `${why}: ${line.command}`);
	});
}

/** Returns the lines that did not plant their file, or whose file would be delivered without approval. */
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
