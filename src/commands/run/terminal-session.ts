import type { Readable } from 'node:stream';
import type { Inputs } from '../../config/index.ts';
import type { Person } from '../../core/index.ts';
import { ownSignature } from '../../sandbox/index.ts';
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
} from '../../terminal/index.ts';
import type { CliContext, Session } from '../command-line.ts';
import { createPaint } from '../paint.ts';

/** Where the lines of a run are written, and who answers them. */
export interface Voice {
	/** Standard input, if there is a person. */
	readonly person?: Readable;
	readonly say: (line: string) => void;
	readonly write: (text: string) => void;
	readonly style: Style;
}

/** Returns where to write: standard output, or standard error if the output is JSON. */
export function voiceOf(
	isJson: boolean,
	{ colours, print }: CliContext,
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

/**
 * Returns the person at the terminal, with the name from git's settings. GitHub logins contain no dot, and no account has this number. So
 * this person never matches an account on GitHub.
 */
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

/** Returns everything that a run needs to continue in this process. */
export function followingOf(furnishing: Furnishing, cli: CliContext, session: Session): Following {
	const { thread, checkout, state, inputs, voice } = furnishing;
	const { say, write, style, person: input } = voice;
	const { environment, interruption } = session;
	const signs = thisMachineSigns();
	const lines = createCallLines({ say, style });
	const terminal: TerminalContext = {
		packageRoot: cli.packageRoot,
		home: cli.home,
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
