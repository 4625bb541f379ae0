import type { Readable } from 'node:stream';
import type { Inputs, TerminalEnvironment } from '../config/index.ts';
import type { Person } from '../core/index.ts';
import { ownSignature } from '../sandbox/index.ts';
import {
	type Checkout,
	createCallLines,
	createKeyboard,
	type Following,
	harmlessLine,
	type LocalThread,
	type Style,
	type TerminalContext,
	terminalRunner,
	thisMachineSigns,
} from '../terminal/index.ts';
import type { Surroundings } from './command-line.ts';
import { createPaint } from './paint.ts';

/** What a run in a terminal needs beside what every command has. */
export interface Session {
	readonly environment: TerminalEnvironment;
	/** @throws CountersignError `bad-input` */
	readonly inputsOf: (options: Readonly<Record<string, string>>) => Inputs;
	/** Standard input, where a person sits before it and sees what is written to the descriptor. */
	readonly personAt: (descriptor: number) => Readable | undefined;
	/** How wide the terminal behind a descriptor is; undefined where it does not tell, or is none. */
	readonly columnsOf: (descriptor: number) => number | undefined;
	/** Writes part of a line to a descriptor. */
	readonly write: (text: string, descriptor: number) => void;
	/** Aborted when the person stops the run, with the signal's name. */
	readonly interruption: AbortSignal;
	readonly pid: number;
	readonly program: string;
}

/** Where the lines of a run go, and who answers them. */
export interface Voice {
	/** Standard input, where a person sits there. */
	readonly person?: Readable;
	readonly say: (line: string) => void;
	readonly write: (text: string) => void;
	readonly style: Style;
}

/** Standard output, or what is beside it. */
export function voiceOf(
	isJson: boolean,
	{ colours, print }: Surroundings,
	{ personAt, write, columnsOf }: Session,
): Voice {
	const descriptor = isJson ? 2 : 1;
	const style = { ...createPaint(!isJson && colours), columns: () => columnsOf(descriptor) };
	const input = personAt(descriptor);
	return {
		...(input === undefined ? {} : { person: input }),
		style,
		write: (text) => write(text, descriptor),
		say: isJson ? (line) => write(`${line}\n`, descriptor) : print,
	};
}

/** Who sits there. No login of GitHub's holds a dot, and no account has this number: a name of git's settings is nobody's on GitHub. */
export async function personOf(root: string, home: string): Promise<Person> {
	const { name = '' } = await ownSignature(root, home);
	const plain = name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 30);
	return { id: Number.MAX_SAFE_INTEGER, login: `${plain === '' ? 'you' : plain}.local` };
}

interface Furnishing {
	readonly thread: LocalThread;
	readonly checkout: Checkout;
	readonly state: string;
	readonly inputs: Inputs;
	readonly voice: Voice;
}

/** All that a run goes on with, in this process. */
export function followingOf(furnishing: Furnishing, surroundings: Surroundings, session: Session): Following {
	const { thread, checkout, state, inputs, voice } = furnishing;
	const { say, write, style, person: input } = voice;
	const { environment, interruption } = session;
	const signs = thisMachineSigns();
	const lines = createCallLines({ say, style });
	const terminal: TerminalContext = {
		packageRoot: surroundings.packageRoot,
		home: surroundings.home,
		program: session.program,
		state,
		checkout,
		person: thread.person,
		runner: terminalRunner(session.pid, signs),
		signs,
		...environment,
		interruption,
		say: (line) => {
			lines.rest();
			say(line);
		},
		warn: (text) => say(`${style.bold('note:')} ${harmlessLine(text)}`),
		watch: lines.follow,
	};
	const interrupt = (): void => void process.kill(session.pid, 'SIGINT');
	const keyboard = input === undefined ? {} : { keyboard: createKeyboard({ input, write, interruption, interrupt }) };
	return { terminal, thread, inputs, style, ...keyboard };
}
