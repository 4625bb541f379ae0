import { readArguments } from '../arguments.ts';
import { commandOf, isListed } from '../carried.ts';
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
	type Subcommand,
	secret,
	verbs,
} from '../program.ts';
import { credentialsIn, reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { composeText, copiedIn } from './container-files.ts';
import { guests } from './guests.ts';
import { minedBy } from './miners.ts';
import { fedInside, mounted, rightsOf } from './mounts.ts';

const runOptions = {
	...data(
		'-v --volume --mount -e --env -w --workdir --name -p --publish -u --user --group-add --network --net --network-alias --entrypoint -h --hostname -l --label -m --memory --memory-swap --cpus --cpuset-cpus --platform --pull --restart --add-host --dns --dns-search --tmpfs --shm-size --log-driver --log-opt --ulimit --link --gpus --pid --ipc --uts --userns --cap-add --cap-drop --security-opt --device --volumes-from --volume-driver --cgroupns --cgroup-parent --runtime -a --attach --expose --health-cmd --health-interval --init-path --ip --stop-signal --stop-timeout --sysctl -c --cpu-shares --detach-keys --annotation --domainname --mac-address --oom-score-adj --pids-limit --storage-opt --secret --pod',
	),
	...role('read', '--env-file --label-file'),
	...role('write', '--cidfile --pidfile'),
};

const compose: Omit<Program, 'names'> = {
	input: 'handed',
	startsIn: '-w --workdir',
	options: {
		...data('-p --project-name --profile --project-directory --parallel --progress --ansi -f --file'),
		...role('data', '--env-file'),
	},
	wraps: true,
	also: (it) => [...composed(it), ...composeText(it)],
};

const machine: readonly Subcommand[] = [
	verbs('run create', {
		input: 'handed',
		options: runOptions,
		wraps: true,
		startsIn: '-w --workdir',
		also: (it) => [
			exec(it),
			...rightsOf(it),
			...mounted(it, it.operands.slice(1)),
			...fedInside(it),
			...minedBy([...it.operands.slice(0, 2), ...it.values('--entrypoint')]),
		],
	}),
	verbs('exec', {
		input: 'handed',
		options: { ...data('-e --env -w --workdir -u --user --detach-keys --index'), ...role('read', '--env-file') },
		wraps: true,
		startsIn: '-w --workdir',
		also: (it) => [exec(it), ...rightsOf(it), ...commandOf(it.operands.slice(1))],
	}),
	verbs('build buildx bake', {
		input: 'judged',
		options: {
			...data(
				'-t --tag --build-arg --target --platform --secret --label --cache-from --cache-to --network --progress --build-context --ssh --add-host --builder --set --allow --annotation --attest --ulimit --shm-size --pull --format -v --volume',
			),
			...role('read', '-f --file --ignorefile --env'),
			...role('write', '-o --output --iidfile --metadata-file --sbom-output'),
		},
		also: (it) => [exec(it), ...it.values('--secret').flatMap((word) => sourceOf(word.text, it)), ...copiedIn(it)],
	}),
	verbs('cp', {
		input: 'data',
		also: (it) => [
			exec(it),
			...local(it.operands.slice(0, -1)).flatMap((word) => reads(word, it.scope)),
			...local(it.operands.slice(-1)).flatMap((word) => writes(word, it.scope)),
		],
	}),
	verbs('login', {
		input: 'data',
		options: { ...data('-u --username -p --password'), ...role('read', '--cert-dir'), ...role('write', '--authfile') },
		also: (it) => [
			network('a registry'),
			exec(it),
			...(it.has('-p', '--password') ? [secret('a password of a registry')] : []),
		],
	}),
	verbs('stack play kube', {
		input: 'judged',
		options: data('-c --compose-file'),
		also: (it) => [exec(it), ...composeText(it)],
	}),
	verbs('push pull', {
		input: 'ignored',
		options: { ...role('read', '--cert-dir --authfile'), ...role('write', '--digestfile') },
		also: (it) => [network('a registry'), exec(it)],
	}),
	verbs('save export', { input: 'ignored', options: role('write', '-o --output'), also: (it) => [exec(it)] }),
	verbs('load import', { input: 'data', options: role('read', '-i --input'), also: (it) => [exec(it)] }),
	verbs('rm', removal('containers')),
	verbs('rmi', removal('images')),
	verbs(
		'container',
		managed('containers', (it) => contained(it, /^(run|create|exec|cp|rm|export|kill|stop)$/)),
	),
	verbs(
		'image',
		managed('images', (it) => contained(it, /^(build|save|push|pull|load|import)$/)),
	),
	verbs('volume', managed('volumes')),
	verbs('system', managed('images and volumes')),
	verbs('swarm node', {
		...managed('nodes'),
		also: (it) => [
			exec(it),
			...(/^(leave|rm)$/.test(it.operands[0]?.text ?? '') && it.has('-f', '--force') ? [destroy('a swarm')] : []),
		],
	}),
	verbs('compose', compose),
];

/** Container tools. A container is like another machine, but the folders that are mounted into it are folders of this machine. */
export const containers = (): readonly Program[] => [
	rows('docker podman nerdctl buildah', {
		input: 'judged',
		options: {
			...data(
				'-H --host -c --context -l --log-level --connection --url --namespace --cgroup-manager --log-opt --events-backend',
			),
			...role('script', '--config --runtime --hooks-dir --conmon --network-cmd-path'),
			...role('read', '--tlscacert --tlscert --tlskey --identity'),
			...role('write', '--root --runroot --tmpdir --volumepath'),
		},
		wraps: true,
		also: daemon,
		subcommands: machine,
	}),
	rows('docker-compose podman-compose', compose),
	rows('ctr crictl runc crun', {
		input: 'handed',
		options: {
			...data('-n --namespace -a --address --env --label --cwd --user --snapshotter -r --runtime-endpoint'),
			...role('script', '-c --config'),
			...role('read', '-b --bundle --spec'),
		},
		also: (it) => [exec(it), ...rightsOf(it), ...bound(it)],
	}),
	...guests(),
];

/** Returns the operands of `cp` that name a path on this machine. */
function local(words: readonly Word[]): readonly Word[] {
	return words.filter((word) => !word.text.includes(':'));
}

/** Returns the name of the tool, without the subcommand. */
function tool(it: Invocation): string {
	return it.name.replace(/ .*$/, '');
}

/**
 * Judges options before a subcommand. If an option names a daemon by its address, the rights of this daemon are unknown. Without any words,
 * the tool only shows its usage.
 */
function daemon(it: Invocation): readonly Finding[] {
	return [
		...(it.has('-H', '--host', '--url', '--connection') ? [privilege('commands a daemon by its address')] : []),
		...(it.operands.length === 0 && it.words.length > 0 ? [exec(it)] : []),
	];
}

function sourceOf(text: string, it: Invocation): readonly Finding[] {
	const path = /(?:^|,)(?:src|source)=([^,]+)/.exec(text)?.[1];
	return path === undefined ? [] : credentialsIn([constant(path)], it.scope);
}

/** Reports mounts of the machine, such as `ctr run --mount type=bind,src=/,dst=/`. */
function bound(it: Invocation): readonly Finding[] {
	const isRoot = it.words.some(({ text }) =>
		/(?:^|,)(?:src|source)=\/(?:etc|root|home|var|proc|sys|dev)?(?:,|\/|$)/.test(text),
	);
	return isRoot ? [privilege('mounts the machine into a container')] : [];
}

const listing = /\b(ps|ls|list|images)\b.*-\w*q|what it is fed/;

/** Reports a removal of everything that a listing prints. */
function listed(it: Invocation, what: string): readonly Finding[] {
	const isAtLarge = it.operands.some(
		(word) => isListed(word) && listing.test(word.text) && !/--filter|-f /.test(word.text),
	);
	return isAtLarge ? [destroy(`all ${what} by ${tool(it)}`)] : [];
}

function removal(what: string): Omit<Subcommand, 'names'> {
	return {
		input: 'ignored',
		options: data('--filter'),
		also: (it) => [exec(it), ...listed(it, what)],
	};
}

/**
 * Returns the row for a group of verbs, such as `docker container rm` and
 * `docker volume prune`. `other` judges the verbs that do something else.
 */
function managed(what: string, other?: (it: Invocation) => readonly Finding[]): Omit<Subcommand, 'names'> {
	return {
		input: 'handed',
		options: data('--filter'),
		also: (it) => {
			const verb = it.operands[0]?.text ?? '';
			const gone = /^(rm|remove|prune)$/.test(verb) ? listed(it, what) : [];
			const isPruned = verb === 'prune' && /volumes/.test(what) && it.has('-a', '--all', '--volumes');
			return [exec(it), ...gone, ...(isPruned ? [destroy(`all ${what} by ${tool(it)}`)] : []), ...(other?.(it) ?? [])];
		},
	};
}

/** Judges `docker container run …` as `docker run …`. */
function contained(it: Invocation, same: RegExp): readonly Finding[] {
	return same.test(it.operands[0]?.text ?? '') ? commandOf([constant(tool(it)), ...it.words]) : [];
}

/** Judges Compose. It judges the command that runs in a service, and reports removed volumes, because they contain data. */
function composed(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const words = rest.map((word) => word.text);
	const drops = words.some((word) => /^(-\w*v\w*|--volumes)$/.test(word));
	if (verb?.text === 'down' && drops) return [exec(it), destroy(`volumes by ${it.name}`)];
	if (verb?.text === 'rm' && drops && words.some((word) => /^(-\w*f\w*|--force)$/.test(word)))
		return [exec(it), destroy(`volumes by ${it.name}`)];
	if (verb?.text !== 'exec' && verb?.text !== 'run') return [exec(it)];
	const { operands } = readArguments(rest, serviceOptions, true);
	return [exec(it), ...commandOf(operands.slice(1))];
}

const serviceOptions = data(
	'-e --env -w --workdir -u --user --index --name --entrypoint -l --label -p --publish -v --volume --cap-add --cap-drop --env-from-file --pull',
);
