import { CountersignError } from '../core/index.ts';
import { ownerPattern } from './owner-pattern.ts';

/** A path with its owners, from the last pattern that matches it. */
export interface OwnedPath {
	readonly path: string;
	readonly pattern: string;
	/** Logins, addresses, and teams as `org/slug`, in lower case. */
	readonly owners: readonly string[];
}

interface OwnerRule {
	readonly pattern: string;
	readonly line: number;
	readonly owners: readonly string[];
	readonly matches: (path: string) => boolean;
}

/** A CODEOWNERS file. */
export interface CodeOwners {
	readonly file: string;
	readonly rules: readonly OwnerRule[];
	/** Warnings about rules that name only e-mail addresses. Nobody can prove that they own an address, so nobody could sign. */
	readonly warnings: readonly string[];
}

/** The paths where GitHub looks for the file. GitHub uses the first one that exists. */
export const codeOwnersPaths = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/** The largest file that GitHub loads. Bytes. */
export const longestCodeOwners = 3 * 1024 * 1024;

/**
 * Reads a CODEOWNERS file as GitHub does (GitHub Docs, About code owners). GitHub ignores a line that it cannot read, but this function
 * refuses the file. Otherwise nobody would notice that owners are no longer asked. @throws CountersignError `bad-config` with the line.
 */
export function readCodeOwners(text: string, file: string): CodeOwners {
	if (Buffer.byteLength(text) > longestCodeOwners)
		throw badOwners(file, 1, 'the file is larger than GitHub loads (3 MB)');
	const rules = text.split(/\r\n|\r|\n/).flatMap((line, index) => rulesOf(line, index + 1, file));
	const warnings = rules
		.filter(({ owners }) => owners.length > 0 && owners.every((owner) => owner.includes('@')))
		.map(
			({ line, pattern }) =>
				`${file}:${line}: \`${pattern}\` is owned by e-mail addresses only, which cannot be verified: nobody can approve it.`,
		);
	return { file, rules, warnings };
}

/** Returns those paths that have owners. The last matching rule decides, even if it names no owners. */
export function ownedAmong(paths: readonly string[], { rules }: CodeOwners): readonly OwnedPath[] {
	return paths.flatMap((path) => {
		const rule = rules.findLast(({ matches }) => matches(path));
		if (rule === undefined || rule.owners.length === 0) return [];
		return [{ path, pattern: rule.pattern, owners: rule.owners }];
	});
}

function rulesOf(text: string, line: number, file: string): readonly OwnerRule[] {
	const [pattern, ...owners] = wordsOf(text.replace(/^\ufeff/, ''));
	if (pattern === undefined) return [];
	const matches = ownerPattern(pattern);
	if (typeof matches === 'string') throw badOwners(file, line, `\`${pattern}\` is no pattern: ${matches}`);
	const wrong = owners.find((owner) => !ownerForms.some((form) => form.test(owner)));
	if (wrong !== undefined)
		throw badOwners(
			file,
			line,
			`\`${wrong}\` is not a valid owner. Write \`@login\`, \`@org/team\` or an e-mail address`,
		);
	return [{ pattern, line, owners: owners.map((owner) => owner.replace(/^@/, '').toLowerCase()), matches }];
}

/** Patterns for owners: `@login` (managed users have an underscore), `@org/team`, or an address. */
const ownerForms = [
	/^@[a-z\d](?:[a-z\d_-]*[a-z\d])?$/i,
	/^@[a-z\d](?:[a-z\d-]*[a-z\d])?\/[a-z\d][\w.-]*$/i,
	/^[^@\s/]+@[^@\s/]+\.[^@\s/]+$/,
];

/** Splits a line at white space, but not after a backslash. It stops at a comment. */
function wordsOf(line: string): readonly string[] {
	const words = line.match(/(?:\\.|[^\s\\]|\\$)+/g) ?? [];
	const comment = words.findIndex((word) => word.startsWith('#'));
	return comment === -1 ? words : words.slice(0, comment);
}

function badOwners(file: string, line: number, what: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${file}:${line}: ${what}.`,
		fix: 'Correct the file on the default branch (GitHub shows its errors above it), or take `codeowners` out of `approvals`.',
	});
}
