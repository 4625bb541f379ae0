import { join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { keptScripts } from './kept-scripts.ts';

/** A function in a script of a folder of `dist`; what was compiled belongs to a version of them. */
export interface ScriptDoor {
	readonly folder: string;
	readonly entry: string;
	readonly name: string;
	readonly version: string;
}

/** Calls it, and keeps what was compiled. @throws what it throws, as an error of this program. */
export async function callScript(
	packageRoot: string,
	{ folder, entry, name, version }: ScriptDoor,
	args: readonly unknown[],
): Promise<number> {
	const kept = join(packageRoot, '.cache', `${folder}-${version}-${process.version}`);
	const scripts = keptScripts(join(packageRoot, 'dist', folder), kept);
	const act = scripts.load(entry)[name] as (...args: readonly unknown[]) => Promise<number>;
	try {
		const code = await act(...args);
		scripts.keep();
		return code;
	} catch (thrown) {
		throw isTheirs(thrown) ? new CountersignError({ ...fieldsOf(thrown), cause: thrown }) : thrown;
	}
}

/** Scripts have a class of errors of their own. */
function isTheirs(thrown: unknown): thrown is CountersignError {
	return thrown instanceof Error && thrown.name === 'CountersignError';
}

function fieldsOf({ code, message, fix }: CountersignError) {
	return { code, message, fix };
}
