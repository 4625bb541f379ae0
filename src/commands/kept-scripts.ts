import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** Scripts of a folder, and what was compiled of them. */
export interface KeptScripts {
	/** Runs a script once, and answers with what it exports. */
	load(name: string): Readonly<Record<string, unknown>>;
	/** Keeps what was compiled for the next process. It never throws: without it the next one takes longer, and judges the same. */
	keep(): void;
}

/**
 * How many processes add the functions that they ran to what is kept. Node's own cache holds what is compiled before anything runs, so that every
 * process would compile all that it runs again: a third of a call of the hook.
 */
const contributors = 8;

/** Behind the compiled code: how many have added to it, and how many bytes it has. */
const trailerBytes = 16;

interface Loaded {
	readonly name: string;
	readonly script: Script;
	readonly contributed: number;
}

/** The scripts of a folder, compiled code of which is kept in another, where only those may write who may change the scripts themselves. */
export function keptScripts(folder: string, kept: string): KeptScripts {
	const exported = new Map<string, Record<string, unknown>>();
	const loaded: Loaded[] = [];
	const load = (name: string): Record<string, unknown> => {
		const known = exported.get(name);
		if (known !== undefined) return known;
		const its: Record<string, unknown> = {};
		exported.set(name, its);
		const path = join(folder, name);
		const { contributed, code } = readKept(join(kept, name));
		// They hold ASCII only, which is read fastest so.
		const source = `(function (exports, require, loadLate) {${readFileSync(path, 'latin1')}\n})`;
		const script = new Script(source, { filename: path, ...(code && { cachedData: code }) });
		loaded.push({ name, script, contributed: script.cachedDataRejected === true ? 0 : contributed });
		script.runInThisContext()(its, required, required);
		return its;
	};
	// `require` is known to the bundler, which finds what is required; what is loaded late it was told of otherwise.
	const required = (name: string): unknown =>
		name.startsWith('./') ? load(name.slice(2)) : process.getBuiltinModule(name);
	const keep = (): void => {
		for (const one of loaded) if (one.contributed < contributors) write(kept, one);
	};
	return { load, keep };
}

function readKept(path: string): { readonly contributed: number; readonly code?: Buffer } {
	try {
		const bytes = readFileSync(path);
		const end = bytes.length - trailerBytes;
		// What is not whole is not tried.
		return bytes.readDoubleLE(end + 8) === end
			? { contributed: bytes.readDoubleLE(end), code: bytes.subarray(0, end) }
			: { contributed: 0 };
	} catch {
		// The first process finds nothing.
		return { contributed: 0 };
	}
}

function write(kept: string, { name, script, contributed }: Loaded): void {
	try {
		const code = script.createCachedData();
		const trailer = Buffer.alloc(trailerBytes);
		trailer.writeDoubleLE(contributed + 1, 0);
		trailer.writeDoubleLE(code.length, 8);
		mkdirSync(kept, { recursive: true, mode: 0o755 });
		const temporary = join(kept, `.${name}.${process.pid}`);
		writeFileSync(temporary, Buffer.concat([code, trailer]), { mode: 0o644 });
		renameSync(temporary, join(kept, name));
	} catch {
		// A folder that cannot be written, as where a package is installed for all: each process compiles for itself.
	}
}
