import { alike, type Call, type Done, type Language } from './language.ts';

function subprocess({ args, named }: Call): Done {
	const command = args[0] ?? named.get('args') ?? {};
	const shell = named.get('shell');
	const isShell = shell !== undefined && !/^(False|None|0)$/.test(shell.name ?? shell.text ?? '');
	const cwd = named.get('cwd');
	const environment = named.get('env');
	const line = isShell ? (command.items?.[0] ?? command) : command;
	return {
		uses: [[isShell ? 'shell' : 'argv', line]],
		...(cwd !== undefined && cwd.name !== 'None' && { cwd }),
		...(environment !== undefined && environment.name !== 'None' && { environment }),
		// The third positional argument is the program that is really started.
		...((named.has('executable') || args.length > 1) && { doubt: 'another program than it says' }),
	};
}

const line = ({ args: [command] }: Call): Done => ({ uses: [['shell', command ?? {}]] });

/** Judges `os.execl(path, name, …)` and `os.execv(path, [name, …])`. In `os.spawn*`, a mode comes first. */
function replaceProcess(skip: number, isList: boolean): (call: Call) => Done {
	return ({ args }) => {
		const [program, first, ...rest] = args.slice(skip);
		const words = isList ? first?.items?.slice(1) : rest;
		if (program === undefined || words === undefined) return { uses: [['argv', {}]] };
		return { uses: [['argv', { items: [program, ...words] }]] };
	};
}

/** Functions that start a process, or replace this one. */
export const processRows: Language['rows'] = {
	...alike(
		'os.system os.popen commands.getoutput commands.getstatusoutput subprocess.getoutput subprocess.getstatusoutput popen2.popen2 asyncio.create_subprocess_shell platform.popen',
		line,
	),
	...alike('subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen', subprocess),
	'asyncio.create_subprocess_exec': 'words',
	'pty.spawn': 'argv',
	...alike('os.execl os.execlp os.execle os.execlpe', replaceProcess(0, false)),
	...alike('os.execv os.execvp os.execve os.execvpe os.posix_spawn os.posix_spawnp', replaceProcess(0, true)),
	...alike('os.spawnl os.spawnlp os.spawnle os.spawnlpe', replaceProcess(1, false)),
	...alike('os.spawnv os.spawnvp os.spawnve os.spawnvpe', replaceProcess(1, true)),
};
