import { runInBash } from './bash-oracle.ts';
import { type Comparison, compare } from './coverage.ts';

/** Runs scripts in two sandboxes side by side, and compares each with what the gate foresees. */
export async function compareAll(scripts: readonly string[]): Promise<readonly Comparison[]> {
	const half = Math.ceil(scripts.length / 2);
	const started = await Promise.all([scripts.slice(0, half), scripts.slice(half)].map(runInBash));
	return scripts.map((script, i) => compare(script, started.flat()[i] ?? []));
}

/** A shorter script that bash and the gate still disagree about. */
export async function shrink(script: string): Promise<string> {
	let [best, size] = [script, Math.ceil(script.length / 2)];
	while (size >= 1) {
		const step = Math.max(1, Math.floor(size / 2));
		const cuts = Array.from({ length: Math.ceil(best.length / step) }, (_, i) => i * step);
		const candidates = cuts.map((at) => best.slice(0, at) + best.slice(at + size));
		const shorter = (await compareAll(candidates)).find(({ missed }) => missed.length > 0);
		if (shorter === undefined) size = size === 1 ? 0 : Math.floor(size / 2);
		else best = shorter.script;
	}
	return best;
}
