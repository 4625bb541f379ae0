import { probeSandbox, programVersion, type SandboxProbe } from '../sandbox/index.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';
import { leastNode } from './node-version.ts';

/** What a machine says of itself. */
export interface Examined {
	readonly node: string;
	readonly version: (program: string) => Promise<string | undefined>;
	readonly probe: () => Promise<SandboxProbe>;
	/** What is to be said of the hook of the folder that we are in; left out: nothing. */
	readonly hook?: (packageRoot: string) => Promise<readonly Finding[]>;
}

interface Finding {
	readonly ok: boolean;
	readonly text: string;
}

/** Programs that a run uses, the oldest version that will do, and what to do without it. */
const programs: readonly {
	readonly name: string;
	readonly program: string;
	readonly least: string;
	readonly fix: string;
	/** What is used in its place; without it the program is needed. */
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
	hook: hookFindings,
};

/** A checkout without a hook of ours lacks nothing that a run needs. */
async function hookFindings(packageRoot: string): Promise<readonly Finding[]> {
	const { examineHook, hasHook } = await import('./hook-check.ts');
	const root = process.cwd();
	return hasHook(root) ? examineHook(root, packageRoot) : [];
}

/** `countersign doctor`: one line for each thing that a run needs of its machine; exits 1 when one is missing. Changes nothing. */
export async function doctor(
	args: readonly string[],
	{ print, packageRoot = '' }: Pick<Surroundings, 'print'> & Partial<Pick<Surroundings, 'packageRoot'>>,
	machine: Examined = thisMachine,
): Promise<number> {
	if (readCommandLine(args, {}).positionals.length > 0) {
		print('Usage: countersign doctor');
		return 2;
	}
	const findings = [
		judged('Node', machine.node, String(leastNode), `Install Node ${leastNode} or newer.`),
		...(await Promise.all(programs.map((wanted) => examine(wanted, machine)))),
		sandboxFinding(await machine.probe()),
		...((await machine.hook?.(packageRoot)) ?? []),
	];
	for (const { ok, text } of findings) print(`${ok ? 'ok ' : 'not'} ${text}`);
	return findings.every(({ ok }) => ok) ? 0 : 1;
}

async function examine(wanted: (typeof programs)[number], machine: Examined): Promise<Finding> {
	const { name, program, least, fix, otherwise } = wanted;
	const version = await machine.version(program);
	if (version === undefined && otherwise !== undefined) return { ok: true, text: `${name}: not there; ${otherwise}` };
	return judged(name, version, least, fix);
}

function judged(name: string, version: string | undefined, least: string, fix: string): Finding {
	if (version === undefined) return { ok: false, text: `${name}: not there. Do: ${fix}` };
	const ok = version.localeCompare(least, 'en', { numeric: true }) >= 0;
	return { ok, text: ok ? `${name} ${version}` : `${name} ${version}: too old, ${least} is needed. Do: ${fix}` };
}

function sandboxFinding(probe: SandboxProbe): Finding {
	if (probe.ok) return { ok: true, text: 'sandbox: a command runs behind the whole wall' };
	return { ok: false, text: `sandbox: ${probe.why}. Do: ${probe.fix}` };
}
