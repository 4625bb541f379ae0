import { readArguments } from '../arguments.ts';
import { commandOf, meaningsOf, type Saying } from '../carried.ts';
import {
	data,
	destroy,
	exec,
	type Finding,
	type Invocation,
	network,
	type Program,
	privilege,
	role,
	rows,
	secret,
} from '../program.ts';
import { credentialsIn, reads, writes } from '../roles.ts';
import { constant } from '../word.ts';
import { composeText, copiedIn } from './container-files.ts';
import { mounted, rightsOf } from './mounts.ts';

const runOptions = {
	...data(
		'-v --volume --mount -e --env -w --workdir --name -p --publish -u --user --network --net --entrypoint -h --hostname -l --label -m --memory --cpus --platform --pull --restart --add-host --dns --tmpfs --shm-size --log-driver --log-opt --ulimit --link --gpus --pid --ipc --uts --userns --cap-add --cap-drop --security-opt --device --volumes-from --cgroupns --runtime -a --attach --cidfile --expose --health-cmd --init-path --ip --stop-signal --sysctl -c --detach-keys',
	),
	...role('read', '--env-file --label-file'),
};

const machine: readonly Program[] = [
	rows('run create', {
		input: 'data',
		options: runOptions,
		wraps: true,
		also: (it) => [exec(it), ...rightsOf(it), ...mounted(it, it.operands.slice(1))],
	}),
	rows('exec', {
		input: 'ignored',
		options: { ...data('-e --env -w --workdir -u --user --detach-keys --index'), ...role('read', '--env-file') },
		wraps: true,
		also: (it) => [exec(it), ...rightsOf(it), ...commandOf(it.operands.slice(1))],
	}),
	rows('build buildx bake', {
		input: 'data',
		options: {
			...data(
				'-t --tag --build-arg --target --platform --secret --label --cache-from --cache-to --network --progress --build-context --ssh --add-host',
			),
			...role('read', '-f --file'),
			...role('write', '-o --output --iidfile --metadata-file'),
		},
		also: (it) => [exec(it), ...it.values('--secret').flatMap((word) => sourceOf(word.text, it)), ...copiedIn(it)],
	}),
	rows('cp', {
		input: 'data',
		also: (it) => [
			exec(it),
			...it.operands
				.slice(0, -1)
				.filter((word) => !word.text.includes(':'))
				.flatMap((word) => reads(word, it.scope)),
			...it.operands
				.slice(-1)
				.filter((word) => !word.text.includes(':'))
				.flatMap((word) => writes(word, it.scope)),
		],
	}),
	rows('login', {
		input: 'data',
		options: data('-u --username -p --password'),
		also: (it) => [
			network('a registry'),
			exec(it),
			...(it.has('-p', '--password') ? [secret('a password of a registry')] : []),
		],
	}),
	rows('stack play kube', {
		input: 'data',
		options: data('-c --compose-file'),
		also: (it) => [exec(it), ...composeText(it)],
	}),
	rows('push pull', { input: 'data', also: (it) => [network('a registry'), exec(it)] }),
	rows('save export', { input: 'data', options: role('write', '-o --output'), also: (it) => [exec(it)] }),
	rows('container image volume system swarm node rm rmi', {
		input: 'data',
		options: data('--filter'),
		also: (it) => [exec(it), ...cleared(it), ...contained(it)],
	}),
	rows('compose', {
		input: 'data',
		options: data('-f --file -p --project-name --profile --env-file --project-directory'),
		wraps: true,
		also: (it) => [...composed(it), ...composeText(it)],
	}),
];

