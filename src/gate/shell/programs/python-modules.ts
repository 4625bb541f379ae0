import { isPackage } from '../../code/index.ts';
import { empties } from '../emptied.ts';
import { ranInstead } from '../library-modules.ts';
import {
	data,
	exec,
	type Finding,
	type Invocation,
	network,
	opaque,
	type Program,
	role,
	rows,
	type Subcommand,
	verbs,
} from '../program.ts';
import { credentialsIn, reads, readsBelow, runsFile, writes } from '../roles.ts';
import { constant, holdsNames, type Word } from '../word.ts';
import { fed } from './interpreters.ts';
import { moduleAt } from './project/python.ts';
import { pythonSettings } from './python-settings.ts';

/** Modules of Python's own library that are programs: `python -m json.tool`. */
const modules = (): readonly Subcommand[] => [
	verbs('json.tool json', { options: data('--indent'), operands: ['read', 'write'] }),
	verbs('zipfile tarfile', {
		options: {
			...role('read', '-l --list -t --test'),
			...role('write', '-c --create'),
			...data('-e --extract --filter --metadata-encoding'),
		},
		also: archived,
	}),
	verbs('gzip', {
		also: (it) => it.operands.flatMap((word) => [...reads(word, it.scope), ...writes(withEnding(word, it), it.scope)]),
	}),
	verbs('uu', { operands: ['read', 'write'] }),
	verbs('base64 quopri tokenize dis symtable', { operands: 'read' }),
	verbs('ast', {
		options: data('-m --mode -i --indent --feature-version --optimize'),
		operands: 'read',
	}),
	verbs('pickletools', {
		options: { ...role('write', '-o --output'), ...data('-l --indentlevel -p --preamble') },
		operands: 'read',
	}),
	verbs('platform site this calendar mimetypes uuid __hello__', { onlyText: true }),
	verbs('sysconfig', {
		also: (it) => (it.has('--generate-posix-vars') ? writes(constant('pybuilddir.txt'), it.scope) : []),
	}),
	verbs('inspect pydoc', { options: data('-k'), also: imported }),
	verbs('timeit', { options: data('-n --number -r --repeat -s --setup -u --unit'), wraps: true, also: timed }),
	starting('cProfile profile', { ...role('write', '-o --outfile'), ...data('-s --sort') }),
	starting('pdb', { ...role('code', '-c --command') }),
	starting('trace', {
		...role('write', '-f --file -C --coverdir'),
		...data('--ignore-module --ignore-dir'),
	}),
	verbs('runpy', {
		wraps: true,
		also: (it) => [{ find: 'command', words: [constant('python'), constant('-m'), ...it.operands] }],
	}),
	verbs('venv', {
		options: data('--prompt'),
		operands: 'write',
		also: (it) => [
			...(it.has('--upgrade-deps') ? [network('pypi.org')] : []),
			...(it.has('--clear') ? it.operands.flatMap((word) => empties(word, it.scope)) : []),
		],
	}),
	verbs('zipapp', {
		options: { ...role('write', '-o --output'), ...data('-p --python -m --main') },
		also: (it) =>
			it.operands.flatMap((word) => [
				...readsBelow(word, it.scope),
				...(it.has('-o', '--output') ? [] : zipped(word, it)),
			]),
	}),
	verbs('code asyncio', { input: 'code', also: (it) => fed(it, 'python') }),
	verbs('pickle marshal shelve', {
		also: (it) => [
			opaque('data that runs code when it is loaded'),
			...it.operands.flatMap((word) => reads(word, it.scope)),
		],
	}),
	verbs('http.server', {
		options: data('-d --directory -b --bind -p --protocol'),
		also: (it) => [
			exec(it, 'python -m http.server'),
			...credentialsIn(it.words, it.scope),
			...it.values('-d', '--directory').flatMap((word) => readsBelow(word, it.scope)),
		],
	}),
];

/** Returns the rows for Python with a module of its own library. */
export function pythonModuleModes(): readonly Program[] {
	const subcommands = modules();
	const names = new Set(subcommands.flatMap((row) => row.names));
	return [
		rows('python', {
			input: 'data',
			when: (words) => {
				const module = words[moduleAt(words)];
				return module?.known === true && names.has(module.text);
			},
			options: data('-W -X'),
			subcommands,
			// Python searches the current directory for a module first.
			also: (it) => [...pythonSettings(it), ...ranInstead(it.operands[0]?.text ?? '', it.scope)],
		}),
	];
}

/** Returns the row of a module that starts a script, or another module, with the rest of its words. */
function starting(names: string, options: Subcommand['options'] & object): Subcommand {
	return verbs(names, {
		options,
		wraps: true,
		also: (it) => {
			const module = it.has('-m', '--module') ? [constant('-m')] : [];
			return it.operands.length === 0
				? []
				: [{ find: 'command', words: [constant('python'), ...module, ...it.operands] }];
		},
	});
}

/** Judges `timeit`. The setup and the measured code are one program. */
function timed(it: Invocation): readonly Finding[] {
	const lines = [...it.values('-s', '--setup'), ...it.operands];
	if (lines.length === 0) return [];
	const source = {
		...constant(lines.map((word) => word.text).join('\n')),
		known: lines.every((word) => word.known && !holdsNames(word)),
	};
	return [{ find: 'code', language: 'python', source }];
}

/** Judges `inspect` and `pydoc`. They first import the module that they describe, which runs its code. A path is a script. */
function imported(it: Invocation): readonly Finding[] {
	const written = it.has('-w') ? it.operands.flatMap((word) => writes(constant(`${word.text}.html`), it.scope)) : [];
	if (it.has('-p', '-n', '-b', '-k')) return [...written, exec(it, it.name)];
	const found = it.operands.flatMap((word): readonly Finding[] => {
		if (word.known && /^[A-Za-z_][\w.]*(:[\w.]+)?$/.test(word.text))
			return [{ find: 'code', language: 'python', source: constant(`import ${importedFirst(word.text)}`) }];
		return runsFile(word, it.scope);
	});
	return [...written, ...found];
}

/** Returns the module whose code runs. A module of a package may be a file of the checkout. */
function importedFirst(described: string): string {
	const module = described.replace(/:.*/, '');
	return isPackage(module) ? module : module.replace(/\..*/, '');
}

/** Judges `-c new files…` and `-e old folder`. The words after the first value are operands. */
function archived(it: Invocation): readonly Finding[] {
	const taken = it.values('-e', '--extract').flatMap((word) => reads(word, it.scope));
	if (taken.length === 0) return it.operands.flatMap((word) => readsBelow(word, it.scope));
	const folders = it.operands.length === 0 ? [constant('.')] : it.operands;
	return [...taken, opaque('an archive that is unpacked unseen'), ...folders.flatMap((word) => writes(word, it.scope))];
}

function withEnding(word: Word, it: Invocation): Word {
	const text = it.has('-d', '--decompress') ? word.text.replace(/\.gz$/, '') : `${word.text}.gz`;
	return { ...word, text, prefix: word.known ? text : word.prefix };
}

function zipped(word: Word, it: Invocation): readonly Finding[] {
	return writes({ ...word, ...constant(`${word.text.replace(/\/+$/, '')}.pyz`), known: word.known }, it.scope);
}
