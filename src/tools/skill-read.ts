import { posix } from 'node:path';
import { z } from 'zod';
import { skillFolderOf, skillFolders } from '../core/index.ts';
import { newLineWindow } from './line-window.ts';
import { count, defineTool, done, refused } from './tool.ts';

const mostShownBytes = 65_536;
/** The longest path that a call may name, because no file system accepts a longer one. Characters. */
const longestPath = 4_096;
const places = skillFolders.map((folder) => `\`${folder}/\``).join(', ');

/**
 * Reads a further file of a repository's skill, which the skill's instructions may refer to. It reads from the base commit, because the
 * agent may have changed the copy in the checkout. It stays in the skill's folder and follows no links.
 */
export const skillRead = defineTool({
	name: 'skill_read',
	description:
		'Read a text file of a skill of this repository, as it is in the base commit. Lines are numbered from 1.',
	args: z.strictObject({ path: z.string(), offset: count.optional(), limit: count.optional() }),
	run: async ({ path, offset = 1, limit = Number.MAX_SAFE_INTEGER }, { workspace, holdsCredential }) => {
		if (path.length > longestPath)
			return refused(`The path has ${path.length} characters. Give one that the skill names, below one of ${places}.`);
		const inside = posix.normalize(path);
		if (!isInsideSkill(inside))
			return refused(`\`${path}\` is in no skill of this repository. Those are below ${places}.`);
		if (holdsCredential(inside)) return refused(`\`${path}\` holds credentials, by its name, and no tool reads those.`);
		const text = await workspace.readBase(inside);
		if (text === undefined) return refused(`The base commit has no file \`${path}\`. Read one that the skill names.`);
		// If the file is not UTF-8, the text contains replacement characters.
		if (/[\0\ufffd]/.test(text)) return refused(`\`${path}\` is no UTF-8 text.`);
		return shown(text, { path, offset, limit });
	},
});

function isInsideSkill(path: string): boolean {
	const folder = skillFolderOf(path);
	return folder !== undefined && /^[^/]+\/./.test(path.slice(folder.length + 1));
}

interface Asked {
	readonly path: string;
	readonly offset: number;
	readonly limit: number;
}

function shown(text: string, { path, offset, limit }: Asked) {
	const window = newLineWindow({ offset, limit, mostBytes: mostShownBytes });
	window.add(text);
	const { lines, total, cut } = window.done();
	if (total === 0) return done(`\`${path}\` is empty.`);
	if (offset > total) return refused(`\`${path}\` has ${total} lines; \`offset\` ${offset} is behind its end.`);
	const last = offset + lines.length - 1;
	const numbered = lines.map((line, index) => `${offset + index}\t${line}`).join('\n');
	const more = last < total ? ` Read on with \`offset\`: ${last + 1}.` : '';
	const note = offset === 1 && last === total ? '' : `\n[lines ${offset}–${last} of ${total}.${more}]`;
	return done(`${numbered}${cut ? '[… the rest of this line is left out]' : ''}${note}`);
}
