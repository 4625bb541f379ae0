import { posix } from 'node:path';
import { CountersignError, ownSkillFolder, skillFolderOf, skillFolders } from '../core/index.ts';

/** A tree of files that is searched for skills. Paths are relative to its root. Links are not followed. */
export interface SkillTree {
	/** Files and links, sorted. */
	readonly paths: readonly string[];
	/** Returns the text of a file. Undefined if there is no file, and for a link. */
	readonly read: (path: string) => Promise<string | undefined>;
	/** Returns the target of a link as it is written. Undefined if the path is not a link. */
	readonly linkAt: (path: string) => Promise<string | undefined>;
}

/** A SKILL.md of the repository. */
export interface RepositorySkill {
	readonly file: string;
	readonly text: string;
	readonly isOwn: true;
	/** True if it is from a folder for any agent. */
	readonly isForeign?: true;
}

/** The skills of a repository in the order of their folders, and those that were left out. */
export interface RepositorySkills {
	readonly files: readonly RepositorySkill[];
	readonly warnings: readonly string[];
}

/** The most bytes of all skills in folders of other agents. They are frozen with each run. */
const mostForeignBytes = 4_000_000;

/**
 * Reads the skills of a tree. A link to one of the skill folders, or into one, is ignored, because its target is found there. Any other
 * link is left out with a warning. In our own folder, it is refused.
 * @throws CountersignError `bad-skill` for such a link in our own folder.
 */
export async function repositorySkills(tree: SkillTree): Promise<RepositorySkills> {
	const links = await refusedLinks(tree);
	const own = links.find(({ folder }) => folder === ownSkillFolder);
	if (own !== undefined) throw refusedLink(own);
	const read = skillFolders.map((folder) => skillsIn(folder, tree));
	const { files, left } = withinBytes((await Promise.all(read)).flat());
	return { files, warnings: [...links.slice(0, mostTold).map(warningOf), ...untold(links.length - mostTold), ...left] };
}

/** The most links that are reported one by one. */
const mostTold = 10;

function untold(more: number): readonly string[] {
	return more > 0 ? [`${more} more symbolic links in the folders of skills are left out.`] : [];
}

async function skillsIn(folder: string, { paths, read }: SkillTree): Promise<readonly RepositorySkill[]> {
	const files = paths.filter((path) => skillFolderOf(path) === folder && isSkillFile(path, folder));
	const texts = await Promise.all(files.map(async (file) => ({ file, text: await read(file) })));
	const foreign = folder === ownSkillFolder ? {} : { isForeign: true as const };
	return texts.flatMap(({ file, text }) =>
		text === undefined ? [] : [{ file, text, isOwn: true as const, ...foreign }],
	);
}

/** Whether a path has the form `<folder>/<name>/SKILL.md`. */
function isSkillFile(path: string, folder: string): boolean {
	const [name = '', file, ...deeper] = path.slice(folder.length + 1).split('/');
	return name !== '' && file === 'SKILL.md' && deeper.length === 0;
}

function withinBytes(files: readonly RepositorySkill[]) {
	let bytes = 0;
	const fits = files.map(({ text, isForeign }) => {
		if (isForeign === true) bytes += Buffer.byteLength(text);
		return isForeign !== true || bytes <= mostForeignBytes;
	});
	const count = fits.filter((one) => !one).length;
	const left = `${count} skills are left out: those of ${skillFolders.slice(1).join(', ')} have more than ${mostForeignBytes / 1_000_000} MB together.`;
	return { files: files.filter((_, index) => fits[index]), left: count === 0 ? [] : [left] };
}

interface RefusedLink {
	readonly path: string;
	readonly target: string;
	/** The skill folder that the link replaces or is in. */
	readonly folder: string;
}

/** Returns links that do not lead to skills. Threat: by a link, a file could become a skill although nobody reviewed it as a skill. */
async function refusedLinks({ paths, linkAt }: SkillTree): Promise<readonly RefusedLink[]> {
	const places = paths.flatMap((path) => placesOf(path));
	const links = await Promise.all(
		places.map(async ({ path, ...place }) => ({ path, ...place, target: await linkAt(path) })),
	);
	return links.flatMap(({ path, folder, rest, target }) =>
		target === undefined || leadsToSkills(path, target, rest) ? [] : [{ path, target, folder }],
	);
}

/**
 * Returns what a link at this path would replace: a folder of skills or a folder above it, the folder of one skill, or its file. `rest` is
 * the path from the link to the folder of skills.
 */
function placesOf(path: string) {
	const above = skillFolders
		.filter((folder) => folder === path || folder.startsWith(`${path}/`))
		.map((folder) => ({ path, folder, rest: folder.slice(path.length) }));
	const folder = skillFolderOf(path);
	if (folder === undefined) return above;
	const inside = path.slice(folder.length + 1);
	return !inside.includes('/') || isSkillFile(path, folder) ? [{ path, folder, rest: '' }] : [];
}

function leadsToSkills(path: string, target: string, rest: string): boolean {
	if (target.startsWith('/')) return false;
	const to = posix.join(posix.dirname(path), target).replace(/\/$/, '') + rest;
	return skillFolders.includes(to) || skillFolderOf(to) !== undefined;
}

const fix = 'Put the files there instead of the link, or link to another folder of skills of this repository.';

function describe({ path, target }: RefusedLink): string {
	return `\`${plain(path)}\` is a link to \`${plain(target)}\`, which is not a folder of skills of this repository`;
}

/** A name as one line. Threat: a name may contain line breaks, and the job's log would read the lines as commands. */
function plain(name: string): string {
	return JSON.stringify(name.slice(0, 200)).slice(1, -1);
}

function warningOf(link: RefusedLink): string {
	return `${describe(link)}, so it is left out. ${fix}`;
}

function refusedLink(link: RefusedLink): CountersignError {
	return new CountersignError({ code: 'bad-skill', message: `${describe(link)}.`, fix });
}
