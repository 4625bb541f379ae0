import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import {
	type ClaimResult,
	type DayBook,
	type RunLabel,
	type Runner,
	type RunStore,
	runnerSchema,
	sha256,
} from '../core/index.ts';
import { requireCheckpointFiles, runLabelSchema, sealFile } from './checkpoint-files.ts';
import { createWhole } from './create-whole.ts';
import { createVault, type Vault } from './sealed-files.ts';

const claimSchema = z.object({
	runner: runnerSchema,
	at: z.iso.datetime(),
});

/** Returns whether the holder of a claim still lives. `at` is the time of the claim (ISO 8601). */
export type IsLiving = (owner: Runner, at: string) => boolean | Promise<boolean>;

/** Creates a store of runs in a folder, for terminals and tests. Each version of a run is a folder that only one process can create. */
export function directoryStore(
	directory: string,
	isLiving: IsLiving,
	vault: Vault = createVault(''),
): RunStore & DayBook {
	const versions = new Map<string, number>();
	const runFolder = (run: string): string => join(directory, 'runs', run);
	const save: RunStore['save'] = async (checkpoint) => {
		const { run } = checkpoint.label;
		const next = (versions.get(run) ?? 0) + 1;
		const saved = writeVersion(runFolder(run), next, vault.close(checkpoint, new Set()));
		if (saved) versions.set(run, next);
		return saved ? 'saved' : 'conflict';
	};
	const claim: RunStore['claim'] = async (key, owner) =>
		claimFile(join(directory, 'claims', sha256(key)), owner, isLiving);
	return {
		async load(run) {
			const version = newestVersion(runFolder(run));
			versions.set(run, version);
			return version === 0 ? undefined : vault.open(readVersion(join(runFolder(run), String(version))), run);
		},
		save,
		saveAndClaim: async (checkpoint, key, owner) =>
			(await save(checkpoint)) === 'conflict' ? 'conflict' : claim(key, owner),
		async labels(thread) {
			return labelsIn(join(directory, 'runs')).filter((label) => label.thread === thread);
		},
		async waiting() {
			return labelsIn(join(directory, 'runs')).filter(({ status }) => status === 'waiting');
		},
		async isLiving(owner, at) {
			return isLiving(owner, at);
		},
		claim,
		async spentOn(day) {
			const folder = join(directory, 'spent', day);
			const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
			return found.map((name) => `${day}/${name}`);
		},
		async noteSpent(name) {
			mkdirSync(join(directory, 'spent', name), { recursive: true });
		},
	};
}

/**
 * Frees the disk space of a run's old versions. Each version's folder stays, with the label in it, because a process with an older version
 * must see that the next version exists.
 */
export function forgetVersions(directory: string, run: string): void {
	const folder = join(directory, 'runs', run);
	const newest = newestVersion(folder);
	for (let version = 1; version < newest; version += 1)
		for (const part of ['packs', 'journal.jsonl'])
			rmSync(join(folder, String(version), part), { recursive: true, force: true });
}

function newestVersion(folder: string): number {
	if (!existsSync(folder)) return 0;
	return Math.max(
		0,
		...readdirSync(folder)
			.filter((name) => /^\d+$/.test(name))
			.map(Number),
	);
}

function readVersion(folder: string): ReadonlyMap<string, Uint8Array> {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = entries.map((entry) => join(entry.parentPath, entry.name));
	const nameOf = (path: string): string => path.slice(folder.length + 1);
	requireCheckpointFiles(paths.map((path) => ({ path: nameOf(path), size: statSync(path).size })));
	return new Map(paths.map((path) => [nameOf(path), readFileSync(path)]));
}

/**
 * Writes a version of a run, and returns whether it did. A folder cannot be renamed to an existing folder with files, so only one of two
 * processes succeeds.
 */
function writeVersion(folder: string, version: number, files: ReadonlyMap<string, Uint8Array>): boolean {
	const temporary = join(folder, `.${version}.${process.pid}`);
	rmSync(temporary, { recursive: true, force: true });
	try {
		for (const [name, bytes] of files) {
			const path = join(temporary, name);
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, bytes);
		}
	} catch (error) {
		// On a full disk, the next attempt needs the space of the half-written folder.
		rmSync(temporary, { recursive: true, force: true });
		throw error;
	}
	const taken = renameFails(temporary, join(folder, String(version)));
	if (taken) rmSync(temporary, { recursive: true, force: true });
	return !taken;
}

function renameFails(from: string, to: string): boolean {
	try {
		renameSync(from, to);
		return false;
	} catch (error) {
		if (error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST'))
			return true;
		throw error;
	}
}

function labelsIn(folder: string): readonly RunLabel[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder).flatMap((run) => {
		const version = newestVersion(join(folder, run));
		return version === 0 ? [] : [labelIn(join(folder, run, String(version)))];
	});
}

/** Returns the label of a run, or only its public part for a sealed checkpoint. */
function labelIn(folder: string): RunLabel {
	const sealed = join(folder, sealFile);
	if (!existsSync(sealed)) return runLabelSchema.parse(jsonIn(join(folder, 'label.json')));
	return z.object({ label: runLabelSchema }).parse(jsonIn(sealed)).label;
}

function jsonIn(path: string): unknown {
	return JSON.parse(readFileSync(path, 'utf8'));
}

async function claimFile(path: string, owner: Runner, isLiving: IsLiving): Promise<ClaimResult> {
	mkdirSync(dirname(path), { recursive: true });
	if (createWhole(path, JSON.stringify({ runner: owner, at: new Date().toISOString() }))) return { kind: 'claimed' };
	const { runner, at } = claimSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
	return { kind: 'taken', owner: runner, living: await isLiving(runner, at) };
}
