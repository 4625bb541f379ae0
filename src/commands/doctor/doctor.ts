import { type Finding, fine, lacking } from '../../readiness/index.ts';
import {
	type ProcessLimit,
	probeSandbox,
	processLimit,
	programVersion,
	type SandboxProbe,
} from '../../sandbox/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { plain } from '../paint.ts';
import { examineRepository, type World } from './doctor-repository.ts';
import { leastNode } from './node-version.ts';

/** The folders of the hook's program and of the person's own rules. */
type HookPlaces = Pick<CliContext, 'packageRoot' | 'home'>;

/** How the machine is examined. */
export interface Examined {
	readonly node: string;
	readonly version: (program: string) => Promise<string | undefined>;
	readonly probe: () => Promise<SandboxProbe>;
	readonly processLimit: () => ProcessLimit;
	/** Returns the findings about the hook in the current folder. If left out, the hook is not checked. */
	readonly hook?: (cli: HookPlaces) => Promise<readonly Finding[]>;
}

/** Programs that a run uses, the oldest version that works, and how to install them. */
const programs: readonly {
	readonly name: string;
	readonly program: string;
	readonly least: string;
	readonly fix: string;
	/** What is used instead. If left out, the program is required. */
	readonly otherwise?: string;
}[] = [
	{ name: 'git', program: 'git', least: '2.32', fix: 'sudo apt-get install -y git' },
	{
		...{ name: 'ripgrep', program: 'rg', least: '0' },
		...{ fix: 'sudo apt-get install -y ripgrep', otherwise: 'file_search uses git grep' },
	},
	{ name: 'bubblewrap', program: 'bwrap', least: '0.8', fix: 'sudo apt-get install -y bubblewrap' },
];

const thisMachine: Examined = {
	node: process.versions.node,
	version: programVersion,
	probe: () => probeSandbox(),
	processLimit,
	hook: hookFindings,
};

/** Returns the findings about the hook. A run needs no hook, so a checkout without one has no findings. */
async function hookFindings(cli: HookPlaces): Promise<readonly Finding[]> {
	const { examineHook, hasHook } = await import('../hook/hook-check.ts');
	const root = process.cwd();
	const found = hasHook(root) ? await examineHook(root, cli) : [];
	return found.map(({ ok, text }) => ({ state: ok ? 'ok' : 'not', text }));
}

/** The options of `countersign doctor`. */
export const doctorOptions = { online: { type: 'boolean' }, json: { type: 'boolean' } } as const;

/** What is examined in addition to the machine. If left out, only the machine is examined. */
export type Beyond = Pick<World, 'env' | 'connection'>;

/**
 * `countersign doctor`: prints one line for each thing that a run needs from its machine, the current checkout and its repository on
 * GitHub. Exits with 1 if one is missing. A check that could not be made is reported, but does not change the exit code. Changes nothing,
 * and prints no secret.
 */
export async function doctor(
	args: readonly string[],
	{
		print,
		packageRoot = '',
		cwd = '',
		home = '',
	}: Pick<CliContext, 'print'> & Partial<HookPlaces & Pick<CliContext, 'cwd'>>,
	machine: Examined = thisMachine,
	beyond?: Beyond,
): Promise<number> {
	const { values } = readCommandLine(args, doctorOptions, 0);
	const isOnline = values.online === true;
	const findings = [
		...(await machineFindings(machine, { packageRoot, home })),
		...(beyond === undefined ? [] : await examineRepository({ ...beyond, cwd, packageRoot, isOnline })),
	];
	const ok = findings.every(({ state }) => state !== 'not');
	if (values.json === true) print(JSON.stringify({ ok, findings }));
	else for (const { state, text } of findings) print(`${signs[state]} ${readable(text)}`);
	return ok ? 0 : 1;
}

/** Makes a finding safe to print. It may contain names of jobs and files that others chose. Such a name must not move the cursor. */
function readable(text: string): string {
	return text
		.split('\n')
		.map((line) => plain(line, 4096))
		.join('\n');
}

const signs: Readonly<Record<Finding['state'], string>> = { ok: 'ok ', not: 'not', skipped: '–  ' };

async function machineFindings(machine: Examined, places: HookPlaces): Promise<readonly Finding[]> {
	return [
		judged('Node', machine.node, String(leastNode), `Install Node ${leastNode} or newer.`),
		...(await Promise.all(programs.map((wanted) => examine(wanted, machine)))),
		...sandboxFindings(await machine.probe(), machine),
		...((await machine.hook?.(places)) ?? []),
	];
}

async function examine(wanted: (typeof programs)[number], machine: Examined): Promise<Finding> {
	const { name, program, least, fix, otherwise } = wanted;
	const version = await machine.version(program);
	if (version === undefined && otherwise !== undefined) return fine(`${name}: not installed; ${otherwise}`);
	return judged(name, version, least, fix);
}

function judged(name: string, version: string | undefined, least: string, fix: string): Finding {
	if (version === undefined) return lacking(`${name}: not installed`, fix);
	const isNewEnough = version.localeCompare(least, 'en', { numeric: true }) >= 0;
	return isNewEnough ? fine(`${name} ${version}`) : lacking(`${name} ${version}: too old, ${least} is needed`, fix);
}

function sandboxFindings(probe: SandboxProbe, machine: Examined): readonly Finding[] {
	if (!probe.ok) return [lacking(`sandbox: ${probe.why}`, probe.fix)];
	return [
		fine('sandbox: a test command ran in it, and could not get out'),
		fine(`processes: ${limits[machine.processLimit()]}`),
	];
}

const limits: Readonly<Record<ProcessLimit, string>> = {
	user: "the kernel's limit for this user limits how many processes a command has",
	'control-group': 'a control group limits how many processes a command has',
	watch:
		'Countersign counts them, and stops a command shortly after it has too many. There is no control group here that root can use',
};
