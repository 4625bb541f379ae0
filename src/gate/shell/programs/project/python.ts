import { ranInstead } from '../../library-modules.ts';
import {
	data,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	role,
	rows,
	type Scope,
} from '../../program.ts';
import { pathOf, runsFile } from '../../roles.ts';
import { unlisted } from '../../unlisted.ts';
import { constant, type Word } from '../../word.ts';
import { pythonSettings } from '../python-settings.ts';
import { executed, foreign, isFile } from './operands.ts';
import { isPythonTool, pythonEnvironments } from './python-environments.ts';
import { pythonLinters } from './python-linters.ts';
import { pythonRunners } from './python-runners.ts';
import { ownPython } from './python-tool.ts';

/** Tools for Python. */
export const pythonTools = (): readonly Program[] => [...pythonRunners(), ...pythonLinters(), ...pythonEnvironments()];

const modules = new Set(['unittest', 'doctest', 'compileall', 'py_compile', 'tabnanny']);

/** Returns the index of the module after `-m`, or -1. Options of Python itself before it do not change which code is executed. */
export function moduleAt(words: readonly Word[]): number {
	let at = 0;
	while (/^(-[BEIOPRSbdqsuv]+|-[WX]\w*)$/.test(words[at]?.text ?? ''))
		at += /^-[WX]$/.test(words[at]?.text ?? '') ? 2 : 1;
	return words[at]?.text === '-m' ? at + 1 : -1;
}

/** Modules of Python that test, lint or compile, such as `python -m pytest`. */
export const pythonModes = (): readonly Program[] => [
	rows('python', {
		input: 'data',
		when: (words) => {
			const module = words[moduleAt(words)];
			return module?.known === true && (isPythonTool(module.text) || modules.has(module.text));
		},
		wraps: true,
		also: pythonModule,
	}),
];

function pythonModule(it: Invocation): readonly Finding[] {
	const at = moduleAt(it.words);
	const [module, ...rest] = it.words.slice(at);
	if (module === undefined) return [];
	const instead = [...pythonSettings(it), ...ranInstead(module.text, it.scope)];
	if (!modules.has(module.text)) return [...instead, { find: 'command', words: [module, ...rest] }];
	const script = `python -m ${module.text}`;
	const paths = rest.filter((word) => !word.text.startsWith('-'));
	const isTest = (word: Word) => /test|spec|^discover$|^\.?$|\//i.test(word.text);
	const isUnit = module.text === 'unittest';
	const texts = rest.map(({ text }) => text);
	const pattern = texts.flatMap((text, i) =>
		/^(-p|--pattern)$/.test(texts[i - 1] ?? '') ? [text] : (/^(?:-p|--pattern=)(.+)$/.exec(text)?.[1] ?? []),
	);
	const odd = isUnit ? pattern.filter((text) => !/test|spec/i.test(text)) : [];
	const files = isUnit ? paths.filter(({ text }) => /\.py$/.test(text) && !pattern.includes(text)) : [];
	const named = paths.filter(({ text }) => isUnit && isFile(`${text.replaceAll('.', '/')}.py`, it.scope));
	const isForeign =
		isUnit && rest[0]?.text !== 'discover' && paths.some((word) => /\./.test(word.text) && !isTest(word));
	return [
		...instead,
		...ownPython(it, script),
		...foreign([...paths, ...attachedPaths(rest)], it),
		...(isForeign ? [exec(it, script)] : []),
		...executed(files, it, /\.py$/),
		...named.filter(({ text }) => !isTestName(text)).map(({ text }) => opaque(`what \`${text}\` runs as a test`)),
		...odd.map((text) => opaque(`files \`${text}\` as tests`)),
		...unlisted(rest, moduleOptions, it.scope),
		...(module.text === 'doctest' ? doctested(paths, it) : []),
	];
}

function isTestName(text: string): boolean {
	return /test|spec/i.test(text);
}

/** Options of the modules that test and compile. */
const moduleOptions = {
	options: {
		...data('-s --start-directory -p --pattern -t --top-level-directory -k -j --workers -o -d -r -i --durations'),
		...role('flag', '-v -q -f -c -b -l --verbose --quiet --failfast --catch --buffer --locals --fail-fast'),
	},
};

/** Returns paths that are attached to an option, as in `-s/tmp/x` and `--start-directory=/tmp/x`. */
function attachedPaths(words: readonly Word[]): readonly Word[] {
	return words.flatMap((word) => {
		const path = /^(?:-[a-z]|--[\w-]+=)(.*\/.*)$/s.exec(word.text)?.[1];
		return path === undefined ? [] : [{ ...word, ...constant(path), known: word.known }];
	});
}

/** Judges the files that doctest executes. Threat: in a file that is not Python, it executes the examples after `>>>`. */
function doctested(paths: readonly Word[], it: Invocation): readonly Finding[] {
	const flags = paths.filter((word) => /^[A-Z_]+$/.test(word.text) && !isFile(word.text, it.scope));
	const named = paths.filter((word) => !flags.includes(word));
	const texts = named.filter((word) => !/\.py$/.test(word.text));
	const others = named.filter((word) => !isDefining(word, it.scope));
	return [...texts.flatMap((word) => runsFile(word, it.scope)), ...executed(others, it, /\.py$/)];
}

/** Calls and loops of a module that run as soon as something imports it. */
const atImport = /(?:^|;[ \t]*)(?!(def|class|if)\b)(\w[\w.]*\(|(for|while|with|async|await|raise|del)\b)/m;

/**
 * Returns whether a file is a module of a package that only defines something. Every test that imports the package executes it too. Threat:
 * a script does its work as soon as doctest imports it.
 */
function isDefining(word: Word, { facts, cwd }: Scope): boolean {
	const path = word.pattern ? undefined : pathOf(word, { facts, cwd });
	if (path === undefined || path.startsWith('/') || !/[^/]\/(?!__main__)\w+\.py$/.test(path)) return false;
	const isInPackage = facts.readText(path.replace(/[^/]+$/, '__init__.py')) !== undefined;
	const text = facts.readText(path);
	return isInPackage && text !== undefined && !atImport.test(text);
}
