import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** The scripts of a folder, and their compiled code. */
export interface KeptScripts {
	/** Runs a script once, and returns its exports. */
	load(name: string): Readonly<Record<string, unknown>>;
	/** Keeps the compiled code for the next process. Never throws, because without it the next process is only slower. */
	keep(): void;
}

/**
 * The number of processes that add the functions they ran to the kept code. Node's own cache contains only functions that were compiled
 * before the script ran. Every process would have to compile the others again, which takes a third of the time of a hook call.
 */
const contributors = 8;

/** The bytes after the compiled code: how many processes have added to it, and its length. */
const trailerBytes = 16;

interface Loaded {
	readonly name: string;
	readonly script: Script;
	readonly contributed: number;
}

/**
 * Opens the scripts of a folder. Their compiled code is kept in another folder. Only those who may change the scripts may write to that
 * folder.
 */
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
		// The scripts contain only ASCII, and Node reads `latin1` fastest.
		const source = `(function (exports, require, loadLate) {${readFileSync(path, 'latin1')}\n})`;
		const script = new Script(source, { filename: path, ...(code && { cachedData: code }) });
		loaded.push({ name, script, contributed: script.cachedDataRejected === true ? 0 : contributed });
		script.runInThisContext()(its, required, required);
		return its;
	};
	// The bundler includes each file that a call of `require` names. Built code loads its late files as `loadLate`, so the bundler leaves
	// them separate.
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
		// An incomplete file is not used.
		return bytes.readDoubleLE(end + 8) === end
			? { contributed: bytes.readDoubleLE(end), code: bytes.subarray(0, end) }
			: { contributed: 0 };
	} catch {
		// The first process finds no kept code.
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
		// The folder may not be writable, for example if the package is installed for all users. Then each process compiles for itself.
	}
}
