import { ranInstead } from '../../library-modules.ts';
import { exec, type Finding, type Invocation, type Program, rows } from '../../program.ts';
import { runsFile } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { executed, foreign, isFile } from './operands.ts';
import { isPythonTool, pythonEnvironments } from './python-environments.ts';
import { pythonLinters } from './python-linters.ts';
import { pythonRunners } from './python-runners.ts';
import { ownPython } from './python-tool.ts';

/** Tools of the Python world. */
export const pythonTools = (): readonly Program[] => [...pythonRunners(), ...pythonLinters(), ...pythonEnvironments()];

const modules = new Set(['unittest', 'doctest', 'compileall', 'py_compile', 'tabnanny']);

/** Where the module behind `-m` stands; options of Python itself before it change nothing that is executed. */
export function moduleAt(words: readonly Word[]): number {
	let at = 0;
	while (/^(-[BEIOPRSbdqsuv]+|-[WX]\w*)$/.test(words[at]?.text ?? ''))
		at += /^-[WX]$/.test(words[at]?.text ?? '') ? 2 : 1;
	return words[at]?.text === '-m' ? at + 1 : -1;
}

/** Modules of Python that test, lint or compile: `python -m pytest`. */
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
	const instead = ranInstead(module.text, it.scope);
	if (!modules.has(module.text)) return [...instead, { find: 'command', words: [module, ...rest] }];
	const script = `python -m ${module.text}`;
	const paths = rest.filter((word) => !word.text.startsWith('-'));
	const isTest = (word: Word) => /test|spec|^discover$|^\.?$|\//i.test(word.text);
	const isForeign =
		module.text === 'unittest' &&
		rest[0]?.text !== 'discover' &&
		paths.some((word) => /\./.test(word.text) && !isTest(word));
	return [
		...instead,
		...ownPython(it, script),
		...foreign([...paths, ...attachedPaths(rest)], it),
		...(isForeign ? [exec(it, script)] : []),
		...(module.text === 'doctest' ? doctested(paths, it) : []),
	];
}

/** `-s/tmp/x` and `--start-directory=/tmp/x`. */
function attachedPaths(words: readonly Word[]): readonly Word[] {
	return words.flatMap((word) => {
		const path = /^(?:-[a-z]|--[\w-]+=)(.*\/.*)$/s.exec(word.text)?.[1];
		return path === undefined ? [] : [{ ...word, ...constant(path), known: word.known }];
	});
}

/** Threat: what is no file of Python is read as a text, and what stands in it behind `>>>` is executed. */
function doctested(paths: readonly Word[], it: Invocation): readonly Finding[] {
	const flags = paths.filter((word) => /^[A-Z_]+$/.test(word.text) && !isFile(word.text, it.scope));
	const named = paths.filter((word) => !flags.includes(word));
	const texts = named.filter((word) => !/\.py$/.test(word.text));
	return [...texts.flatMap((word) => runsFile(word, it.scope)), ...executed(named, it, /\.py$/)];
}