/** Container tools: a container is another machine, but what is mounted into it is this one. */
export const containers = (): readonly Program[] => [
	rows('docker podman nerdctl buildah', {
		input: 'data',
		options: data('-H --host -c --context --config -l --log-level --tlscacert --tlscert --tlskey --connection --url'),
		wraps: true,
		also: daemon,
		subcommands: machine,
	}),
	rows('docker-compose podman-compose', {
		input: 'data',
		options: data('-f --file -p --project-name --profile --env-file --project-directory'),
		wraps: true,
		also: (it) => [...composed(it), ...composeText(it)],
	}),
	rows('vagrant virsh multipass VBoxManage vboxmanage qm pct limactl colima lxc incus', {
		input: 'data',
		options: { ...data('--name'), ...role('shell', '-c --command') },
		also: (it) => [exec(it), ...meaningsOf(it, machines)],
	}),
	rows('ctr crictl runc crun systemd-nspawn', {
		input: 'data',
		also: (it) => [
			exec(it),
			...rightsOf(it),
			...(it.name === 'systemd-nspawn' ? [privilege('starts a container as root')] : []),
		],
	}),
];

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

function program(it: Invocation): string {
	return it.name.replace(/ .*$/, '');
}

/** Another daemon is commanded with its own rights, whatever they are. */
function daemon(it: Invocation): readonly Finding[] {
	return it.has('-H', '--host', '--url', '--connection') ? [privilege('commands a daemon by its address')] : [];
}

function sourceOf(text: string, it: Invocation): readonly Finding[] {
	const path = /(?:^|,)(?:src|source)=([^,]+)/.exec(text)?.[1];
	return path === undefined ? [] : credentialsIn([constant(path)], it.scope);
}

const listing = /\b(ps|ls|list|images)\b.*-\w*q|what it is fed/;

/** What goes at large: everything that a listing prints, volumes with their data. */
function cleared(it: Invocation): readonly Finding[] {
	const area = it.name.replace(/^\S+ /, '');
	const [verb] = it.operands;
	const text = it.words.map((word) => word.text).join(' ');
	const isRemoval = /^(rm|rmi)$/.test(area) || /^(rm|remove|prune)$/.test(verb?.text ?? '');
	const targets = it.operands.filter(
		(word) => !word.known && listing.test(word.text) && !/--filter|-f /.test(word.text),
	);
	const what = area === 'volume' ? 'volumes' : /^(rmi|image)$/.test(area) ? 'images' : 'containers';
	if (isRemoval && targets.length > 0) return [destroy(`all ${what} by ${program(it)}`)];
	if (verb?.text !== 'prune')
		return /^(swarm|node)$/.test(area) && /^(leave|rm)$/.test(verb?.text ?? '') && it.has('-f', '--force')
			? [destroy('a swarm')]
			: [];
	if (area === 'system' && /--volumes|--all\b|(^| )-\w*a/.test(text))
		return [destroy(`all images and volumes by ${program(it)}`)];
	return area === 'volume' && /--all|(^| )-\w*a/.test(text) ? [destroy(`all volumes by ${program(it)}`)] : [];
}

/** `docker container run …` is `docker run …`. */
function contained(it: Invocation): readonly Finding[] {
	const [verb] = it.operands;
	if (
		!/ (container|image)$/.test(it.name) ||
		!/^(run|create|exec|cp|rm|build|save|export|push|pull|kill|stop)$/.test(verb?.text ?? '')
	)
		return [];
	return commandOf([constant(program(it)), ...it.words]);
}

/** Compose: what it runs in a service is judged; its volumes hold data. */
function composed(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const words = rest.map((word) => word.text);
	if (verb?.text === 'down' && words.some((word) => /^(-v|--volumes)$/.test(word)))
		return [exec(it), destroy(`volumes by ${it.name}`)];
	if (verb?.text === 'rm' && words.some((word) => /^-\w*v/.test(word)) && words.some((word) => /^-\w*f/.test(word)))
		return [exec(it), destroy(`volumes by ${it.name}`)];
	if (verb?.text !== 'exec' && verb?.text !== 'run') return [exec(it)];
	const { operands } = readArguments(rest, serviceOptions, true);
	return [exec(it), ...commandOf(operands.slice(1))];
}

const serviceOptions = data(
	'-e --env -w --workdir -u --user --index --name --entrypoint -l --label -p --publish -v --volume',
);
