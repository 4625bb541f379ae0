import { posix } from 'node:path';
import { instructionFiles, type Workspace } from '../../core/index.ts';
import { importsIn, isPointer } from './instruction-text.ts';
import { isRuleFile, readRule, scopedRules } from './rule-file.ts';

const ownInstructions = /^\.github\/countersign\/[^/]+\.md$/;

/** Files in which `@path` imports the text of another file. */
const importing = new Set(instructionFiles.flatMap(({ imports, paths }) => (imports ? paths : [])));

/** The longest total text of rule files and imported files. Characters. */
const mostBeside = 60_000;

/** An instruction file with its path and text. */
interface Instruction {
	readonly path: string;
	readonly text: string;
}

type Base = Pick<Workspace, 'readBase' | 'readBaseLink'>;

/**
 * Returns the repository's instructions for agents and contributors, only from the base commit. A pull request must not give the agent
 * instructions. A file that only points to another file is left out, and so is a repeated text.
 */
export async function repositoryInstructions(tree: readonly string[], base: Base): Promise<readonly Instruction[]> {
	const there = new Set(tree);
	const known = instructionFiles.flatMap(({ paths }) => paths.filter((path) => there.has(path)).slice(0, 1));
	const told = await readAll(known, base);
	const imported = told.flatMap((one) => (importing.has(one.path) ? importsIn(one, there) : []));
	const beside = await readAll(
		imported.filter((path) => !known.includes(path)),
		base,
	);
	const rules = (await readAll(tree.filter(isRuleFile), base)).map(readRule);
	const always = rules.filter(({ applies }) => applies === 'always');
	const { fits, left } = withinCharacters(distinct([...beside, ...always]), mostBeside);
	const scoped = scopedRules([...rules, ...left.map(({ path }) => ({ path, text: '', applies: 'when it is needed' }))]);
	const own = await readAll(tree.filter((path) => ownInstructions.test(path)).sort(), base);
	const all = [...told, ...fits, ...(scoped === undefined ? [] : [scoped]), ...own];
	return distinct(all.filter((one) => !isPointer(one, there)));
}

/** Removes repeated texts and repeated files. */
function distinct(texts: readonly Instruction[]): readonly Instruction[] {
	const seen = new Set<string>();
	return texts.filter(({ path, text }) => {
		const words = text.replace(/\s+/g, ' ').trim();
		const isNew = words !== '' && !seen.has(words) && !seen.has(`path ${path}`);
		seen.add(words).add(`path ${path}`);
		return isNew;
	});
}

function withinCharacters(texts: readonly Instruction[], most: number) {
	let length = 0;
	const fits = texts.filter(({ text }) => {
		length += text.length;
		return length <= most;
	});
	return { fits, left: texts.filter((one) => !fits.includes(one)) };
}

async function readAll(paths: readonly string[], base: Base): Promise<readonly Instruction[]> {
	const texts = await Promise.all(paths.map(async (path) => ({ path, text: await readThroughLink(path, base) })));
	return texts.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
}

/** Returns a file's text. It follows one link to a text of the same commit. Threat: a link could name a file outside of the repository. */
async function readThroughLink(path: string, base: Base): Promise<string | undefined> {
	const text = await base.readBase(path);
	if (text !== undefined) return text;
	const target = await base.readBaseLink(path);
	if (target === undefined || posix.isAbsolute(target)) return undefined;
	const to = posix.join(posix.dirname(path), target);
	return /\.(md|mdc|txt)$|^\.cursorrules$/.test(to) ? base.readBase(to) : undefined;
}
