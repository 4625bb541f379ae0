import { alike, type Call, type Done, type Language, names } from './language.ts';

function subprocess({ args, named }: Call): Done {
	const command = args[0] ?? named.get('args') ?? {};
	// Only the words `True` and `False` are certain, because `[]`, `''` and other values are false too.
	const shell = named.get('shell')?.name ?? (named.has('shell') ? '' : 'False');
	const isUnclear = !/^(True|False)$/.test(shell) || (shell === 'True' && (command.items?.length ?? 1) > 1);
	const cwd = named.get('cwd');
	const environment = named.get('env');
	const line: NonNullable<Done['uses']>[number] = ['shell', command.items?.[0] ?? command];
	return {
		uses: [...(shell === 'True' ? [] : [['argv', command] as const]), ...(shell === 'False' ? [] : [line])],
		...(cwd !== undefined && cwd.name !== 'None' && { cwd }),
		...(environment !== undefined && environment.name !== 'None' && { environment }),
		...(isUnclear && { doubt: 'a process that may be a shell' }),
		// The third positional argument is the program that is really started.
		...((named.has('executable') || args.length > 1) && { doubt: 'another program than it says' }),
	};
}

const line = ({ args: [command] }: Call): Done => ({ uses: [['shell', command ?? {}]] });

/** Named arguments of `asyncio` that do not change what is started. */
const streams = names('stdin stdout stderr limit env cwd');

/** Judges `asyncio.create_subprocess_exec('git', 'diff', env=…)` and the same for a command line. */
function startApart(use: 'words' | 'shell'): (call: Call) => Done {
	return ({ args, named }) => {
		const [cwd, environment] = ['cwd', 'env'].map((name) => named.get(name));
		const odd = [...named.keys()].find((name) => !streams.has(name));
		return {
			uses: [[use, use === 'words' ? { items: args } : (args[0] ?? {})]],
			...(cwd !== undefined && cwd.name !== 'None' && { cwd }),
			...(environment !== undefined && environment.name !== 'None' && { environment }),
			...(odd !== undefined && { doubt: `${odd} of a process` }),
		};
	};
}

/**
 * Judges `os.execl(path, name, …)` and `os.execv(path, [name, …])`. In `os.spawn*`, a mode comes first. In functions with an `e` at the
 * end of their names, and in `os.posix_spawn`, the environment comes last.
 */
function replaceProcess({ name, args, named }: Call): Done {
	const isList = /v[pe]*$|posix_spawnp?$/.test(name);
	const hasEnvironment = /e$|posix_spawnp?$/.test(name);
	const [program, first, ...rest] = args.slice(/\.spawn/.test(name) ? 1 : 0);
	const environment = hasEnvironment ? rest.at(-1) : undefined;
	const others = hasEnvironment ? rest.slice(0, -1) : rest;
	const words = isList ? first?.items?.slice(1) : others;
	const isOdd = named.size > 0 || (isList && others.length > 0) || (hasEnvironment && environment === undefined);
	return {
		uses: [['argv', program === undefined || words === undefined ? {} : { items: [program, ...words] }]],
		...(environment !== undefined && { environment }),
		...(isOdd && { doubt: 'arguments of a process that are not known' }),
	};
}

/** Functions that start a process, or replace this one. */
export const processRows: Language['rows'] = {
	...alike(
		'os.system os.popen commands.getoutput commands.getstatusoutput subprocess.getoutput subprocess.getstatusoutput popen2.popen2 platform.popen',
		line,
	),
	...alike('subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen', subprocess),
	'asyncio.create_subprocess_exec': startApart('words'),
	'asyncio.create_subprocess_shell': startApart('shell'),
	'pty.spawn': 'argv',
	...alike(
		'os.execl os.execlp os.execle os.execlpe os.execv os.execvp os.execve os.execvpe os.posix_spawn os.posix_spawnp',
		replaceProcess,
	),
	...alike('os.spawnl os.spawnlp os.spawnle os.spawnlpe os.spawnv os.spawnvp os.spawnve os.spawnvpe', replaceProcess),
};
