import type { ShownDelivered } from './delivered-file.ts';
import { fileDiff } from './file-diff.ts';
import { spelledValue } from './spelled.ts';

/**
 * What a run changed, as one text for people and for `patch`: of each file a line that names it, one that says what became of it, and its
 * difference. What holds a credential, or is no text, is told by its digest.
 */
export function changesText(files: readonly ShownDelivered[]): string {
	return files.map((file) => `${fileText(file)}\n`).join('');
}

function fileText(file: ShownDelivered): string {
	const { path, before, after, isSecret } = file;
	const name = spelledValue(path);
	const heading = `diff --git a/${name} b/${name}\n# ${changeWords(file)}`;
	if (before?.sha256 === after?.sha256) return heading;
	const isText = [before, after].every((state) => state === undefined || state.text !== undefined);
	if (isSecret || !isText)
		return `${heading}; ${isSecret ? 'not shown, because it contains a credential' : 'no text'}${digest(file)}`;
	const diff = fileDiff({ path, before: before?.text, after: after?.text });
	return diff === undefined ? `${heading}, empty` : `${heading}\n${diff}`;
}

function changeWords({ before, after }: ShownDelivered): string {
	if (after === undefined) return 'deleted';
	if (before === undefined) return `new, mode ${after.mode}`;
	return before.mode === after.mode ? 'changed' : `changed, mode ${before.mode} → ${after.mode}`;
}

function digest({ after }: ShownDelivered): string {
	return after === undefined ? '' : `; ${after.size} bytes, SHA-256 ${after.sha256}`;
}

/** A file of such a text. */
export interface ChangedFile {
	readonly name: string;
	readonly words: string;
	readonly lines: readonly string[];
}

/** The files of a text that {@link changesText} wrote: within a difference no line begins with `diff`. */
export function changedFiles(text: string): readonly ChangedFile[] {
	return text
		.split(/^(?=diff --git )/m)
		.filter((part) => part.startsWith('diff --git '))
		.map((part) => {
			const [first = '', second = '', ...lines] = part.trimEnd().split('\n');
			// Both sides have the same name.
			const names = first.slice('diff --git '.length);
			const name = names.slice(2, (names.length - 1) / 2);
			return { name, words: second.replace(/^# /, ''), lines };
		});
}
