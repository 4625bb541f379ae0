import { type Effect, hasTrait, mayChangeFiles, writesFile } from '../../core/index.ts';
import type { FileWriter } from '../../report/index.ts';
import { callsOf } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';

/**
 * Returns a function that says what wrote a file of the checkout, according to the run's calls: a file tool, a command, or a file tool and
 * later commands that may have changed the file again.
 */
export function writtenBy(state: State): (path: string) => FileWriter {
	const writers = new Map<string, FileWriter>();
	for (const { name, verdict, outcome } of callsOf(state)) {
		if (outcome?.kind !== 'done' && outcome?.kind !== 'failed') continue;
		const effects = verdict?.effects ?? [];
		if (writesFile(name)) for (const path of effects.flatMap(writtenPath)) writers.set(path, 'file-tool');
		else if (mayChangeFiles(effects)) for (const path of writers.keys()) writers.set(path, 'file-tool-then-commands');
	}
	return (path) => writers.get(path) ?? 'command';
}

function writtenPath(effect: Effect): readonly string[] {
	return hasTrait(effect, 'does', 'writes') ? [effect.path] : [];
}
