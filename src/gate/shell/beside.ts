import type { Analysis, Run } from './analysis.ts';
import { fork } from './state.ts';
import type { Stream } from './word.ts';

/** What runs beside the shell, or perhaps not at all, leaves its state alone. */
export function apart(run: Run): Run {
	return { ...run, state: fork(run.state), isUncertain: true };
}

/** Threat: what runs side by side sees what the others have done by then, wherever they stand in the line: `(sleep 2; npm test) & git merge x`. */

/** Runs what the shell does not wait for; once more with the links that the rest of the line makes. */
export function runBeside(run: Run, analysis: Analysis, runIt: (run: Run) => Stream): Stream {
	const at = (state: Run['state']): Run => ({ ...apart({ ...run, state }), traits: [...run.traits, 'beside'] });
	const before = fork(run.state);
	const made = madeBy(analysis);
	analysis.beside.push(() => {
		if (madeBy(analysis) !== made) runAgain(analysis, () => runIt(at(before)));
	});
	return runIt(at(run.state));
}

/** Looks once more at what may still have run at the end of the line. */
export function runBesides({ beside }: Analysis): void {
	for (const again of beside.splice(0)) again();
	beside.length = 0;
}

/** Runs commands that go on side by side, or again and again: each may come behind what another does to the files. */
export function runTogether<T>(analysis: Analysis, runIt: () => T): T {
	const from = analysis.parts.length;
	const made = madeBy(analysis);
	const output = runIt();
	if (madeBy(analysis) !== made) runAgain(analysis, runIt);
	noteTogether(from, analysis);
	return output;
}

/** What makes a link makes it once: where the link is there, the same command would make another one behind it. */
function runAgain({ parts, linkers }: Analysis, runIt: () => unknown): void {
	const from = parts.length;
	runIt();
	parts.push(...parts.splice(from).filter(({ text }) => !linkers.has(text)));
}

function noteTogether(from: number, { parts }: Analysis): void {
	if (!parts.slice(from).some(({ traits }) => traits.includes('brings-files'))) return;
	for (let i = from; i < parts.length; i++) {
		const part = parts[i];
		if (part !== undefined) parts[i] = { ...part, traits: [...new Set([...part.traits, 'beside' as const])] };
	}
}

/** The links that the line has made so far, as one text. */
function madeBy({ links }: Analysis): string {
	return links.size === 0 ? '' : [...links].join('\n');
}
