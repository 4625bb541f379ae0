import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownSkillFolder } from '../../core/index.ts';
import { fileDiff } from '../../report/index.ts';
import {
	type Copy,
	type CopyState,
	compareCopy,
	inPlaceOf,
	isTaskSkill,
	knownVersions,
	readSkill,
	readSkillFiles,
	renderSkillError,
	type ShippedText,
	type ShippedVersions,
} from '../../skills/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';

/** What `update` does with one file. If `text` is set, the file is replaced. */
interface Update {
	readonly file: string;
	readonly state: CopyState | 'unreadable';
	readonly told: string;
	/** The difference between the changed file and the shipped one. */
	readonly diff?: string;
	/** The new text of the file. */
	readonly text?: string;
	readonly was?: string;
}

/** Updates copies of shipped skills if nobody changed the copy. For a changed copy, it shows the difference from the shipped skill. */
export async function update(
	args: readonly string[],
	{ cwd, packageRoot, print }: Pick<CliContext, 'cwd' | 'packageRoot' | 'print'>,
	versions: ShippedVersions = knownVersions,
): Promise<number> {
	const options = { root: { type: 'string' }, 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } } as const;
	const { values } = readCommandLine(args, options, 0);
	const root = values.root ?? cwd;
	const isThere = existsSync(join(root, ownSkillFolder));
	const updates = isThere ? await updatesOf(root, packageRoot, versions) : [];
	const shown = updates.map((one) => ({ ...one, told: one.told + done(one, root, values['dry-run'] === true) }));
	if (values.json === true) print(JSON.stringify(shown.map(({ text: _, was: __, ...rest }) => rest)));
	else if (shown.length === 0) print(`No skill in ${ownSkillFolder} has the name of one that ships.`);
	else for (const { file, told, diff } of shown) print([`${file}: ${told}`, ...(diff ? [diff] : [])].join('\n'));
	return updates.some(({ state }) => state === 'unreadable') ? 1 : 0;
}

/** Replaces the file if needed, and returns the words for it. */
function done(one: Update, root: string, isTrial: boolean): string {
	if (one.text === undefined) return '';
	if (isTrial) return '; would be updated';
	return replace(root, one) ? '; updated' : '; not updated, because another program changed it';
}

/** Returns what to do with each skill of a repository that has the name of a shipped one. Writes nothing. */
async function updatesOf(root: string, packageRoot: string, versions: ShippedVersions): Promise<readonly Update[]> {
	const shipped = await shippedTexts(packageRoot);
	const { files, diagnostics } = await readSkillFiles(join(root, ownSkillFolder), ownSkillFolder);
	const broken = diagnostics.map((fault) => ({
		file: fault.file,
		state: 'unreadable' as const,
		told: renderSkillError(fault),
	}));
	const copies = files.flatMap(({ file, text }): readonly Update[] => {
		const reading = readSkill(text, file);
		const name = reading.ok ? reading.skill.name : basename(dirname(file));
		const original = shipped.find((one) => one.name === name);
		if (original === undefined) return [];
		if (!reading.ok) return [{ file, state: 'unreadable', told: reading.errors.map(renderSkillError).join('\n') }];
		const { version } = reading.skill;
		const copy = { text, ...(version === undefined ? {} : { version }) };
		return [{ file, ...updateOf(copy, original, versions, file) }];
	});
	return [...copies, ...broken];
}

const words: Readonly<Record<CopyState, (from: string, to: string) => string>> = {
	current: (_, to) => `same as shipped, ${to}`,
	outdated: (from, to) => `${from} → ${to}; you did not change it`,
	adapted: (_, to) => `your version of ${to}, the shipped version; not changed`,
	behind: (from, to) =>
		`your version of ${from}, but ${to} is shipped; not changed. The difference from your version to the shipped one:`,
	newer: (from, to) => `${from}, newer than ${to}, the version in this Countersign; not changed`,
};

function updateOf(copy: Copy, shipped: ShippedText, versions: ShippedVersions, path: string): Omit<Update, 'file'> {
	const state = compareCopy(copy, shipped, versions[shipped.name] ?? []);
	const told = words[state](copy.version ?? 'a version that it does not name', shipped.version);
	if (state === 'outdated') return { state, told, text: inPlaceOf(copy, shipped), was: copy.text };
	if (state !== 'behind') return { state, told };
	const diff = fileDiff({ path, before: copy.text, after: inPlaceOf(copy, shipped) });
	return { state, told, ...(diff === undefined ? {} : { diff }) };
}

async function shippedTexts(packageRoot: string): Promise<readonly ShippedText[]> {
	const { files } = await readSkillFiles(join(packageRoot, 'skills'));
	return files.flatMap(({ file, text }) => {
		const reading = readSkill(text, file);
		if (!reading.ok || !isTaskSkill(reading.skill) || reading.skill.version === undefined) return [];
		return [{ name: reading.skill.name, version: reading.skill.version, text }];
	});
}

/** Replaces the file in one step, but only if it still has the compared text. An editor may have saved it in the meantime. */
function replace(root: string, { file, text, was }: Update): boolean {
	const path = join(root, file);
	if (text === undefined || readFileSync(path, 'utf8') !== was) return false;
	const temporary = join(dirname(path), `.countersign-${randomUUID()}.tmp`);
	try {
		writeFileSync(temporary, text, { flag: 'wx' });
		renameSync(temporary, path);
		return true;
	} finally {
		rmSync(temporary, { force: true });
	}
}
