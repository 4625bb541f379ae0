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
import { constant, type Word } from '../word.ts';

/** Programs that create, change, move and remove files. */
export const files = (): readonly Program[] => [
	rows('mkdir', { options: data('-m --mode'), operands: 'write', examples: { 'mkdir -p -m 755 a/b': ['write a/b'] } }),
	rows('touch', {
		options: { ...data('-d --date -t --time'), ...role('read', '-r --reference') },
		operands: 'write',
		examples: { 'touch a': ['write a'], 'touch -m .git/hooks/x': ['config.write .git/hooks/x'] },
	}),
	rows('rm unlink grm safe-rm', {
		also: removed,
		examples: {
			'rm a': ['delete a'],
			'rm -rf dist': ['delete dist recursive'],
			'rm -fr -- dist': ['delete dist recursive'],
			'rm --recursive --force dist': ['delete dist recursive'],
			'rm my-paragraph.pdf': ['delete my-paragraph.pdf'],
			'rm -rf "$X"': ['opaque'],
		},
	}),
	rows('rmdir', { operands: 'delete', examples: { 'rmdir a': ['delete a'] } }),
	rows('wipe rip gio', {
		also: (it) => {
			const isGio = it.name === 'gio';
			if (isGio && !/^(remove|trash|move|mv|rm)$/.test(it.operands[0]?.text ?? ''))
				return [exec(it), ...credentialsIn(it.operands, it.scope)];
			return it.operands.slice(isGio ? 1 : 0).flatMap((word) => deletes(word, it.scope, true));
		},
		examples: {
			'rip d': ['delete d recursive'],
			'gio trash d': ['delete d recursive'],
			'gio cat .env': ['exec gio', 'secret.read .env'],
		},
	}),
	rows('scrub', { operands: 'write', examples: { 'scrub -f /dev/sda': ['write /dev/sda'] } }),
	rows('pv', {
		options: {
			...data('-N --name -L --rate-limit -B --buffer-size -s --size -i --interval -F --format -w -H'),
			...role('write', '-o --output'),
		},
		operands: 'read',
		prints: ({ operands, stdin }) => (operands.length === 0 ? stdin?.text : undefined),
		examples: { 'pv a -o /dev/sda': ['read a', 'write /dev/sda'], 'pv .env': ['secret.read .env'] },
	}),
	rows('srm', { operands: 'delete', examples: { 'srm -s a': ['delete a'] } }),
	rows('shred', {
		options: { ...data('-n -s --iterations --size'), ...role('read', '--random-source') },
		operands: 'delete',
		examples: { 'shred -u a': ['delete a'] },
	}),
	rows('cp install', {
		options: {
			...data('-S --suffix -m --mode -o --owner -g --group'),
			...role('write', '-t --target-directory'),
			...role('command', '--strip-program'),
		},
		also: (it) => [...copied(it, (word) => reads(word, it.scope)), ...installed(it)],
		examples: {
			"install -s --strip-program='rm' a b": ['read a', 'write b'],
			'install -m 4755 a b': ['read a', 'write b', 'privilege runs as its owner'],
			'cp a b': ['read a', 'write b'],
			'cp -t d a b': ['write d', 'read a', 'read b'],
			'cp .env x': ['secret.read .env', 'write x'],
		},
	}),
	rows('mv', {
		options: { ...data('-S --suffix'), ...role('write', '-t --target-directory') },
		also: (it) => [
			...copied(it, (word) => deletes(word, it.scope, false)),
			...credentialsIn(it.operands.slice(0, -1), it.scope),
		],
		examples: {
			'mv a b': ['delete a', 'write b'],
			'mv x .git/hooks/pre-push': ['delete x', 'config.write .git/hooks/pre-push'],
		},
	}),
	rows('ln link', {
		options: { ...data('-S --suffix'), ...role('write', '-t --target-directory') },
		also: (it) => copied(it, (word) => reads(word, it.scope)),
		examples: {
			'ln -s a b': ['read a', 'write b'],
			'ln -s ~/.ssh/id_rsa k': ['secret.read /home/user/.ssh/id_rsa', 'write k'],
		},
	}),
	rows('chmod', {
		options: role('read', '--reference'),
		also: modes,
		examples: {
			'chmod +x run.sh': ['write run.sh'],
			'chmod 644 a': ['write a'],
			'chmod 0777 a': ['write a', 'privilege lets everybody write'],
			'chmod -R a+rwx .': ['write .', 'privilege lets everybody write'],
			'chmod u+s a': ['write a', 'privilege runs as its owner'],
			'chmod -x a': ['write a'],
			'chmod -R -w,o+r a': ['write a'],
		},
	}),
	rows('chown chgrp', {
		options: role('read', '--reference'),
		also: (it) => [privilege('changes owners'), ...it.operands.slice(1).flatMap((word) => writes(word, it.scope))],
		examples: { 'chown root a': ['privilege changes owners', 'write a'] },
	}),
	rows('setfacl chattr setcap', {
		also: () => [privilege('changes rights')],
		examples: { 'chattr +i a': ['privilege changes rights'] },
	}),
	rows('dd dcfldd dc3dd', {
		also: duplicated,
		examples: { 'dd if=a of=b': ['read a', 'write b'], 'dd if=/dev/zero of=/dev/sda': ['write /dev/sda'] },
	}),
	rows('wipefs fdisk parted sgdisk sfdisk', {
		operands: 'write',
		examples: { 'wipefs -b /dev/sda': ['write /dev/sda'] },
	}),
	rows('mkfs mke2fs mkswap', {
		options: data('-t -L -b -U'),
		operands: 'write',
		examples: { 'mkfs.ext4 /dev/sda1': ['write /dev/sda1'], 'mkfs -t ext4 /dev/sda1': ['write /dev/sda1'] },
	}),
	rows('truncate fallocate', {
		options: { ...data('-s --size -l --length'), ...role('read', '-r --reference') },
		operands: 'write',
		examples: { 'truncate -s 0 a': ['write a'] },
	}),
	rows('mktemp', {
		options: data('-p --tmpdir --suffix'),
		also: () => [effect({ kind: 'write', path: '/tmp/tmp.XXXXXX' })],
		examples: { 'mktemp -d': ['write /tmp/tmp.XXXXXX'] },
	}),
	rows('split csplit', {
		options: {
			...data('-l -b -n -a -C --lines --bytes --number --suffix-length --additional-suffix'),
			...role('shell', '--filter'),
		},
		operands: ['read', 'write'],
		also: (it) => writes({ ...constant('x*'), pattern: true }, it.scope),
		examples: {
			'split -l 10 a b': ['read a', 'write b', 'write x*'],
			"split --filter='rm d' a": ['read a', 'write x*', 'delete d'],
		},
	}),
	rows('rimraf del-cli trash trash-put', {
		operands: 'delete-tree',
		examples: { 'rimraf dist': ['delete dist recursive'] },
	}),
	rows('gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd', {
		also: packed,
		decodes: (it) => it.operands.length === 0 || it.has('-c', '--stdout'),
		examples: { 'gzip a': ['read a', 'write a'], 'gzip -c a': ['read a'] },
	}),
	rows('patch', {
		options: { ...data('-p -F'), ...role('read', '-i --input'), ...role('write', '-o --output') },
		also: () => [opaque('a patch that is not inspected')],
		examples: { 'patch -p1': ['opaque'] },
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

/** The last operand is the target, unless `-t` names it; a lone one is a link's target, linked here. */
function copied(it: Invocation, source: (word: Word) => readonly Finding[]): readonly Finding[] {
	if (it.has('-t', '--target-directory') || it.operands.length === 1) return it.operands.flatMap(source);
	const last = it.operands.at(-1);
	return [...it.operands.slice(0, -1).flatMap(source), ...(last === undefined ? [] : writes(last, it.scope))];
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
