export interface DiffFile {
	readonly path: string;
	readonly added: number;
	readonly removed: number;
	readonly lines: readonly DiffLine[];
}

export interface DiffLine {
	readonly kind: 'added' | 'removed' | 'place' | 'same' | 'note';
	readonly text: string;
}

/** Reads a unified diff as git writes it. */
export function readDiff(diff: string): readonly DiffFile[] {
	return diff
		.split(/^(?=diff --git )/m)
		.filter((part) => part.startsWith('diff --git '))
		.map(readFile);
}

function readFile(part: string): DiffFile {
	const all = part.replace(/\n$/, '').split('\n');
	const start = all.findIndex((line) => line.startsWith('@@'));
	const head = start === -1 ? all : all.slice(0, start);
	const lines = [...head.slice(1).filter(isNews).map(note), ...(start === -1 ? [] : all.slice(start).map(readLine))];
	const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
	return { path: pathIn(head), added: count('added'), removed: count('removed'), lines };
}

/** Whether the reader needs a line. Lines with hashes and paths are not needed. */
function isNews(line: string): boolean {
	return !/^(?:index |--- |\+\+\+ )/.test(line);
}

function note(text: string): DiffLine {
	return { kind: 'note', text };
}

const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', '@': 'place', '\\': 'note' };

function readLine(text: string): DiffLine {
	return { kind: kinds[text[0] ?? ''] ?? 'same', text };
}

function pathIn(head: readonly string[]): string {
	const named = head.find((line) => /^\+\+\+ b\//.test(line)) ?? head.find((line) => /^--- a\//.test(line));
	return (
		named?.slice('+++ b/'.length) ?? /^diff --git a\/(.*) b\/\1$/.exec(head[0] ?? '')?.[1] ?? head[0]?.slice(11) ?? ''
	);
}
