import { scratchFolders, type Toolchain, type Wall } from '../core/index.ts';
import { commandVariables } from './bubblewrap-arguments.ts';
import { holds } from './system-mounts.ts';
import { homeFiles } from './toolchain/package-variables.ts';

/** What a probe saw from inside a sandbox: the lines under each heading. */
export type Sightings = ReadonlyMap<string, readonly string[]>;

/** The facts outside of the sandbox, for the comparison. */
export interface Outside {
	readonly workspace: string;
	readonly toolchain: Toolchain;
	/** The paths of the run's own caches inside the sandbox, and the paths of the links to them. */
	readonly caches: readonly string[];
	/** The content of the canary file. */
	readonly secret: string;
	/** The namespaces of this process, by name. */
	readonly namespaces: ReadonlyMap<string, string>;
	/** Whether the probe connected to our server. */
	readonly isReached: boolean;
	/** Whether a process of the probe survived the end of the probe. */
	readonly isLeft: boolean;
}

/** Parses the output of a probe. Undefined if the probe did not finish. */
export function readSightings(output: string): Sightings | undefined {
	const sections = output.split(/^== /m).slice(1);
	const seen = new Map(sections.map((section) => [headingOf(section), section.split('\n').slice(1).filter(isSaid)]));
	return seen.has('end') ? seen : undefined;
}

function headingOf(section: string): string {
	return section.split('\n', 1)[0] ?? '';
}

function isSaid(line: string): boolean {
	return line.trim() !== '';
}

/** Returns a text about the first broken protection. Undefined if no protection is broken. */
export function whyOpen(seen: Sightings, outside: Outside): string | undefined {
	for (const check of Object.values(checks)) {
		const why = check((name) => seen.get(name) ?? [], outside);
		if (why !== undefined) return why;
	}
	return undefined;
}

type Look = (name: string) => readonly string[];

/** The check of each protection. It returns undefined if the protection works, and otherwise a text about the problem. */
const checks: Readonly<Record<Wall, (look: Look, outside: Outside) => string | undefined>> = {
	network: (look, { isReached, namespaces }) => {
		const interfaces = look('interfaces')
			.slice(2)
			.map((line) => line.trim().split(':')[0]);
		if (isReached || look('reached').length > 0) return 'a command reached a server of this machine';
		if (interfaces.join() !== 'lo') return 'a command has a network interface';
		return shared('net', look, namespaces);
	},
	credentials: (look, { toolchain }) => {
		const known = new Set([...Object.keys(commandVariables(toolchain, false)), 'PWD', 'OLDPWD', 'SHLVL', '_']);
		const other = look('environment')
			.map((line) => line.split('=')[0] ?? '')
			.find((name) => !known.has(name));
		return other === undefined ? undefined : `a command sees the variable \`${other}\` of the job`;
	},
	machine: (look, { secret, workspace, caches, namespaces }) => {
		if (look('canary').join('\n').includes(secret)) return 'a command read a file of this machine';
		const writable = look('mounts')
			.map(mountOf)
			.find((mount) => mount.isWritable && !isOwn(mount.path, workspace) && !caches.includes(mount.path));
		if (writable !== undefined) return `a command may write \`${writable.path}\``;
		return look('mounts').length === 0 ? 'the mounts of a command cannot be read' : shared('mnt', look, namespaces);
	},
	scratch: (look, { caches }) => {
		// The checkout, and the programs that it needs, may be mounted below a scratch folder.
		const mounts = look('mounts').map((line) => mountOf(line).path);
		const known = [...mounts, ...homeFiles.map(({ path }) => path), ...caches];
		const found = look('scratch').find((path) => !known.some((place) => holds(path, place)));
		return found === undefined ? undefined : `the scratch folders of a command are not empty: \`${found}\``;
	},
	git: (look) => {
		const [written] = look('git');
		return written === undefined ? undefined : `a command wrote \`${written}\``;
	},
	processes: (look, { namespaces, isLeft }) => {
		if (isLeft) return 'a process outlived its command';
		const wanted = [/^CapEff:\s+0+$/, /^NoNewPrivs:\s+1$/, /^Seccomp:\s+2$/];
		if (!wanted.every((line) => look('rights').some((said) => line.test(said))))
			return 'a command has rights that it must not have';
		const divided = ['pid', 'ipc', 'uts', 'user'].map((name) => shared(name, look, namespaces));
		return divided.find((why) => why !== undefined);
	},
};

/** Returns an error text if a namespace is the same as ours, or if this is unknown. Undefined if the two differ. */
function shared(name: string, look: Look, ours: ReadonlyMap<string, string>): string | undefined {
	const own = look('namespaces')
		.find((line) => line.startsWith(`${name} `))
		?.slice(name.length + 1);
	const isApart = own !== undefined && own !== '' && ours.has(name) && own !== ours.get(name);
	return isApart ? undefined : `a command shares the ${name} namespace of the job`;
}

/** Parses a line of `/proc/self/mountinfo`. The fifth word is the path, and the sixth has the options. */
function mountOf(line: string): { readonly path: string; readonly isWritable: boolean } {
	const [, , , , path = '', options = ''] = line.split(' ');
	return { path: unescaped(path), isWritable: !options.split(',').includes('ro') };
}

function unescaped(path: string): string {
	return path.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
}

/** Returns whether a command may write this path: its checkout, its scratch folders, and devices that store nothing. */
function isOwn(path: string, workspace: string): boolean {
	return (
		holds(workspace, path) ||
		scratchFolders.includes(path) ||
		/^\/dev\/(null|zero|full|random|urandom|tty|pts|console)$/.test(path)
	);
}
