import { posix } from 'node:path';

interface Instruction {
	readonly path: string;
	readonly text: string;
}

/** The most files that one instruction file can import. */
const mostImports = 10;

/**
 * Returns the text files of the repository that a file imports with `@path`, as in Claude Code (code.claude.com/docs/en/memory). A path is
 * relative to the file, and a path in code is ignored. Imports in imported files are not read.
 */
export function importsIn({ path, text }: Instruction, there: ReadonlySet<string>): readonly string[] {
	const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
	const named = [...prose.matchAll(/(?<=^|\s)@([\w./-]+\.(?:md|mdc|txt))\b/gm)].map(([, name = '']) => name);
	const paths = named.map((name) => posix.join(posix.dirname(path), name));
	return [...new Set(paths)].filter((one) => there.has(one) && one !== path).slice(0, mostImports);
}

/** The words in a sentence that only says where to read. */
const pointing = new Set(
	`a about agent agents ai all also an and any are as assistant assistants at before canonical claude code codex coding content conventions copilot
	cursor detail details docs documentation each every file find first follow followed for full gemini go guidance guide guidelines here in info information
	instruction instructions is it lives located main maintained more must of on only other our please point pointer points project read refer
	reference repo repository root rule rules same see should shared single source start task tasks that the their them there these this to
	tools truth use used uses using which with work working you your`.split(/\s+/),
);

/**
 * The longest file that can count as a pointer to another file. Characters. Threat: the time of the check below grows with the square of
 * the text's length.
 */
const longestPointer = 4_000;

const reference = /@?(?:\[[^\]\n]*\]\(([^)\s]+)\)|`@?([^`\s]+)`|@?([\w./-]+\.(?:md|mdc|cursorrules)))/g;

/** Returns whether a file only says that another file of the repository must be read. */
export function isPointer({ path, text }: Instruction, there: ReadonlySet<string>): boolean {
	if (text.length > longestPointer) return false;
	const prose = text.replace(/^#.*$/gm, '').replace(/<!--[\s\S]*?-->/g, '');
	const named = [...prose.matchAll(reference)].map(([, link, code, plain]) => link ?? code ?? plain ?? '');
	const isThere = (name: string): boolean =>
		there.has(posix.join(posix.dirname(path), name)) || there.has(posix.join('.', name.replace(/^\//, '')));
	if (named.length === 0 || !named.every(isThere)) return false;
	const words =
		prose
			.replace(reference, ' ')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.every((word) => pointing.has(word));
}
