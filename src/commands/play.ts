import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CliContext, readCommandLine } from './command-line.ts';

const options = { port: { type: 'string' }, 'no-open': { type: 'boolean' } } as const;

/** The playground's program. No other command loads it. */
interface Program {
	readonly play: (values: {
		readonly port?: string | undefined;
		readonly 'no-open'?: boolean | undefined;
	}) => Promise<number>;
}

/** `countersign play`: opens the playground until it is stopped. @throws CountersignError `bad-input` */
export async function play(args: readonly string[], { packageRoot }: Pick<CliContext, 'packageRoot'>): Promise<number> {
	const { values } = readCommandLine(args, options, 0);
	const program = (await import(pathToFileURL(join(packageRoot, 'dist', 'play.js')).href)) as Program;
	return program.play(values);
}
