import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownSkillFolder } from '../core/index.ts';
import { fileDiff } from '../report/index.ts';
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
} from '../skills/index.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';

/** What is done with one file: shown, and with `text` written. */
interface Update {
	readonly file: string;
	readonly state: CopyState | 'unreadable';
	readonly told: string;
	/** What people changed from, against what ships. */
	readonly diff?: string;
	/** What takes its place. */
	readonly text?: string;
	readonly was?: string;
}

/** Brings copies of shipped skills up to date: those that nobody changed; of the others it shows what ships. */
export async function update(
	args: readonly string[],
	{ cwd, packageRoot, print }: Pick<Surroundings, 'cwd' | 'packageRoot' | 'print'>,
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

/** Replaces what is to be replaced, and says so. */
function done(one: Update, root: string, isTrial: boolean): string {
	if (one.text === undefined) return '';
	if (isTrial) return '; would be updated';
	return replace(root, one) ? '; updated' : '; somebody is changing it, left alone';
}

/** What is to be done with each skill of a repository that has the name of a shipped one. Writes nothing. */
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
	current: (_, to) => `as it ships, ${to}`,
	outdated: (from, to) => `${from} → ${to}; nobody has changed it`,
	adapted: (_, to) => `yours, made from ${to}, which is what ships; left alone`,
	behind: (from, to) => `yours, made from ${from}, while ${to} ships; left alone. From yours to what ships:`,
	newer: (from, to) => `${from}, newer than ${to}, which ships with this Countersign; left alone`,
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

/** In one step, and only where the file is still the one that was compared: an editor may have saved meanwhile. */
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
