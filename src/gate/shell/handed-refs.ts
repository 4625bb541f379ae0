import { type Finding, type Invocation, opaque, type Row } from './program.ts';
import { runsOwnTool } from './unlisted.ts';
import { isRefName, type Word } from './word.ts';

/** Options whose value is a branch, a tag or a commit. */
export const refOptions =
	/^--(changed|(only-?)?changed(-?since)?|since|base|head|branch|ref|from(-ref)?|to(-ref)?|revision|commit|diff(-branch)?|baseline-commit|new-from-(rev|merge-base)|(compare|target|merge|git-diff)-(branch|base))$/i;

/**
 * Returns doubts about commits that a tool passes to git as an argument. Threat: git reads `--output=.git/hooks/x` as an option and writes
 * that file.
 */
export function handedRefs(row: Row, { options }: Invocation, found: readonly Finding[]): readonly Finding[] {
	if (row.judgesOptions !== true && !runsOwnTool(found)) return [];
	return options.flatMap(({ name, value }) => {
		const isOdd =
			value !== undefined && (refOptions.test(name) ? isNoRef(value) : isFilter(name) && holdsOption(value));
		return isOdd ? [opaque(`what git does with \`${name} ${value.text.slice(0, 120)}\``)] : [];
	});
}

/** Returns whether a value is certainly not a commit. It may be the folder of another tool: `--base=/app/`. */
function isNoRef(value: Word): boolean {
	const { text, known, chosen } = value;
	return known ? /^\s*-|[`$;|&<>\n]/.test(text) : chosen === true && !isRefName(value);
}

/** Filters of workspaces contain a commit in brackets: `--filter '...[main]'`. */
const isFilter = (name: string): boolean => /^(-F|--filter(-prod)?)$/.test(name);

function holdsOption({ text }: Word): boolean {
	return /\[\s*--/.test(text);
}
