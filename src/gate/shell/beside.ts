import type { Analysis, Run } from './analysis.ts';
import { fork } from './state.ts';
import type { Stream } from './word.ts';

/** Returns the run with a copy of the shell's state, for a command that may not run, or that runs in another process. */
export function apart(run: Run): Run {
	return { ...run, state: fork(run.state), isUncertain: true };
}

/**
 * Runs a command that the shell does not wait for. Judges it again with the links that the rest of the line makes. Threat: concurrent
 * commands see each other's files, wherever they are in the line: `(sleep 2; npm test) & git merge x`.
 */
export function runBeside(run: Run, analysis: Analysis, runIt: (run: Run) => Stream): Stream {
	const at = (state: Run['state']): Run => ({ ...apart({ ...run, state }), traits: [...run.traits, 'beside'] });
	const before = fork(run.state);
	const made = madeBy(analysis);
	analysis.beside.push(() => {
		if (madeBy(analysis) !== made) runAgain(analysis, () => runIt(at(before)));
	});
	return runIt(at(run.state));
}

/** Judges background commands again that may still run at the end of the line. */
export function runBesides({ beside }: Analysis): void {
	for (const again of beside.splice(0)) again();
	beside.length = 0;
}

/** Runs commands that run at the same time or repeatedly. Each may see the changes that another makes to files. */
export function runTogether<T>(analysis: Analysis, runIt: () => T): T {
	const from = analysis.parts.length;
	const made = madeBy(analysis);
	const output = runIt();
	if (madeBy(analysis) !== made) runAgain(analysis, runIt);
	noteTogether(from, analysis);
	return output;
}

/**
 * Runs the commands again, but leaves out the parts that make links. The links exist by then, so such a part would seem to make another
 * link below the first.
 */
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

/** Returns the links that the line has made so far, as one text. */
function madeBy({ links }: Analysis): string {
	return links.size === 0 ? '' : [...links].join('\n');
}
