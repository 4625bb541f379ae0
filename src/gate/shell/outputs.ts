import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash';
import type { Analysis, Run, Sink } from './analysis.ts';
import { fork } from './state.ts';
import type { Stream } from './word.ts';

type RunScript = (script: ParsedScript, run: Run) => Stream;

/** Returns whether one of a command's substitutions is a `>(…)`. The keys of `printed` are their source texts. */
export function hasOutputs(printed: ReadonlyMap<string, Stream>): boolean {
	return printed.size > 0 && [...printed.keys()].some((source) => source.startsWith('>('));
}

/** Returns a sink for each `>(…)` in a command's words and redirections. */
export function outputsOf(node: SyntaxNode, run: Run, runScript: RunScript): readonly Sink[] {
	const sinks: Sink[] = [];
	const visit = (child: SyntaxNode): void => {
		if (child.type === 'ProcessSubstitution') {
			const { script, operator } = child;
			if (operator === '>' && script !== undefined) sinks.push(sinkOf(run, (fed) => runScript(script, fed)));
		} else if (child.type !== 'CommandExpansion') forEachChild(child, visit);
	};
	forEachChild(node, visit);
	return sinks;
}

/** Returns a sink: a command that runs at the same time, and reads the output of the shell's commands. */
export function sinkOf(run: Run, runIt: (run: Run) => void): Sink {
	const traits = [...run.traits, 'beside' as const];
	return (stdin) => runIt({ ...run, state: fork(run.state), stdin, traits, isUncertain: true });
}

/**
 * Judges the sinks with a command's input and with its output. The gate does not know which of the two the command passes on, so it judges
 * both.
 */
export function feed(sinks: readonly Sink[], streams: readonly (Stream | undefined)[], analysis: Analysis): void {
	if (sinks.length === 0) return;
	const known = streams.filter((stream) => stream !== undefined && (stream.text !== undefined || stream.fetched));
	const different = [...new Map(known.map((stream) => [`${stream?.fetched} ${stream?.text}`, stream])).values()];
	if (different.length === 0) return;
	// The output of a sink does not go to another sink.
	const open = analysis.sinks.splice(0);
	for (const sink of sinks) for (const stream of different) sink(stream);
	analysis.sinks.push(...open);
}
