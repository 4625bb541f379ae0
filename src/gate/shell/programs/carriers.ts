import { readArguments } from '../arguments.ts';
import { findingsOf } from '../by-role.ts';
import { commandOf } from '../carried.ts';
import { data, exec, type Finding, type Invocation, type Program, role, rows, secret } from '../program.ts';

/** Describes where the command begins in the arguments of a carrier, which is a program that starts another command. */
interface Carrying {
	readonly options?: Program['options'];
	/** The carrier's own verbs, which come first: `exec`, `run`. */
	readonly verbs?: readonly string[];
	/** How many words belong to the carrier if such a verb comes first, including the verb. Default: 1. */
	readonly verbWords?: number;
	/** How many words belong to the carrier if there is no verb. Default: 0. */
	readonly ownWords?: number;
	/** Verbs that start no command. */
	readonly alone?: readonly string[];
	/** Verbs that print secrets. */
	readonly prints?: readonly string[];
}

/** Programs that start a command with other limits, measurements, variables or versions. They can do more than that. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const carriers = (): readonly Program[] => [
	carrier('prlimit', { options: data('-p --pid -o --output') }),
	carrier('numactl', { options: data('-i -N -C -m -p -s -l -P --length --offset --shmmode --shmid --shm --file') }),
	carrier('choom', { options: data('-n --adjust -p --pid') }),
	carrier('rr', {
		verbs: ['record', 'replay', 'pack', 'ps', 'dump', 'rerun'],
		options: {
			...data('-n -F -s -M -g -p -t'),
			...role('write', '-o --output-trace-dir'),
			...role('script', '-x -d --debugger'),
		},
	}),
	carrier('perf', {
		verbs: ['record', 'stat', 'trace', 'report', 'annotate', 'top', 'list', 'bench', 'script', 'mem', 'sched', 'lock'],
		alone: ['report', 'list', 'bench', 'annotate'],
		options: {
			...data(
				'-e --event -p --pid -t --tid -F --freq -c --count -C --cpu -G --cgroup -n -r --repeat -I -x --delay -u --uid',
			),
			...data('--call-graph -m --mmap-pages -d'),
			...role('write', '-o --output'),
			...role('read', '-i --input --symfs'),
			...role('script', '-s --script'),
			...role('shell', '--pre --post --objdump --addr2line --switch-output-event'),
		},
	}),
	carrier('valgrind', {
		options: {
			...role(
				'write',
				'--log-file --xml-file --massif-out-file --callgrind-out-file --cachegrind-out-file --xtree-memory-file',
			),
			...role('write', '--xtree-leak-file --dhat-out-file'),
			...role('read', '--suppressions'),
			...role('shell', '--db-command'),
		},
	}),
	carrier('mise asdf', {
		verbs: [
			'exec',
			'x',
			'run',
			'r',
			'use',
			'install',
			'current',
			'list',
			'ls',
			'set',
			'env',
			'where',
			'which',
			'activate',
			'shell',
		],
		alone: ['list', 'ls', 'current', 'where', 'which', 'activate'],
		options: { ...data('-j --jobs -E --env'), ...role('shell', '-c --command'), ...role('read', '-C --cd') },
	}),
	carrier('dotenv dotenvx', {
		verbs: ['run', 'get', 'set', 'list'],
		alone: ['get', 'set', 'list'],
		prints: ['get', 'list'],
		options: data('-f --file -e --env-file -p -v -c'),
	}),
	carrier('teller with-secrets', {
		verbs: ['run', 'sh', 'env', 'show', 'export', 'yaml'],
		alone: ['sh', 'env', 'show', 'export', 'yaml'],
		prints: ['sh', 'env', 'show', 'export', 'yaml'],
		options: role('script', '-c --config'),
	}),
	carrier('direnv', {
		verbs: ['exec', 'allow', 'deny', 'permit', 'hook', 'export', 'status', 'edit', 'reload', 'prune', 'dump'],
		verbWords: 2,
		alone: ['allow', 'deny', 'permit', 'hook', 'status', 'reload', 'prune'],
		prints: ['export', 'dump'],
	}),
	carrier('aws-vault', {
		verbs: ['exec', 'login', 'add', 'ls', 'list', 'export', 'rotate', 'remove', 'clear'],
		verbWords: 2,
		alone: ['ls', 'list', 'login', 'add', 'remove', 'clear'],
		prints: ['export'],
		options: data('-d --duration -n --no-session --region -t --mfa-token --backend'),
	}),
	carrier('envchain', { ownWords: 1, options: data('-s --set') }),
	carrier('doppler', {
		verbs: ['run', 'secrets', 'setup', 'login', 'configs', 'configure', 'projects', 'environments', 'activity'],
		alone: ['secrets', 'setup', 'login', 'configs', 'configure', 'projects', 'environments', 'activity'],
		prints: ['secrets'],
		options: {
			...data('-p --project -c --config -t --token --scope --name-transformer --format'),
			...role('shell', '--command'),
			...role('write', '--mount --fallback'),
		},
	}),
	carrier('infisical', {
		verbs: ['run', 'secrets', 'export', 'login', 'init', 'user', 'get', 'list'],
		alone: ['secrets', 'export', 'login', 'init', 'user'],
		prints: ['secrets', 'export', 'get', 'list'],
		options: { ...data('--env --path --projectId --token --domain --format'), ...role('shell', '-c --command') },
	}),
	carrier('chamber', {
		verbs: ['exec', 'read', 'list', 'export', 'env', 'history', 'import', 'write', 'delete', 'find'],
		verbWords: 2,
		alone: ['read', 'list', 'export', 'env', 'history', 'import', 'write', 'delete', 'find'],
		prints: ['read', 'list', 'export', 'env'],
		options: { ...data('-b --backend -f --format -r --retries'), ...role('write', '-o --output-file') },
	}),
];

/** Returns a row for similar carriers. */
function carrier(names: string, carrying: Carrying): Program {
	return rows(names, {
		input: 'handed',
		...(carrying.options && { options: carrying.options }),
		wraps: true,
		also: (it) => [exec(it), ...carriedBehind(it, carrying), ...printed(it, carrying)],
	});
}

/** Judges the command of a carrier. It begins after `--`, or at the first operand that does not belong to the carrier. */
function carriedBehind(it: Invocation, carrying: Carrying): readonly Finding[] {
	const { verbs = [], verbWords = 1, ownWords = 0, alone = [] } = carrying;
	const [verb] = it.operands;
	if (alone.includes(verb?.text ?? '')) return [];
	const dashes = it.words.findIndex((word) => word.text === '--');
	const isNamed = verbs.includes(verb?.text ?? '');
	// Options of the verb come after it.
	const own = isNamed ? it.operands.slice(verbWords) : [];
	const read = readArguments(own, carrying.options ?? {}, true);
	const told = read.options.flatMap(({ name, value }) => {
		const role = carrying.options?.[name];
		return role === undefined || value === undefined ? [] : findingsOf(role, value, it.scope);
	});
	if (dashes >= 0) return [...told, ...commandOf(it.words.slice(dashes + 1))];
	return [...told, ...commandOf(isNamed ? read.operands : it.operands.slice(ownWords))];
}

function printed({ operands: [verb] }: Invocation, { prints = [] }: Carrying): readonly Finding[] {
	return prints.includes(verb?.text ?? '') ? [secret('secrets of the project')] : [];
}
