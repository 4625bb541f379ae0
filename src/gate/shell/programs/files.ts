import { isCredential, isExecutedLater } from '../../sensitive.ts';
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
import { credentialsIn, deletes, pathOf, reads, readsBelow, readsNames, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { copied, isSymbolic, movedFrom, pointsTo, replacesDevice } from './copies.ts';
import { appliedByPatch } from './patch-files.ts';
import { cutting } from './pieces.ts';
import { freshWord, removed } from './removals.ts';

/** Programs that create, change, move and remove files. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const files = (): readonly Program[] => [
	rows('mkdir', {
		input: 'ignored',
		options: data('-m --mode'),
		also: (it) => it.operands.flatMap((word) => makes(word, it)),
	}),
	rows('touch', {
		input: 'ignored',
		options: { ...data('-d --date -t --time'), ...role('measure', '-r --reference') },
		operands: 'write',
	}),
	rows('rm unlink grm safe-rm', { input: 'ignored', also: removed }),
	rows('rmdir', { input: 'ignored', operands: 'delete' }),
	rows('wipe rip', { input: 'ignored', operands: 'delete-tree' }),
	rows('gio', {
		input: 'data',
		also: (it) =>
			/^(remove|trash|move|mv|rm)$/.test(it.operands[0]?.text ?? '')
				? it.operands.slice(1).flatMap((word) => deletes(word, it.scope, true))
				: [exec(it), ...credentialsIn(it.operands, it.scope)],
	}),
	rows('scrub', {
		input: 'ignored',
		options: data('-p --pattern -b --blocksize -s --device-size -X --freespace -D --dirent'),
		operands: 'write',
	}),
	rows('pv', {
		input: 'data',
		options: {
			...data('-N --name -L --rate-limit -B --buffer-size -s --size -i --interval -F --format -w -H'),
			...role('write', '-o --output -P --pidfile'),
			...data('-d --watchfd -R --remote -x --extra-display -m --average-rate-window'),
		},
		operands: 'read',
		prints: ({ operands, stdin }) => (operands.length === 0 ? stdin?.text : undefined),
	}),
	rows('srm', { input: 'ignored', operands: 'delete' }),
	rows('shred', {
		input: 'data',
		options: { ...data('-n -s --iterations --size'), ...role('read', '--random-source') },
		operands: 'delete',
	}),
	rows('cp', {
		input: 'ignored',
		options: {
			...data('-S --suffix --no-preserve --sparse -t --target-directory'),
		},
		also: (it) => {
			const links = it.has('-L', '-H', '--dereference') ? 'followed' : 'kept';
			const isDeep = it.has('-r', '-R', '-a', '--recursive', '--archive');
			const found = [
				...copied(it, (word) => (isDeep ? readsBelow(word, it.scope, links) : reads(word, it.scope))),
				...copies(it),
			];
			return it.has('--remove-destination', '-l', '-s') ? [...found, ...replacesDevice(it)] : found;
		},
	}),
	rows('install', {
		input: 'ignored',
		options: {
			...data('-S --suffix -m --mode -o --owner -g --group'),
			...data('-t --target-directory'),
			...role('command', '--strip-program'),
		},
		also: (it) => [
			...(it.has('-d', '--directory')
				? it.operands.flatMap((word) => writes(word, it.scope))
				: copied(it, (word) => reads(word, it.scope))),
			...installed(it),
			...replacesDevice(it),
			...copies(it),
		],
	}),
	rows('mv', {
		input: 'ignored',
		options: { ...data('-S --suffix'), ...data('-t --target-directory') },
		also: (it) => [
			...copied(it, movedFrom(it)),
			...replacesDevice(it),
			...linked(it, false, true),
			...credentialsIn(it.operands.slice(0, -1), it.scope),
		],
	}),
	rows('ln link', {
		input: 'ignored',
		options: { ...data('-S --suffix'), ...data('-t --target-directory') },
		also: (it) => [
			...copied(it, (word) => (isSymbolic(it) ? pointsTo(word, it) : reads(word, it.scope))),
			...replacesDevice(it),
			...linked(it, isSymbolic(it)),
		],
	}),
	rows('chmod', { input: 'ignored', options: role('measure', '--reference'), also: modes }),
	rows('chown chgrp', {
		input: 'ignored',
		options: { ...role('measure', '--reference'), ...data('--from') },
		also: (it) => [privilege('changes owners'), ...it.operands.slice(1).flatMap((word) => writes(word, it.scope))],
	}),
	rows('setfacl chattr setcap', { input: 'ignored', also: () => [privilege('changes rights')] }),
	rows('dd dcfldd dc3dd', { input: 'data', also: duplicated }),
	rows('wipefs', { input: 'ignored', operands: 'write' }),
	rows('fdisk parted sgdisk sfdisk', { input: 'code', operands: 'write' }),
	rows('mkfs mke2fs mkswap', {
		input: 'ignored',
		options: { ...data('-t -L -b -U -N -m -i -I -E -O'), ...role('read', '-d -l') },
		operands: 'write',
	}),
	rows('truncate', {
		input: 'ignored',
		options: { ...data('-s --size'), ...role('measure', '-r --reference') },
		operands: 'write',
	}),
	rows('fallocate', { input: 'ignored', options: data('-l --length -o --offset'), operands: 'write' }),
	rows('dos2unix unix2dos mac2unix', {
		input: 'data',
		options: data('-c --convmode -D --display-enc -i --info'),
		operands: 'write',
	}),
	rows('mktemp', {
		input: 'ignored',
		options: data('-p --tmpdir --suffix'),
		also: ({ operands, has, values, scope }) => {
			const [given] = values('-p', '--tmpdir');
			const folder = given ?? (has('-t') ? constant('/tmp') : undefined);
			const names = folder === undefined ? operands : [constant(`${folder.text}/${operands[0]?.text ?? 'tmp.X'}`)];
			if (names.length === 0) return [effect({ kind: 'write', path: freshWord.text })];
			return folder?.known === false ? writes(folder, scope) : names.flatMap((word) => writes(word, scope));
		},
		lists: ({ words }) => (words.every(({ text }) => /^-[dqu]+$/.test(text)) ? [freshWord] : undefined),
	}),
	...cutting(),
	rows('rimraf del-cli trash trash-put', { input: 'ignored', operands: 'delete-tree' }),
	rows('gzip gunzip bzip2 bunzip2', {
		input: 'data',
		options: data('-S --suffix'),
		also: packed,
		decodes: isUnpacking,
	}),
	rows('xz unxz', {
		input: 'data',
		options: {
			...data(
				'-S --suffix -F --format -C --check -T --threads -M --memlimit --block-size --block-list --flush-timeout',
			),
			// Without `=`, the names come from the input.
			...role('flag', '--files --files0'),
		},
		also: (it) => [...packed(it), ...namedToXz(it)],
		decodes: isUnpacking,
	}),
	rows('zstd unzstd', {
		input: 'data',
		options: {
			...data('--threads --memory --block-size --format'),
			// Their values are only attached: `-T0`.
			...role('flag', '-T -M -B --exclude-compressed'),
			...role('read', '-D --patch-from'),
			...role('write', '-o --output-dir-flat --output-dir-mirror'),
			...role('list', '--filelist'),
		},
		also: packed,
		decodes: isUnpacking,
	}),
	rows('patch', {
		input: 'judged',
		options: {
			...data('-p --strip -F --fuzz -D --ifdef -d --directory -B --prefix -V -Y -z --suffix -g'),
			...role('read', '-i --input'),
			...role('write', '-o --output -r --reject-file'),
		},
		operands: ['write', 'read'],
		also: appliedByPatch,
	}),
];

function isUnpacking(it: Invocation): boolean {
	return it.operands.length === 0 || it.has('-c', '--stdout');
}

/**
 * Judges a new folder. In the home directory it is still empty, so it contains nothing that a program obeys. A folder for configuration or
 * credentials is judged as a write.
 */
function makes(word: Word, { scope }: Invocation): readonly Finding[] {
	const path = pathOf(word, scope);
	const isInHome = path?.startsWith(`${scope.facts.home}/`) === true;
	if (!isInHome || isExecutedLater(path) || isCredential(path)) return writes(word, scope);
	return [opaque(`what a new folder \`${path}\` in the home is for`)];
}

/** Judges `cp` and `install` as copies, or as links with `cp -s` and `cp -l`. A copy has the content of its source. */
function copies(it: Invocation): readonly Finding[] {
	return linked(it, false, !it.has('-s', '--symbolic-link', '-l', '--link'));
}

/** Judges the mode and the owner that `install` sets. */
function installed(it: Invocation): readonly Finding[] {
	const rises = it.values('-m', '--mode').some(({ text }) => /^0*[2-7][0-7]{3}$|[+=][rwxX]*s/.test(text));
	return [
		...(rises ? [privilege('runs as its owner')] : []),
		...(it.has('-o', '--owner') ? [privilege('changes owners')] : []),
	];
}

/** Reports world-writable and set-user-id modes (leashd, CommandAnalyzer: world-writable permissions). */
function modes(it: Invocation): readonly Finding[] {
	const [mode, ...paths] = it.operands;
	// A mode such as `-x` looks like an option.
	const taking = it.words.find((word) => /^-[rwxXstugo]+(,|$)/.test(word.text));
	const targets = taking !== undefined || it.has('--reference') ? it.operands : paths;
	const written = targets.flatMap((word) => writes(word, it.scope)).map(withoutContent);
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

/** Returns the finding for a change of a mode. It changes no content, so a file such as `gradlew` is an ordinary file here. */
function withoutContent(finding: Finding): Finding {
	const isStarter =
		finding.find === 'effect' && finding.effect.kind === 'config.write' && !isExecutedLater(finding.effect.path);
	return isStarter ? effect({ kind: 'write', path: finding.effect.path }) : finding;
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

/** Judges `--files`, with which xz reads the names of files from a file or its input. */
function namedToXz(it: Invocation): readonly Finding[] {
	if (!it.has('--files', '--files0')) return [];
	const lists = it.values('--files', '--files0');
	const names =
		it.stdin?.names ??
		it.stdin?.text
			?.split(/[\n\0]/)
			.filter((line) => line !== '')
			.map(constant);
	const listed = lists.flatMap((word) => readsNames(word, it.scope));
	const fed = names?.flatMap((word) => reads(word, it.scope)) ?? [opaque('the names that it is fed cannot be known')];
	return lists.length > 0 ? listed : fed;
}

function packed(it: Invocation): readonly Finding[] {
	const toOutput = it.has('-c', '--stdout', '-t', '--test', '-l', '--list');
	return it.operands.flatMap((word) => [...reads(word, it.scope), ...(toOutput ? [] : writes(word, it.scope))]);
}
