/** A file that a patch names, relative to the folder where the patch is applied. `isGone` says on which side the file does not exist. */
export interface Change {
	readonly path: string;
	readonly isGone: 'no' | 'before' | 'after';
}

const header =
	/^(?:index [\da-f]+\.\.[\da-f]+(?: (\d+))?|(?:dis)?similarity index \d+%|(?:new file|deleted file|old|new) mode (\d+))$/;
const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
/** Lines between the parts of a patch that `patch` may read as a script of ed, another form of diff, or the name of a file. */
const special =
	/^[\sX>]*(\d|\*\*\*|---|\+\+\+|@@|Index:|Prereq:|GIT binary|diff |Binary |new |old |deleted |rename |copy |=)/;

/**
 * Returns the files that a patch writes or deletes. Returns undefined if a line may mean something else. Examples are a script of ed, a
 * link, a binary file, a quoted name, and a name outside of the folder.
 */
export function changesOf(text: string, strip: number): readonly Change[] | undefined {
	if (text.includes('\r') || text.includes('\0')) return undefined;
	const lines = text.replace(/\n$/, '').split('\n');
	const found: Change[] = [];
	for (let i = 0; i < lines.length; ) {
		const section = readSection(lines, i, strip);
		if (section === undefined) return undefined;
		found.push(...section.changes);
		i = section.end;
	}
	return found.length === 0 ? undefined : found;
}

interface Section {
	readonly changes: readonly Change[];
	readonly end: number;
}

/** Reads the part that begins at a line: the names of a changed file with all hunks, or a line without a meaning. */
function readSection(lines: readonly string[], at: number, strip: number): Section | undefined {
	const line = lines[at] ?? '';
	const both = /^diff --git (\S+) (\S+)$/.exec(line);
	if (both) return readGit(lines, at, { names: [both[1] ?? '', both[2] ?? ''], strip });
	if (line.startsWith('--- ')) return readHunks(lines, at, strip);
	return special.test(line) ? undefined : { changes: [], end: at + 1 };
}

function readGit(
	lines: readonly string[],
	at: number,
	{ names, strip }: { readonly names: readonly string[]; readonly strip: number },
): Section | undefined {
	const changes: Change[] = [];
	let isGone: Change['isGone'] = 'no';
	let i = at + 1;
	for (; i < lines.length; i++) {
		const line = lines[i] ?? '';
		const [, ...modes] = header.exec(line) ?? [];
		const moved = /^(rename|copy) (from|to) (.+)$/.exec(line);
		if (moved) {
			const gone = moved[1] === 'rename' ? (moved[2] === 'from' ? 'after' : 'before') : 'no';
			const change = changeOf(moved[3] ?? '', gone, Math.max(0, strip - 1));
			if (change === undefined) return undefined;
			changes.push(change);
		} else if (!header.test(line)) break;
		if (modes.some((mode) => mode !== undefined && !/^100(644|755)$/.test(mode))) return undefined;
		if (line.startsWith('new file')) isGone = 'before';
		if (line.startsWith('deleted file')) isGone = 'after';
	}
	for (const name of changes.length > 0 ? [] : names) {
		const change = changeOf(name, isGone, strip);
		if (change === undefined) return undefined;
		changes.push(change);
	}
	if (!(lines[i] ?? '').startsWith('--- ')) return { changes, end: i };
	const hunks = readHunks(lines, i, strip);
	return hunks && { changes: [...changes, ...hunks.changes], end: hunks.end };
}

function readHunks(lines: readonly string[], at: number, strip: number): Section | undefined {
	const [before, after] = [side(lines[at], '--- '), side(lines[at + 1], '+++ ')];
	if (before === undefined || after === undefined || !hunk.test(lines[at + 2] ?? '')) return undefined;
	if (before.name === '/dev/null' && after.name === '/dev/null') return undefined;
	const isGone = before.isNothing ? 'before' : after.isNothing ? 'after' : 'no';
	const named = [before, after].filter(({ name }) => name !== '/dev/null');
	const changes = named.map(({ name }) => changeOf(name, isGone, strip));
	if (changes.includes(undefined)) return undefined;
	let i = at + 2;
	for (let end = readHunk(lines, i); end !== i; end = readHunk(lines, i)) {
		if (end === undefined) return undefined;
		i = end;
	}
	return { changes: changes.flatMap((one) => one ?? []), end: i };
}

/**
 * Returns the line after the hunk that begins at `at`. If no hunk begins there, returns `at`. Returns undefined if the hunk is malformed.
 */
function readHunk(lines: readonly string[], at: number): number | undefined {
	const counts = hunk.exec(lines[at] ?? '');
	if (!counts) return at;
	let [before, after] = [Number(counts[1] ?? 1), Number(counts[2] ?? 1)];
	let i = at + 1;
	// A patch that ends too early can still change only these files.
	for (; (before > 0 || after > 0) && i < lines.length; i++) {
		const [mark] = lines[i] === '' ? [' '] : (lines[i] ?? '');
		if (mark === undefined || !/^[-+ \\]$/.test(mark)) return undefined;
		if (mark === '-' || mark === ' ') before--;
		if (mark === '+' || mark === ' ') after--;
	}
	if (before < 0 || after < 0) return undefined;
	return (lines[i] ?? '').startsWith('\\') ? i + 1 : i;
}

/** Returns the name of one side, up to a tab. A time at the start of 1970 means that the file did not exist. */
function side(line: string | undefined, mark: string) {
	const [, name, time = ''] = line?.startsWith(mark) ? (/^(?:---|\+\+\+) ([^\t]+)(\t.*)?$/.exec(line) ?? []) : [];
	if (name === undefined) return undefined;
	return { name: name.trimEnd(), isNothing: name === '/dev/null' || /\t(1970-01-0|1969-12-3)/.test(time) };
}

function changeOf(name: string, isGone: Change['isGone'], strip: number): Change | undefined {
	const parts = name.split('/');
	const kept = parts.length <= strip ? parts.slice(-1) : parts.slice(strip);
	const isPlain = !name.startsWith('/') && !name.startsWith('"') && !/[\\]/.test(name);
	const isInside = kept.every((part) => part !== '' && part !== '.' && part !== '..');
	return isPlain && isInside ? { path: kept.join('/'), isGone } : undefined;
}
