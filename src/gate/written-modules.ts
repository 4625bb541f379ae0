import { type Facts, hasTrait } from '../core/index.ts';
import { type Opinion, opinion, type Part } from './part.ts';
import { replacesLibrary } from './shell/library-modules.ts';

/** Variables with folders in which an interpreter looks for modules first. */
const paths = /(?:^|[\s"'])(PYTHONPATH|RUBYLIB|PERL5LIB|NODE_PATH|LUA_C?PATH)\w*=(\S*)/;
const interpreter = /(^|\/)(python[\d.]*|ruby|perl|node|lua\w*)$/;
const python = /(^|\/)python[\d.]*$/;
const moduleFile = /\.(pyc?|so|rb|pmc?|pl|[cm]?js|lua|node)$/;

/**
 * Judges modules that a command line writes and then loads. Threat: `cp x src/json.py; PYTHONPATH=src python3 -c 'import json'` runs the
 * copied file in place of the library's module. Python also looks in the current folder.
 */
export function writtenModules(parts: readonly Part[], { root }: Pick<Facts, 'root'>): readonly Opinion[] {
	return parts.flatMap((part, i) => {
		const isInterpreter = interpreter.test(part.argv?.[0] ?? '');
		const isTool = part.effects.some(({ kind }) => kind === 'exec.project');
		const written = isInterpreter || isTool ? writtenBy(parts.slice(0, i)) : [];
		if (written.length === 0) return [];
		const until = parts.slice(0, i + 1);
		const named = foldersOf(until, root);
		const searched = python.test(part.argv?.[0] ?? '') ? [...named, ...currentFolders(until)] : named;
		const path =
			written.find((one) => replacesLibrary(one) && isInOne(one, searched)) ??
			written.find((one) => isInterpreter && !isTool && moduleFile.test(one) && isInOne(one, named));
		return path === undefined ? [] : [asked(path, part)];
	});
}

function writtenBy(earlier: readonly Part[]): readonly string[] {
	// A new folder without files replaces no module.
	const writers = earlier.filter(({ traits, argv }) => !traits.includes('reformats') && argv?.[0] !== 'mkdir');
	return writers.flatMap(({ effects }) =>
		effects.flatMap((effect) => (hasTrait(effect, 'does', 'writes') ? [effect.path.replace(/\/\*+$/, '')] : [])),
	);
}

/** Returns the folders in variables that the line sets, relative to the checkout. */
function foldersOf(parts: readonly Part[], root: string): readonly string[] {
	return parts.flatMap(({ text }) => {
		const [, name = '', value] = paths.exec(text) ?? [];
		if (value === undefined) return [];
		const known = value
			.replace(/\$(?:PWD|\{PWD\}|\(pwd\))/g, '.')
			.replace(new RegExp(`\\$\\{?${name}[^:}]*\\}?`, 'g'), '');
		return known.split(/[:"']/).map((folder) => plain(folder.replace(root, '.')));
	});
}

/** Returns the folders in which the line works. */
function currentFolders(parts: readonly Part[]): readonly string[] {
	return ['.', ...parts.flatMap(({ argv: [verb, to] = [] }) => (verb === 'cd' && to !== undefined ? [plain(to)] : []))];
}

const plain = (folder: string): string => folder.replace(/^(\.\/)+|\/+$/g, '') || '.';

const isInOne = (path: string, folders: readonly string[]): boolean =>
	folders.some((folder) => isDirectlyIn(path, folder));

/**
 * Returns whether a path may be a module directly in a folder: a file, a folder or a pattern there, or the `__init__` file of a package.
 */
function isDirectlyIn(path: string, folder: string): boolean {
	// The folder is not known.
	if (folder.includes('$')) return true;
	const below = folder === '.' ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
	return below !== undefined && /^[^/]+(\/__init__\.\w+)?$/.test(below);
}

function asked(path: string, { text }: Part): Opinion {
	const reason = `\`${path}\`, which \`${text.slice(0, 100)}\` may load as a module, is written by the same call.`;
	return opinion('effects', 'confirm', {
		rule: 'definition-changed',
		reason,
		risk: 'high',
		evidence: text.slice(0, 300),
	});
}
