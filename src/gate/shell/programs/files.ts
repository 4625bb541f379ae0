import { linked } from '../links.ts';
import {
	data,
	effect,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	privilege,
	role,
	rows,
} from '../program.ts';
import { credentialsIn, deletes, reads, writes } from '../roles.ts';
import { constant } from '../word.ts';
import { copied, movedFrom } from './copies.ts';

/** Programs that create, change, move and remove files. */
export const files = (): readonly Program[] => [
	rows('mkdir', { input: 'ignored', options: data('-m --mode'), operands: 'write' }),
	rows('touch', {
		input: 'ignored',
		options: { ...data('-d --date -t --time'), ...role('read', '-r --reference') },
		operands: 'write',
	}),
	rows('rm unlink grm safe-rm', { input: 'data', also: removed }),
	rows('rmdir', { input: 'ignored', operands: 'delete' }),
	rows('wipe rip gio', {
		input: 'data',
		also: (it) => {
			const isGio = it.name === 'gio';
			if (isGio && !/^(remove|trash|move|mv|rm)$/.test(it.operands[0]?.text ?? ''))
				return [exec(it), ...credentialsIn(it.operands, it.scope)];
			return it.operands.slice(isGio ? 1 : 0).flatMap((word) => deletes(word, it.scope, true));
		},
	}),
	rows('scrub', { input: 'data', operands: 'write' }),
	rows('pv', {
		input: 'data',
		options: {
			...data('-N --name -L --rate-limit -B --buffer-size -s --size -i --interval -F --format -w -H'),
			...role('write', '-o --output'),
		},
		operands: 'read',
		prints: ({ operands, stdin }) => (operands.length === 0 ? stdin?.text : undefined),
	}),
	rows('srm', { input: 'data', operands: 'delete' }),
	rows('shred', {
		input: 'data',
		options: { ...data('-n -s --iterations --size'), ...role('read', '--random-source') },
		operands: 'delete',
	}),
	rows('cp install', {
		input: 'data',
		options: {
			...data('-S --suffix -m --mode -o --owner -g --group'),
			...data('-t --target-directory'),
			...role('command', '--strip-program'),
		},
		also: (it) => [...copied(it, (word) => reads(word, it.scope)), ...installed(it), ...copies(it)],
	}),
	rows('mv', {
		input: 'ignored',
		options: { ...data('-S --suffix'), ...data('-t --target-directory') },
		also: (it) => [
			...copied(it, movedFrom(it)),
			...linked(it, false, true),
			...credentialsIn(it.operands.slice(0, -1), it.scope),
		],
	}),
	rows('ln link', {
		input: 'data',
		options: { ...data('-S --suffix'), ...data('-t --target-directory') },
		also: (it) => [
			...copied(it, (word) => reads(word, it.scope)),
			...linked(it, it.has('-s', '--symbolic') && !it.has('-r', '--relative')),
		],
	}),
	rows('chmod', { input: 'ignored', options: role('read', '--reference'), also: modes }),
	rows('chown chgrp', {
		input: 'data',
		options: role('read', '--reference'),
		also: (it) => [privilege('changes owners'), ...it.operands.slice(1).flatMap((word) => writes(word, it.scope))],
	}),
	rows('setfacl chattr setcap', { input: 'data', also: () => [privilege('changes rights')] }),
	rows('dd dcfldd dc3dd', { input: 'data', also: duplicated }),
	rows('wipefs fdisk parted sgdisk sfdisk', { input: 'data', operands: 'write' }),
	rows('mkfs mke2fs mkswap', { input: 'data', options: data('-t -L -b -U'), operands: 'write' }),
	rows('truncate fallocate', {
		input: 'data',
		options: { ...data('-s --size -l --length'), ...role('read', '-r --reference') },
		operands: 'write',
	}),
	rows('mktemp', {
		input: 'data',
		options: data('-p --tmpdir --suffix'),
		also: () => [effect({ kind: 'write', path: '/tmp/tmp.XXXXXX' })],
	}),
	rows('split csplit', {
		input: 'data',
		options: {
			...data('-l -b -n -a -C --lines --bytes --number --suffix-length --additional-suffix'),
			...role('shell', '--filter'),
		},
		operands: ['read', 'write'],
		also: (it) => writes({ ...constant('x*'), pattern: true }, it.scope),
	}),
	rows('rimraf del-cli trash trash-put', { input: 'data', operands: 'delete-tree' }),
	rows('gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd', {
		input: 'data',
		also: packed,
		decodes: (it) => it.operands.length === 0 || it.has('-c', '--stdout'),
	}),
	rows('patch', {
		input: 'data',
		options: { ...data('-p -F'), ...role('read', '-i --input'), ...role('write', '-o --output') },
		also: () => [opaque('a patch that is not inspected')],
	}),
];

