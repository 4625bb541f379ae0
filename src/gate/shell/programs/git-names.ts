import { posix } from 'node:path';
import type { Invocation, Scope } from '../program.ts';
import { pathOf } from '../roles.ts';
import { constant, refWord, type Word } from '../word.ts';
import { mayHave } from './git-options.ts';
import { included, isThere, mayNameHidden, pathspec } from './git-pathspec.ts';

/**
 * Returns words for the files that git knows: all files, or those of a pathspec. An exclusion, or the top of the checkout, does not limit
 * the files.
 */
export function trackedFiles(operands: readonly Word[], scope: Scope): readonly Word[] {
	const chosen = included(operands);
	const isTop = (word: Word) => !word.pattern && pathOf(pathspec(word, scope), scope) === '.';
	if (chosen.some(isTop)) return [{ ...constant(`${wayUp(scope)}**`), pattern: true }];
	if (chosen.length === 0) return [{ ...constant('**'), pattern: true }];
	return chosen.map((word) => ({
		...word,
		text: word.text.includes('/') ? word.text : `**/${word.text}`,
		pattern: true,
		from: {
			pattern: `${word.text.includes('*') && !word.text.includes('/') ? '**/' : ''}${word.text}/**`,
			shown: '',
			hidden: true,
		},
		...(mayNameHidden(word.text) && { whole: true }),
	}));
}

/**
 * Returns the files that `ls-files` lists, or undefined if the output may contain more. Threat: a list of untracked files includes ignored
 * files such as `.env`, unless they are left out. A format can contain any text.
 */
export function listedFiles(it: Invocation): readonly Word[] | undefined {
	if (mayHave(it, '--format')) return undefined;
	const isExcluding = it.has('--exclude-standard') && !mayHave(it, '-i --ignored');
	const hasUntracked = mayHave(it, '-o --others -i --ignored -k --killed');
	return hasUntracked && !isExcluding ? undefined : trackedFiles(it.operands, it.scope);
}

const namesOnly =
	/^(-[zMCRr]\w*|--(name-only|no-commit-id|root|relative|diff-filter|cached|staged|merge-base|no-renames|find-renames|format|pretty|no-pager))$/;

/** Returns the changed files that `--name-only` prints. The words after `--` restrict them. */
export function changedFiles(it: Invocation): readonly Word[] | undefined {
	if (!it.has('--name-only') || !it.options.every(({ name }) => namesOnly.test(name)) || !saysNothing(it))
		return undefined;
	return trackedFiles(behindDashes(it), it.scope);
}

/** Returns the words after `--`, which are pathspecs. */
export function behindDashes({ words }: Invocation): readonly Word[] {
	const dashes = words.findIndex((word) => word.known && word.text === '--');
	return dashes < 0 ? [] : words.slice(dashes + 1);
}

/** Returns the path of the repository that `rev-parse` prints, or undefined if it prints something else. */
export function printsPlace({ words, scope }: Invocation): string | undefined {
	const { root } = scope.facts;
	const [only, path, ...others] = words;
	if (only === undefined || others.length > 0) return undefined;
	if (path !== undefined)
		return only.text === '--git-path' && path.known ? `${posix.join(root, '.git', path.text)}\n` : undefined;
	if (only.text === '--show-toplevel') return `${root}\n`;
	// At the top git prints nothing, which means the same as `./` if a path follows.
	if (only.text === '--show-cdup') return scope.cwd === undefined ? undefined : `${wayUp(scope) || './'}\n`;
	return /^--(absolute-git-dir|git-dir|git-common-dir)$/.test(only.text) ? `${root}/.git\n` : undefined;
}

/** Returns the path up to the top of the checkout: `../`, or nothing at the top. */
function wayUp({ facts: { root }, cwd = root }: Scope): string {
	const up = posix.relative(cwd, root);
	return up === '' ? '' : `${up}/`;
}

