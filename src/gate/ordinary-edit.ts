import { type Effect, type Facts, writesFile } from '../core/index.ts';
import { classesOfPath, obeyedPath } from './delivered-paths.ts';
import type { Opinion, Subject } from './part.ts';
import { isInCheckout } from './path-effects.ts';

type Known = Pick<Facts, 'isDirectory' | 'root'>;

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
		effect.kind === 'write' ||
		effect.kind === 'read' ||
		(effect.kind === 'delete' && (effect.moved === true || isOwnFile(effect, subject)));
	return isKept && /^\/(var\/)?tmp\/[^/*?[{]+(\/|$)/.test(effect.path) && !root.startsWith(`${effect.path}/`);
}

/**
 * Returns whether the same command writes this single file. Such a deletion loses nothing more, because writing could have emptied the
 * file.
 */
function isOwnFile({ path, recursive }: Effect & { readonly kind: 'delete' }, { parts }: Subject): boolean {
	return !recursive && parts.some(({ effects }) => effects.some((one) => one.kind === 'write' && one.path === path));
}

function isFileEdit(effect: Effect): boolean {
	if (effect.kind === 'delete') return !effect.recursive && isInCheckout(effect.path);
	return effect.kind === 'write' && isInCheckout(effect.path);
}

/**
 * Returns whether a shell command's change is an ordinary edit. A deletion is not, because the content is lost before a diff shows it. A
 * move is, because the file still exists.
 */
function isShellEdit(effect: Effect, subject: Subject, facts: Known): boolean {
	if (effect.kind === 'delete')
		return effect.moved === true && isInCheckout(effect.path) && isNarrow(effect.path, facts);
	if (effect.kind !== 'write' || !isInCheckout(effect.path)) return false;
	return isNarrow(effect.path, facts) || isByOwnTool(effect, subject);
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
