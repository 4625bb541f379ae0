import type { Part } from '../part.ts';
import type { Analysis } from './analysis.ts';

/** Endings of sources that a tool compiles and runs. The gate does not read these languages. */
const compiled = /\.(go|rs|c|cc|cpp|cxx|java|kt|kts|swift|cs|zig|nim|d|scala|hs|ml)$/;

/** A call that removes a whole folder, and the beginning of its argument. */
const removal =
	/\b(?:RemoveAll|remove_dir_all|deleteRecursively|deleteDirectory|removeItem|rmdirRecurse|deleteTree|Directory\.Delete|fs::remove_all)\s*\(\s*(?:at(?:Path)?:\s*)?&?\s*((?:"[^"]*"|[\w.:]+(?:\(\s*"?[^()"]*"?\s*\))?))/g;

const wholeText = /^"(\.|\.\/|\.\.|\.git|\/|~|\/(home|root|etc|usr|var|bin|lib|boot)\/?)"$/;
const wholeCall =
	/\b(getwd|current_dir|current_path|getcwd|GetCurrentDirectory|CurrentDirectory|currentDirectoryPath|UserHomeDir|home_dir|HomeDir)\b|getProperty\(\s*"user\.(dir|home)"|\b(env::var|Getenv|getenv)\(\s*"(HOME|PWD|USERPROFILE)"/i;

const line = /\b(?:system|popen|exec[lv]?p?|shell)\s*\(\s*"((?:[^"\\]|\\.)*)"|"-c",\s*"((?:[^"\\]|\\.)*)"/g;
const grave = /\brm\s+-\w*r\w*\s+(?:-\w+\s+)*(?:--\s+)?(?:~|\/|\.|\*|\$HOME|\.git|"\$HOME")\/?\*?\s*(?:$|[;&|])/;

/** The path goes on below the folder. */
const narrowing = /join|push|resolve|append|combine|\+|\/ ?"/i;

/** Returns whether a source removes a whole home, the machine or the whole checkout. Names in the text stand for what was assigned to them. */
function removesWhole(text: string): boolean {
	const lines = [...text.matchAll(line)].map((match) => match[1] ?? match[2] ?? '');
	if (lines.some((one) => grave.test(one))) return true;
	return [...text.matchAll(removal)].some((match) => {
		const [whole, given = ''] = match;
		const [behind = ''] = /^[^;\n]{0,120}/.exec(text.slice(match.index + whole.length)) ?? [];
		if (narrowing.test(behind)) return false;
		if (wholeText.test(given) || wholeCall.test(given)) return true;
		if (!/^\w+$/.test(given)) return false;
		const [, assigned] = new RegExp(`\\b${given}\\b[^=\\n;"]{0,40}:?=\\s*([^;\\n]{1,120})`).exec(text) ?? [];
		return (
			assigned !== undefined &&
			(wholeText.test(assigned.trim()) || (wholeCall.test(assigned) && !narrowing.test(assigned)))
		);
	});
}

function withoutComments(text: string): string {
	return text.replace(/(^|\s)\/\/.*$/gm, '');
}

/**
 * Adds the delete of a source that the same line writes, and names in a later command, if the line also runs a program. Threat: nobody
 * needs a new program to remove everything, except to hide it.
 */
export function withWrittenRemovals({ parts, written }: Analysis, found: readonly Part[]): readonly Part[] {
	const runs = parts.some(({ effects }) => effects.some(({ kind }) => kind === 'exec' || kind === 'opaque'));
	const sources = runs
		? [...written].filter(([path, text]) => compiled.test(path) && removesWhole(withoutComments(text.slice(0, 8_000))))
		: [];
	const named = sources.filter(([path]) => {
		const name = path.slice(path.lastIndexOf('/') + 1);
		const users = parts.filter(({ argv }) =>
			argv?.slice(1).some((word) => word.endsWith(name) || /^(\.|run)$/.test(word)),
		);
		return users.some(({ effects }) => !effects.some((one) => one.kind === 'write' && one.path === path));
	});
	const [first] = named;
	if (first === undefined) return found;
	const effects = [{ kind: 'delete' as const, path: '.', recursive: true }];
	return [...found, { text: first[0], effects, traits: [] }];
}
