import { type Effect, type Facts, writesFile } from '../core/index.ts';
import { classesOfPath, obeyedPath } from './delivered-paths.ts';
import type { Opinion, Part, Subject } from './part.ts';
import { isInCheckout } from './path-effects.ts';

type Known = Pick<Facts, 'entries' | 'isDirectory' | 'isThere' | 'root'>;

/**
 * Returns whether an opinion is about a change of ordinary files of the checkout, by a file tool or a similar command. Modes `edit` and
 * `contained` allow such a change, because the whole diff is judged before anything leaves the checkout.
 */
export function isOrdinaryEdit({ effect, stage, asksContained }: Opinion, subject: Subject, facts: Known): boolean {
	if (effect === undefined) return false;
	if (subject.isShell && isTemporary(effect, subject, facts)) return stage !== 'effects' && asksContained !== true;
	if (stage !== 'policy' && stage !== 'default') return false;
	if (writesFile(subject.tool)) return isFileEdit(effect);
	return subject.isShell && asksContained !== true && isShellEdit(effect, subject, facts);
}

/**
 * Returns whether the effect is about a temporary file. Commands keep their output in such files and read it there. This reveals and
 * changes no more than the commands themselves.
 */
function isTemporary(effect: Effect, subject: Subject, { root }: Known): boolean {
	const isKept =
		effect.kind === 'write' || effect.kind === 'read' || (effect.kind === 'delete' && isNoLoss(effect, subject));
	if (!isKept || root.startsWith(`${effect.path}/`)) return false;
	return /^\/(var\/)?tmp\/[^/*?[{]+(\/|$)/.test(effect.path) || (effect.kind === 'write' && isPieces(effect.path));
}

/** Returns whether a path means the numbered files of a program such as `split`: `/tmp/part_*`. */
function isPieces(path: string): boolean {
	return /^\/(var\/)?tmp\/\w[\w.-]{2,}\*$/.test(path);
}

type Deletion = Effect & { readonly kind: 'delete' };

/** Returns whether deleting a temporary file loses no more than writing it would. */
function isNoLoss(effect: Deletion, subject: Subject): boolean {
	return effect.moved === true || (effect.fresh === true && !movesAny(subject)) || isOwnFile(effect, subject);
}

/**
 * Returns whether a command of the line moves files. Threat: after a move, a file or a folder that the line made may contain the only copy
 * of other work.
 */
function movesAny({ parts }: Subject): boolean {
	return parts.some(({ effects }) => effects.some((one) => one.kind === 'delete' && one.moved === true));
}

/**
 * Returns whether the same command writes this single file. Such a deletion loses nothing more, because writing could have emptied the
 * file.
 */
function isOwnFile({ path, recursive }: Deletion, { parts }: Subject): boolean {
	return !recursive && parts.some((part) => writesPath(part, path));
}

function writesPath({ effects }: Part, path: string): boolean {
	return effects.some((one) => one.kind === 'write' && one.path === path);
}

/** Returns whether the line deletes a file that it made: `sed -i.bak … a.ts && rm a.ts.bak`. */
function isOwnNewFile(effect: Deletion, subject: Subject, { isThere, root }: Known): boolean {
	const { path, recursive } = effect;
	const { parts } = subject;
	if (recursive || movesAny(subject) || hasWildcard.test(path) || isThere?.(`${root}/${path}`) !== false) return false;
	const writers = parts.filter((part) => writesPath(part, path));
	return writers.length > 0 && writers.every(({ effects }) => effects.every(({ kind }) => onlyMakes.has(kind)));
}

/** The kinds of effects of a program that makes a file and takes no other file away. */
const onlyMakes: ReadonlySet<string> = new Set(['read', 'write']);

function isFileEdit(effect: Effect): boolean {
	if (effect.kind === 'delete') return !effect.recursive && isInCheckout(effect.path);
	return effect.kind === 'write' && isInCheckout(effect.path);
}

/**
 * Returns whether a shell command's change is an ordinary edit. A deletion is not, because the content is lost before a diff shows it. A
 * move inside the checkout is, because the file still exists.
 */
function isShellEdit(effect: Effect, subject: Subject, facts: Known): boolean {
	if (effect.kind === 'delete') {
		const isKept = effect.moved === true || isOwnNewFile(effect, subject, facts);
		return isKept && isInCheckout(effect.path) && isNarrow(effect.path, facts);
	}
	if (effect.kind !== 'write' || !isInCheckout(effect.path)) return false;
	return isNarrow(effect.path, facts) || meansNone(effect.path, subject, facts) || isByOwnTool(effect, subject);
}

/**
 * Returns whether a pattern for hidden files certainly matches nothing. `Path('tests').glob('*.test.ts')` also means hidden files, which may
 * be settings. Threat: an earlier command of the line may make such a file.
 */
function meansNone(path: string, { parts }: Subject, { entries, root }: Known): boolean {
	const [, folder, ending] = /^([^*?[{]+)\/\.\*([^*?[{/]+)$/.exec(path) ?? [];
	const changing = parts.filter(({ effects }) => effects.some(({ kind }) => kind !== 'read'));
	if (folder === undefined || ending === undefined || changing.length > 1) return false;
	const names = entries?.(`${root}/${folder}`);
	return names !== undefined && !names.some(({ name }) => name.startsWith('.') && name.endsWith(ending));
}

/** Returns whether the project's own formatter writes the files. It may run, and its configuration decides which files it writes. */
function isByOwnTool(effect: Effect, { parts }: Subject): boolean {
	return parts.some(({ effects }) => effects.includes(effect) && effects.some(({ kind }) => kind === 'exec.project'));
}

const hasWildcard = /[*?[{]/;

/** Folders whose files are executed or take effect later, whatever their endings. */
const obeyedFolders = [
	'.github/actions',
	'.github/hooks',
	'.husky',
	'.githooks',
	'.circleci',
	'.buildkite',
	'.claude',
	'.cursor',
	'.codex',
	'.gemini',
	'.devcontainer',
	'.countersign',
	'.vscode',
	'.yarn',
];

/**
 * Hidden files that only list files to leave out, or only set the format. A configuration that is code, such as `.eslintrc.js`, does not
 * match.
 */
const harmlessHidden =
	/^\.(gitignore|dockerignore|npmignore|prettierignore|eslintignore|editorconfig|(prettierrc|eslintrc)(\.(json5?|jsonc|ya?ml|toml))?|env(\.[\w-]+)?\.(example|sample|template))$/;

/**
 * Returns whether a file may contain settings. Threat: tools, editors, builds and agents use files in hidden folders or with special names,
 * and the list of such files grows.
 */
function mayBeSettings(path: string): boolean {
	const parts = path.split('/');
	const name = parts.at(-1) ?? '';
	if (
		parts.slice(0, -1).some((part) => part.startsWith('.')) ||
		/(^|\/)(node_modules|venv|site-packages)(\/|$)/.test(path)
	)
		return true;
	if (name.startsWith('.')) return !harmlessHidden.test(name);
	if (classesOfPath(obeyedPath(path)).includes('agent-instructions')) return true;
	return /^(bitbucket-pipelines\.yml|mise\.toml|sitecustomize\.py|countersign\.yml|rust-toolchain(\.toml)?|gradle(-wrapper)?\.properties|pnpm-workspace\.ya?ml)$|\.(code-workspace|pth)$/i.test(
		name,
	);
}

/**
 * Returns whether a path certainly means no file that is executed later. Threat: a pattern, or a whole tree, may include such files without
 * naming them.
 */
function isNarrow(path: string, { isDirectory, root }: Known): boolean {
	const [first = '', ...rest] = path.split('/');
	if (path === '.' || mayBeSettings(path)) return false;
	if (!hasWildcard.test(path)) return true;
	if (!hasWildcard.test(first)) return !first.startsWith('.') && first !== 'node_modules';
	const last = rest.at(-1) ?? first;
	const ending = /\.([a-z\d]+)$/i.exec(last)?.[1];
	if (ending === undefined || /^(ya?ml|jsonc?|toml|sh|bash)$/i.test(ending)) return false;
	// `*.ts` in the root does not match hidden files, because a shell's `*` does not match a leading dot.
	if (rest.length === 0) return first !== '**';
	return isDirectory !== undefined && !obeyedFolders.some((folder) => isDirectory(`${root}/${folder}`));
}
