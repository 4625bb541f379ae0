import type { Action } from './trajectory.ts';

/** Returns the file actions of a patch in the format of `apply_patch`. */
export function patchActions(patch: string, cwd?: string): readonly Action[] {
	const files = [...patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$/gm)];
	if (files.length === 0) return [{ skipped: 'apply_patch' }];
	return files.map(({ 1: verb, 2: path = '', index }) => {
		const at = cwd === undefined ? {} : { cwd };
		if (verb !== 'Add') return { tool: 'Edit', args: { file_path: path.trim() }, ...at };
		return { tool: 'Write', args: { file_path: path.trim(), content: addedText(patch.slice(index)) }, ...at };
	});
}

function addedText(patch: string): string {
	const [, ...lines] = patch.split('\n');
	const end = lines.findIndex((line) => !line.startsWith('+'));
	return lines
		.slice(0, end < 0 ? undefined : end)
		.map((line) => `${line.slice(1)}\n`)
		.join('');
}
