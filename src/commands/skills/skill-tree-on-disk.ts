import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { join, posix } from 'node:path';
import type { SkillTree } from '../../config/index.ts';

/** Returns the skill folders of a checkout on disk in the form of a commit's tree. Links are reported, and not followed. */
export function skillTreeOnDisk(root: string, folders: readonly string[]): SkillTree {
	const statOf = (path: string): Stats | undefined => lstatSync(join(root, path), { throwIfNoEntry: false });
	return {
		paths: [...new Set(folders.flatMap((folder) => pathsOf(folder, { root, statOf })))].sort(),
		read: async (path) => (statOf(path)?.isFile() === true ? readFileSync(join(root, path), 'utf8') : undefined),
		linkAt: async (path) => (statOf(path)?.isSymbolicLink() === true ? readlinkSync(join(root, path)) : undefined),
	};
}

interface Disk {
	readonly root: string;
	readonly statOf: (path: string) => Stats | undefined;
}

function pathsOf(folder: string, { root, statOf }: Disk): readonly string[] {
	const link = [posix.dirname(folder), folder].find((path) => statOf(path)?.isSymbolicLink() === true);
	if (link !== undefined) return [link];
	if (statOf(folder)?.isDirectory() !== true) return [];
	return readdirSync(join(root, folder)).flatMap((name) => {
		const path = `${folder}/${name}`;
		const isFolder = statOf(path)?.isDirectory() === true;
		if (!isFolder) return [path];
		return statOf(`${path}/SKILL.md`) === undefined ? [] : [`${path}/SKILL.md`];
	});
}