const revisionOptions =
	/^(-q|--(quiet|verify|short|abbrev-ref|symbolic-full-name|symbolic|is-inside-work-tree|is-inside-git-dir|is-bare-repository|is-shallow-repository|show-object-format|revs-only))$/;

/** Returns whether `rev-parse` prints commits. It prints a word that is not a commit unchanged, so the word may be the name of a file. */
export function printsRevision({ options, operands, scope }: Invocation): boolean {
	if (!options.every(({ name }) => revisionOptions.test(name))) return false;
	if (options.some(({ name }) => /^--(verify|short|revs-only)$/.test(name))) return true;
	return operands.every(
		(word) => word.known && !word.pattern && /^[\w@][\w@{}^~./-]*$/.test(word.text) && !isThere(word, scope),
	);
}

/** Returns whether `rev-parse` prints names of branches instead of commits. */
export function namesRefs({ has }: Invocation): boolean {
	return has('--abbrev-ref', '--symbolic-full-name', '--symbolic');
}

/** Returns the branch that `branch --show-current` prints, or the branches that a format prints. */
export function listedBranches(it: Invocation): readonly Word[] | undefined {
	return it.words.length === 1 && it.has('--show-current') ? [refWord] : listedRefs(it);
}

/** Returns the tags that `tag` lists. */
export function listedTags(it: Invocation): readonly Word[] | undefined {
	if (it.has('--format')) return listedRefs(it);
	const isPlain = it.options.every(({ name }) =>
		/^(-l|--(list|sort|merged|no-merged|contains|no-contains|points-at|ignore-case))$/.test(name),
	);
	return isPlain && (it.operands.length === 0 || it.options.length > 0) ? [{ ...refWord, many: true }] : undefined;
}

const commitFormat = /^(t?format:)?%(h|H|at|ct|as|cs|T|t)$/;
const logOptions =
	/^(-\d+|-n|-[SGL]|--(format|pretty|max-count|skip|since|until|after|before|author|committer|grep|reverse|all|no-merges|merges|first-parent|follow|date-order|topo-order|abbrev|branches|tags|remotes|cherry-pick|left-right|ancestry-path|diff-filter|abbrev-commit|date|no-color|no-walk))$/;

/** Returns whether `log` prints only commits or their dates. */
export function printsCommits(it: Invocation): boolean {
	const formats = it.values('--format', '--pretty');
	const isToken = formats.length === 1 && formats.every(({ text, known }) => known && commitFormat.test(text));
	return isToken && it.options.every(({ name }) => logOptions.test(name));
}

/** Returns the files that `log --name-only --format=` prints. */
export function changedSince(it: Invocation): readonly Word[] | undefined {
	const rest = it.options.filter(({ name }) => !logOptions.test(name) || /^--(format|pretty)$/.test(name));
	const isPlain = it.has('--format', '--pretty') && saysNothing(it) && rest.every(({ name }) => namesOnly.test(name));
	return isPlain && it.has('--name-only') ? trackedFiles([], it.scope) : undefined;
}

/** Returns whether the output contains no word of a commit message. The author of the commit chose these words. */
function saysNothing(it: Invocation): boolean {
	return it.values('--format', '--pretty').every(({ text, known }) => known && /^(t?format:)?$/.test(text));
}

const refFormat = /^%\((refname(:short|:strip=\d|:lstrip=\d)?|objectname(:short(=\d+)?)?)\)$/;

/** Returns the names of branches and tags. Git allows no such name to begin with a dash, or to lead out of a folder. */
export function listedRefs(it: Invocation): readonly Word[] | undefined {
	const formats = it.values('--format');
	const isPlain = formats.every(({ text, known }) => known && refFormat.test(text));
	const isList = it.options.every(({ name }) =>
		/^(-[alr]+|--(format|sort|list|all|remotes|merged|no-merged|contains|no-contains|points-at|count|ignore-case))$/.test(
			name,
		),
	);
	return formats.length === 1 && isPlain && isList ? [{ ...refWord, many: true }] : undefined;
}
