import { ranInstead } from '../../library-modules.ts';
import { exec, type Finding, type Invocation, type Program, rows } from '../../program.ts';
import type { Word } from '../../word.ts';
import { isPythonTool, pythonEnvironments } from './python-environments.ts';
import { pythonLinters } from './python-linters.ts';
import { pythonRunners } from './python-runners.ts';
import { ownPython } from './python-tool.ts';
import { executed, outside } from './tool.ts';

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
		...outside(paths, it),
		...(isForeign ? [exec(it, script)] : []),
		...(module.text === 'doctest' ? executed(paths, it) : []),
	];
}
