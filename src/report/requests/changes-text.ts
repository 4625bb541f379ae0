import { spelledValue } from '../text/spelled.ts';
import type { ShownDelivered } from './delivered-file.ts';
import { fileDiff } from './file-diff.ts';

/**
 * Returns the changes of a run as one text for people and for `patch`. Each file has a line with its name, a line with the kind of change,
 * and its difference. For a file with a credential, or a file that is not text, the text has the digest instead of the difference.
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

/** A file in a text from {@link changesText}. */
export interface ChangedFile {
	readonly name: string;
	readonly words: string;
	readonly lines: readonly string[];
}

/** Returns the files of a text from {@link changesText}. Inside a difference, no line begins with `diff`. */
export function changedFiles(text: string): readonly ChangedFile[] {
	return text
		.split(/^(?=diff --git )/m)
		.filter((part) => part.startsWith('diff --git '))
		.map((part) => {
			const [first = '', second = '', ...lines] = part.trimEnd().split('\n');
			// The line contains the same name twice.
			const names = first.slice('diff --git '.length);
			const name = names.slice(2, (names.length - 1) / 2);
			return { name, words: second.replace(/^# /, ''), lines };
		});
}