function removed(it: Invocation): readonly Finding[] {
	const recursive = it.options.some(
		({ name }) => name === '-r' || name === '-R' || (name.length > 3 && '--recursive'.startsWith(name)),
	);
	const forced =
		recursive && it.options.some(({ name }) => name === '-f' || (name.length > 3 && '--force'.startsWith(name)));
	const found = it.operands.flatMap((word) => deletes(word, it.scope, recursive));
	return forced ? [...found, { find: 'trait', trait: 'forced-tree-delete' }] : found;
}

/** `cp -s` links; a copy holds what its source holds. */
function copies(it: Invocation): readonly Finding[] {
	return linked(it, false, !it.has('-s', '--symbolic-link', '-l', '--link'));
}

/** `install` gives what it copies a mode and an owner. */
function installed(it: Invocation): readonly Finding[] {
	if (it.name !== 'install') return [];
	const rises = it.values('-m', '--mode').some(({ text }) => /^0*[2-7][0-7]{3}$|[+=][rwxX]*s/.test(text));
	return [
		...(rises ? [privilege('runs as its owner')] : []),
		...(it.has('-o', '--owner') ? [privilege('changes owners')] : []),
	];
}

/** World-writable and set-user-id modes (leashd, CommandAnalyzer: world-writable permissions). */
function modes(it: Invocation): readonly Finding[] {
	const [mode, ...paths] = it.operands;
	// A mode like `-x` looks like an option.
	const taking = it.words.find((word) => /^-[rwxXstugo]+(,|$)/.test(word.text));
	const targets = taking !== undefined || it.has('--reference') ? it.operands : paths;
	const written = targets.flatMap((word) => writes(word, it.scope));
	const spelled = (taking ?? mode)?.text ?? '';
	const digits = /^0*([0-7]{3,4})$/.exec(spelled)?.[1];
	const opens =
		digits === undefined ? /(^|,)([ugo]*[ao][ugoa]*)?[+=][rxXst]*w/.test(spelled) : (Number(digits.at(-1)) & 2) !== 0;
	const elevates = digits === undefined ? /[+=][rwxX]*s/.test(spelled) : digits.length === 4 && /^[2-7]/.test(digits);
	return [
		...written,
		...(opens ? [privilege('lets everybody write'), { find: 'trait' as const, trait: 'world-writable' as const }] : []),
		...(elevates ? [privilege('runs as its owner')] : []),
	];
}

function duplicated({ operands, words, scope }: Invocation): readonly Finding[] {
	const values = (key: string) =>
		words.flatMap((word) =>
			word.prefix.startsWith(key)
				? [{ ...word, text: word.text.slice(key.length), prefix: word.prefix.slice(key.length) }]
				: [],
		);
	const unclear = operands.some((word) => !word.known && !/^(if|of)=/.test(word.prefix));
	return [
		...values('if=').flatMap((word) => reads(word, scope)),
		...['of=', 'ofs=', 'wipe=', 'hwipe=', 'log='].flatMap(values).flatMap((word) => writes(word, scope)),
		...(unclear ? [opaque('an argument of dd that cannot be known')] : []),
	];
}

function packed(it: Invocation): readonly Finding[] {
	const toOutput = it.has('-c', '--stdout', '-t', '--test', '-l', '--list');
	return it.operands.flatMap((word) => [...reads(word, it.scope), ...(toOutput ? [] : writes(word, it.scope))]);
}
