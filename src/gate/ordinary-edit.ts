import type { Effect, Facts } from '../core/index.ts';
import type { Opinion, Subject } from './part.ts';

type Known = Pick<Facts, 'isDirectory' | 'root'>;

/**
 * Whether an opinion asks about a change of ordinary files of the checkout, by a file tool or by a command that does the same. Mode
 * `edit`, and `contained` beyond it, answer that: nothing leaves the checkout before the diff is judged as a whole.
 */
export function isOrdinaryEdit({ effect, stage, asksContained }: Opinion, subject: Subject, facts: Known): boolean {
	if (effect === undefined) return false;
	if (subject.isShell && isTemporary(effect, subject, facts)) return stage !== 'effects' && asksContained !== true;
	if (stage !== 'policy' && stage !== 'default') return false;
	if (subject.tool === 'file_write' || subject.tool === 'file_edit') return isFileEdit(effect);
	return subject.isShell && asksContained !== true && isShellEdit(effect, subject, facts);
}

/** A command keeps what it prints in a temporary file, and reads it there: neither tells or changes more than the command did. */
function isTemporary(effect: Effect, subject: Subject, { root }: Known): boolean {
	const isKept =
		effect.kind === 'write' ||
		effect.kind === 'read' ||
		(effect.kind === 'delete' && (effect.moved === true || isOwnFile(effect, subject)));
	return isKept && /^\/(var\/)?tmp\/[^/*?[{]+(\/|$)/.test(effect.path) && !root.startsWith(`${effect.path}/`);
}

/** A single file that the same command writes: it could have emptied it as well. */
function isOwnFile({ path, recursive }: Effect & { readonly kind: 'delete' }, { parts }: Subject): boolean {
	return !recursive && parts.some(({ effects }) => effects.some((one) => one.kind === 'write' && one.path === path));
}

function isFileEdit(effect: Effect): boolean {
	if (effect.kind === 'delete') return !effect.recursive && isInside(effect.path);
	return effect.kind === 'write' && isInside(effect.path);
}

/** A command that only deletes loses what no diff shows before it is gone; what it moves is still there. */
function isShellEdit(effect: Effect, subject: Subject, facts: Known): boolean {
	if (effect.kind === 'delete') return effect.moved === true && isInside(effect.path) && isNarrow(effect.path, facts);
	if (effect.kind !== 'write' || !isInside(effect.path)) return false;
	return isNarrow(effect.path, facts) || isByOwnTool(effect, subject);
}

/** Effects name what lies in the checkout relative to it. */
function isInside(path: string): boolean {
	return !/^[/~$]/.test(path);
}

/** The project's own formatter may run, and writes what its configuration says. */
function isByOwnTool(effect: Effect, { parts }: Subject): boolean {
	return parts.some(({ effects }) => effects.includes(effect) && effects.some(({ kind }) => kind === 'exec.project'));
}

const hasWildcard = /[*?[{]/;

/** Folders in which files are executed or obeyed later, whatever their endings. */
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

/** Hidden files that only tell what to leave out, or how to format: what is code has the ending of code. */
const harmlessHidden =
	/^\.(gitignore|dockerignore|npmignore|prettierignore|eslintignore|editorconfig|(prettierrc|eslintrc)(\.(json5?|jsonc|ya?ml|toml))?|env(\.[\w-]+)?\.(example|sample|template))$/;

/** Threat: tools, editors, builds and agents obey files that lie in hidden folders or have names of their own, and the list of them grows. */
function isObeyedByTools(path: string): boolean {
	const parts = path.split('/');
	const name = parts.at(-1) ?? '';
	if (
		parts.slice(0, -1).some((part) => part.startsWith('.')) ||
		/(^|\/)(node_modules|venv|site-packages)(\/|$)/.test(path)
	)
		return true;
	if (name.startsWith('.')) return !harmlessHidden.test(name);
	return /^(agents|claude|gemini|copilot-instructions)\.md$|^(opencode\.json|bitbucket-pipelines\.yml|mise\.toml|sitecustomize\.py|countersign\.yml|rust-toolchain(\.toml)?|gradle(-wrapper)?\.properties|pnpm-workspace\.ya?ml)$|\.(code-workspace|pth)$/i.test(
		name,
	);
}

/** Threat: a pattern, or a whole tree, may reach what is executed later without naming it. */
function isNarrow(path: string, { isDirectory, root }: Known): boolean {
	const [first = '', ...rest] = path.split('/');
	if (path === '.' || isObeyedByTools(path)) return false;
	if (!hasWildcard.test(path)) return true;
	if (!hasWildcard.test(first)) return !first.startsWith('.') && first !== 'node_modules';
	const last = rest.at(-1) ?? first;
	const ending = /\.([a-z\d]+)$/i.exec(last)?.[1];
	if (ending === undefined || /^(ya?ml|jsonc?|toml|sh|bash)$/i.test(ending)) return false;
	// One component: a wildcard of the shell does not name what is hidden.
	if (rest.length === 0) return first !== '**';
	return isDirectory !== undefined && !obeyedFolders.some((folder) => isDirectory(`${root}/${folder}`));
}
