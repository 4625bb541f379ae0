import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** The text that a person waits for, and what the person then types. */
export type Turn = readonly [seen: string | RegExp, typed: string];

export const enter = '\r';
export const ctrlC = '\x03';

/** The result of a conversation: everything that was shown, without colours and cursor movements, and the exit code. */
export interface Conversation {
	readonly shown: string;
	readonly status: number | null;
}

/** Starts a program in a real pseudo-terminal, and types each answer when its expected text appears. */
export async function converse(command: readonly string[], cwd: string, turns: readonly Turn[]): Promise<Conversation> {
	const line = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
	const env = { PATH: process.env['PATH'], HOME: '/nonexistent', TERM: 'xterm', SHELL: '/bin/sh' };
	const child = spawn('script', ['-qec', `stty rows 50 cols 300; exec ${line}`, '/dev/null'], { cwd, env });
	const left = [...turns];
	let shown = '';
	let from = 0;
	child.stdout.on('data', (chunk: Buffer) => {
		shown += chunk.toString();
		const [turn] = left;
		if (turn === undefined) return;
		const fresh = stripVTControlCharacters(shown).slice(from);
		if (typeof turn[0] === 'string' ? !fresh.includes(turn[0]) : !turn[0].test(fresh)) return;
		left.shift();
		from = stripVTControlCharacters(shown).length;
		child.stdin.write(turn[1]);
	});
	// Without a limit, a test whose expected text never appears would wait for ever.
	const late = setTimeout(() => child.kill('SIGKILL'), 90_000);
	const status = await new Promise<number | null>((resolve, reject) =>
		child.once('error', reject).once('close', resolve),
	);
	clearTimeout(late);
	return { shown: stripVTControlCharacters(shown), status };
}
