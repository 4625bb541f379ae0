import { readArguments } from '../arguments.ts';
import { commandOf, meaningsOf, type Saying } from '../carried.ts';
import {
	data,
	destroy,
	exec,
	type Finding,
	type Invocation,
	type Program,
	privilege,
	type Role,
	role,
	rows,
} from '../program.ts';
import { reads, writes } from '../roles.ts';
import type { Word } from '../word.ts';
import { rightsOf } from './mounts.ts';

/** Describes how a command enters another system on this machine. */
interface Entrance {
	/** Verbs of the tool that enter the system. Undefined if the tool does nothing else. */
	readonly verbs?: readonly string[];
	/** How many names of the entered system come before the command. */
	readonly names: number;
	/** Options before the command that take a value. */
	readonly options?: Program['options'];
}

const nixOptions = {
	...data('--arg --argstr -I --include --option -j --max-jobs --store --extra-experimental-features'),
	...role('code', '-E --expr'),
	...role('script', '-f --file -i'),
	...role('write', '-o --out-link --profile'),
};

/** Virtual machines, systems in a folder, and environments of packages. A command in them is judged as if it ran here. */
export const guests = (): readonly Program[] => [
	guest('vagrant', { verbs: ['ssh', 'powershell', 'winrm'], names: 1, options: role('shell', '-c --command') }),
	guest('lxc incus', { verbs: ['exec'], names: 1, options: data('--env --cwd --user --group --mode') }),
	guest('multipass', { verbs: ['exec', 'shell'], names: 1, options: data('-d --working-directory') }),
	guest('limactl', { verbs: ['shell'], names: 1, options: data('--workdir --shell') }),
	guest('colima', { verbs: ['ssh'], names: 0, options: data('-p --profile') }),
	guest('virsh', { verbs: ['qemu-agent-command'], names: 1, options: data('-c --connect') }),
	guest('VBoxManage vboxmanage', { verbs: ['guestcontrol'], names: 1 }),
	guest('qm pct', { verbs: ['exec', 'enter'], names: 1 }),
	guest('distrobox', {
		verbs: ['enter'],
		names: 1,
		options: data('-n --name -a --additional-flags -i --image -H --home'),
	}),
	guest('distrobox-enter', { names: 1, options: data('-n --name -a --additional-flags') }),
	guest('toolbox', { verbs: ['run', 'enter'], names: 0, options: data('-c --container -d --distro -r --release') }),
	guest('flatpak', {
		verbs: ['run', 'enter'],
		names: 1,
		options: { ...data('--branch --arch --runtime --cwd --env --filesystem'), ...role('command', '--command') },
	}),
	guest('apptainer singularity', {
		verbs: ['exec', 'shell', 'run', 'test'],
		names: 1,
		options: data('-B --bind -H --home -W --workdir --pwd --env --overlay -s --shell --nv'),
	}),
	guest('guix', {
		verbs: ['shell', 'environment'],
		names: 0,
		options: { ...data('-m --manifest'), ...role('script', '-f --file -l --load') },
	}),
	guest('schroot', { names: 0, options: data('-c --chroot -u --user -d --directory') }),
	rows('nix', { input: 'handed', options: nixOptions, wraps: true, also: nix }),
	rows('nix-shell', {
		input: 'shell',
		options: { ...nixOptions, ...role('shell', '--run --command'), ...data('-p --packages -A --attr') },
		also: (it) => [exec(it)],
	}),
	rows('systemd-nspawn', {
		input: 'shell',
		options: {
			...data('-D --directory --template -i --image -u --user -M --machine -E --setenv -p --port --chdir --hostname'),
			...data('--bind --bind-ro --tmpfs --overlay --capability --private-users --network-bridge'),
		},
		wraps: true,
		escalates: true,
		startsIn: 'elsewhere',
		also: (it) => [exec(it), ...rightsOf(it), ...commandOf(it.operands)],
	}),
];

function guest(names: string, entrance: Entrance): Program {
	return rows(names, {
		input: 'handed',
		wraps: true,
		also: (it) => [exec(it), ...meaningsOf(it, machines), ...copied(it), ...entered(it, entrance)],
	});
}

const machines: readonly Saying[] = [
	{
		operands:
			/^(destroy|undefine|vol-delete|pool-delete|delete|unregistervm|rm|remove|purge)\b|^(box|global-status) (prune|remove)|^storage (volume )?delete/,
		means: [destroy('a machine by its name')],
	},
	{
		operands: /source=\/|security\.privileged=true|raw\.lxc/,
		means: [privilege('mounts the machine into a container')],
	},
];

/** Judges the command after the name of the entered system. Without a command, a shell in that system runs the input. */
function entered(it: Invocation, { verbs, names, options = {} }: Entrance): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	if (verbs !== undefined && !verbs.includes(verb?.text ?? '')) return [];
	const words = verbs === undefined ? it.words : rest;
	const dashes = words.findIndex((word) => word.text === '--');
	const read = readArguments(words, options, true);
	const valuesOf = (role: Role) =>
		read.options.flatMap(({ name, value }) => (options[name] === role && value !== undefined ? [value] : []));
	const lines = valuesOf('shell').map((source): Finding => ({ find: 'shell', source }));
	const operands = dashes >= 0 ? words.slice(dashes + 1) : read.operands.slice(names);
	const command = [...valuesOf('command').slice(0, 1), ...operands];
	if (lines.length > 0 || command.length > 0) return [...lines, ...commandOf(command)];
	return it.stdin === undefined ? [] : [{ find: 'feed' }];
}

/** Judges local paths of `lxc file push`, `multipass transfer` and `limactl copy`, which are read or written. */
function copied(it: Invocation): readonly Finding[] {
	const at = it.operands.findIndex(({ text }) =>
		/^(push|pull|transfer|copy|cp|copy-files|vol-upload|vol-download)$/.test(text),
	);
	if (at < 0 || at > 1) return [];
	const isLocal = (word: Word) => !word.text.includes(':') && /[./~]/.test(word.text);
	const paths = it.operands.slice(at + 1);
	const written = paths.slice(-1).filter(isLocal);
	return [
		...paths.filter(isLocal).flatMap((word) => reads(word, it.scope)),
		...written.flatMap((word) => writes(word, it.scope)),
	];
}

/** Judges `nix develop -c command`, `nix run pkg -- arguments` and `nix eval --expr code`. A shell of nix also runs its input. */
function nix(it: Invocation): readonly Finding[] {
	const at = it.words.findIndex(({ text }) => /^(-c|--command)$/.test(text));
	const isShell = /^(develop|shell)$/.test(it.operands[0]?.text ?? '') && it.stdin !== undefined;
	if (at >= 0) return [exec(it), ...commandOf(it.words.slice(at + 1))];
	return [exec(it), ...(isShell ? [{ find: 'feed' as const }] : [])];
}
