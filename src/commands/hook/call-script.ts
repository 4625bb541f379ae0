import { join } from 'node:path';
import { CountersignError } from '../../core/index.ts';
import { keptScripts } from './kept-scripts.ts';

/** A function in one of the built scripts, which are in a folder of `dist`. Each version of the scripts has its own compiled code. */
export interface ScriptDoor {
	readonly folder: string;
	readonly entry: string;
	readonly name: string;
	readonly version: string;
}

/** Calls the function, and keeps the compiled code. @throws what the function throws, as an error of this program. */
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

/** Scripts have their own copy of the error class, so it is recognized by its name. */
function isTheirs(thrown: unknown): thrown is CountersignError {
	return thrown instanceof Error && thrown.name === 'CountersignError';
}

function fieldsOf({ code, message, fix }: CountersignError) {
	return { code, message, fix };
}
