import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { ServerConfig, ServerContext } from './server-config.ts';

type Command = Pick<ServerConfig, 'command' | 'env'>;
type CheckoutFacts = Pick<ServerContext, 'root' | 'changedInRun' | 'isTracked'>;

/**
 * Why a server must not be started, in words that follow its name. The reason is that the run changed a file that the server's command
 * names or may load. `first` means that the run has done nothing yet. Then only files of the repository must be as in the base commit.
 * Threat: a rule may allow calls by name, and the name means the program that the maintainers wrote.
 */
export function whyNotStarted(config: Command, checkout: CheckoutFacts, first: boolean): string | undefined {
	const unread = first ? undefined : unreadable(config);
	const words = unread === undefined ? wordsOf(config) : [];
	for (const word of words) {
		const changed = pathsOf(word, checkout.root).find((path) => isChanged(path, checkout, first));
		if (changed === undefined) continue;
		if (changed !== '.')
			return `is not started, because \`${changed}\` of its command was changed in this run${notes(changed, checkout)}`;
		return `${notStarted}: \`${word}\` of its command names all of it`;
	}
	return unread !== undefined && checkout.changedInRun('.') ? `${notStarted}: ${unread}` : undefined;
}

const notStarted = 'is not started, because the checkout was changed in this run, or holds files that git ignores';

function notes(path: string, { isTracked }: CheckoutFacts): string {
	return isTracked(path) ? '' : ', or git ignores it, so nobody can tell';
}

function isChanged(path: string, { changedInRun, isTracked }: CheckoutFacts, first: boolean): boolean {
	if (first && (path === '.' || !isTracked(path))) return false;
	return changedInRun(path);
}

/** Interpreters that run the file in their first argument. Python also loads modules from that file's folder. */
const interpreters: readonly { readonly name: RegExp; readonly loadsFolder: boolean }[] = [
	{ name: /^(node|nodejs|sh|bash|dash|perl|ruby)$/, loadsFolder: false },
	{ name: /^python[\d.]*$/, loadsFolder: true },
];
/** Variables that can make a program load other files than its arguments name. */
const loading = /^(NODE_OPTIONS|NODE_PATH|PYTHON\w*|PERL\w*|RUBY\w*|LD_\w+|BASH_ENV|ENV|PATH|HOME)$/;
const pattern = /[*?[{%]/;

/** Why a command's arguments do not show which files it loads. Undefined if they show it. */
function unreadable({ command, env }: Command): string | undefined {
	const [program = '', script = '-'] = command;
	const variable = Object.keys(env).find((name) => loading.test(name));
	if (variable !== undefined) return `\`${variable}\` of its \`env\` may name any of it`;
	const odd = command.find((word) => pattern.test(word));
	if (odd !== undefined) return `\`${odd}\` of its command may name any of it`;
	const isOwn = program.includes('/') && !isAbsolute(program) && !program.split('/').includes('..');
	if (isOwn || (interpreterOf(program) !== undefined && !script.startsWith('-'))) return undefined;
	return 'what its command loads cannot be told from its words; `[node, <file>]` can be read, options before the file cannot';
}

function interpreterOf(program: string) {
	return interpreters.find(({ name }) => name.test(basename(program)));
}

/** Every word of a command, and every part of a word that may be a path: `--shelf=a,b`, `-Ilib`, `file:///x`. */
function wordsOf({ command, env }: Command): readonly string[] {
	const [program = '', script] = command;
	const folder = interpreterOf(program)?.loadsFolder === true && script !== undefined ? [dirname(script)] : [];
	const parts = [...command, ...Object.values(env)].flatMap((word) => [
		word,
		...word.split(/[\s=:,;@]+/),
		...(/^-\w./.test(word) ? [word.slice(2)] : []),
	]);
	return [...new Set([...parts, ...folder])].filter((word) => word !== '');
}

/**
 * The paths in the checkout that a word may name. These are the path itself and the same path with an extension (`tools/server` is
 * `tools/server.js`). `.` means the whole checkout.
 */
function pathsOf(word: string, root: string): readonly string[] {
	const path = pathIn(root, resolve(root, word));
	return path === undefined || path === '.' ? [path].flatMap((one) => one ?? []) : [path, ...longer(path, root)];
}

/** A path relative to the checkout. `.` for its root and folders above it, undefined for any other place. */
function pathIn(root: string, absolute: string): string | undefined {
	if (/^\/(proc|dev)\//.test(absolute)) return '.';
	const path = relative(root, absolute);
	if (path === '' || /^(\.\.\/)*\.\.$/.test(path)) return '.';
	if (!path.startsWith('../')) return path;
	const real = realOf(absolute);
	return real === undefined || real === absolute ? undefined : pathIn(root, real);
}

function realOf(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		// A missing file cannot be a link into the checkout.
		return undefined;
	}
}

function longer(path: string, root: string): readonly string[] {
	const folder = dirname(path);
	try {
		const names = readdirSync(join(root, folder)).filter((name) => name.startsWith(`${basename(path)}.`));
		return names.map((name) => join(folder, name));
	} catch {
		// A missing folder contains nothing.
		return [];
	}
}
