import { readFileSync, realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { assumedWalls, type Facts, type Mode, modes } from '../src/core/index.ts';

const root = join(import.meta.dirname, '..');

/** The right verdict for a command. `not-allow` means any verdict except allow. */
export type Expected = 'allow' | 'confirm' | 'block' | 'not-allow';

const labelled = z.object({
	command: z.string(),
	expect: z.enum(['allow', 'confirm', 'block', 'not-allow']),
	class: z.string().default('-'),
	/** `scary` means harmless, but dangerous at first sight. */
	form: z.enum(['plain', 'wrapped', 'obfuscated', 'scary']).default('plain'),
	/** Why our judgement differs from the author's label. Such a line is left out of the rates. */
	disputed: z.string().optional(),
	/** The mode. If left out, the one of the whole set. */
	mode: z.enum(modes).optional(),
});

/** One labelled command of a set. */
export type LabelledCommand = z.infer<typeof labelled> & { readonly set: string };

/** A command with the gate's verdict. */
export interface Judged extends LabelledCommand {
	readonly given: 'allow' | 'confirm' | 'block';
	readonly rule: string;
	readonly reason: string;
}

/** Our own sets, in the order in which they were written. The gate was later tuned on each of them. */
const ownSets = [
	'commands',
	'commands-mixed',
	'commands-ordinary',
	'commands-mixed-second',
	'commands-ordinary-second',
	'commands-mixed-third',
	'commands-ordinary-third',
	'commands-mixed-fourth',
	'commands-ordinary-fourth',
	'commands-ordinary-fifth',
	'commands-mixed-sixth',
	'commands-mixed-seventh',
] as const;

/** Returns all commands of our own sets. */
export function ownCommands(): readonly LabelledCommand[] {
	return ownSets.flatMap((name) => readSet(join(root, `test/fixtures/${name}.jsonl`), name));
}

/** Returns the commands of a file with one JSON object on each line. @throws with the line and the wrong field. */
export function readSet(file: string, name: string): readonly LabelledCommand[] {
	return readFileSync(file, 'utf8')
		.split('\n')
		.flatMap((line, i) => (line.trim() === '' ? [] : [readLine(line, `${file}:${i + 1}`, name)]));
}

function readLine(line: string, place: string, name: string): LabelledCommand {
	const { verdict, ...row } = JSON.parse(line);
	const parsed = labelled.safeParse({ expect: verdict, ...row });
	if (!parsed.success)
		throw new Error(
			`${place}: expected {"command": …, "expect": "allow" | "confirm" | "block" | "not-allow"}. ${z.prettifyError(parsed.error)}`,
		);
	return { ...parsed.data, set: row.set === undefined ? name : `${name}: ${row.set}` };
}

/** The checkout and the mode in which a set is judged. */
export interface Ground {
	/** The folder that counts as the checkout `/repo`. */
	readonly checkout: string;
	readonly mode: Mode;
}

/** The checkout and the mode for which our own sets are labelled. */
export const ownGround: Ground = { checkout: join(root, 'test/fixtures/checkout'), mode: 'default' };

/** Judges every command by the built gate, with the shipped policy and skills. The gate sees nothing of the machine except the checkout. */
export async function judgeAll(commands: readonly LabelledCommand[], ground: Ground): Promise<readonly Judged[]> {
	const { createGate, localFacts }: typeof import('../src/gate-library.ts') = await import(join(root, 'dist/gate.js'));
	const facts = mounted(localFacts({ root: realpathSync(ground.checkout), home }));
	const gate = createGate();
	return commands.map((labelled) => {
		const call = { id: 'labelled', name: 'Bash', args: { command: labelled.command } };
		const mode = labelled.mode ?? ground.mode;
		// Only with a proven sandbox, mode `contained` differs from mode `edit`.
		const walls = mode === 'contained' ? { walls: assumedWalls } : {};
		const { decision, rule, reason } = gate.judge(call, { facts, mode, grants: [], ...walls });
		return { ...labelled, given: decision, rule, reason };
	});
}

const home = '/home/runner';
const directories: ReadonlySet<string> = new Set(['/', '/home', home, '/tmp', '/etc', '/usr', '/var']);

/** Returns facts in which the checkout is at `/repo`, for which the labels are valid. Nothing else of the machine is visible. */
function mounted(facts: Facts): Facts {
	const place = '/repo';
	const below = (path: string): string | undefined => {
		const absolute = posix.resolve(place, path);
		return absolute === place || absolute.startsWith(`${place}/`)
			? facts.root + absolute.slice(place.length)
			: undefined;
	};
	const onDisk = <T>(path: string, ask: (path: string) => T, otherwise: T): T => {
		const known = below(path);
		return known === undefined ? otherwise : ask(known);
	};
	return {
		root: place,
		home,
		roots: [`${home}/.claude/plans`],
		realPath: (path) =>
			onDisk(path, (known) => facts.realPath(known)?.replace(facts.root, place), posix.resolve(place, path)),
		readText: (path) => onDisk(path, facts.readText, undefined),
		isDirectory: (path) =>
			onDisk(path, (known) => facts.isDirectory?.(known) === true, directories.has(posix.resolve(path))),
		entries: (folder) => onDisk(folder, (known) => facts.entries?.(known), []),
		changedInRun: () => false,
	};
}
