import { describe, expect, it } from 'vitest';
import { noToolchain, scratchFolders, type Wall, wallNames } from '../../src/core/index.ts';
import { commandVariables } from '../../src/sandbox/bubblewrap-arguments.ts';
import { type Outside, readSightings, whyOpen } from '../../src/sandbox/walls-seen.ts';

type Sections = Readonly<Record<string, readonly string[]>>;

const names = ['net', 'pid', 'ipc', 'uts', 'mnt', 'user'];
const workspace = '/checkouts/a repo';
const outside: Outside = {
	workspace,
	toolchain: noToolchain,
	caches: [],
	secret: 'canary-1',
	namespaces: new Map(names.map((name) => [name, `${name}:[1]`])),
	isReached: false,
	isLeft: false,
};

/** Returns the output of a probe in a closed sandbox, with some sections changed. */
function sightings(changed: Readonly<Record<string, readonly string[]>> = {}, until = 'end'): string {
	const mounts = ['/', '/usr', '/proc', '/dev', '/checkouts/a\\040repo/.git'].map(
		(path) => `1 2 0:3 / ${path} ro,nosuid - x`,
	);
	const own = [...scratchFolders, '/dev/null', '/checkouts/a\\040repo'].map(
		(path) => `1 2 0:3 / ${path} rw,nosuid - x`,
	);
	const sections: Readonly<Record<string, readonly string[]>> = {
		namespaces: names.map((name) => `${name} ${name}:[2]`),
		interfaces: ['Inter-|   Receive', ' face |bytes', '    lo:       0'],
		reached: [],
		mounts: [...mounts, ...own],
		rights: ['CapEff:\t0000000000000000', 'NoNewPrivs:\t1', 'Seccomp:\t2'],
		environment: Object.entries(commandVariables(noToolchain, false)).map(([name, value]) => `${name}=${value}`),
		scratch: [],
		canary: [],
		git: [],
		left: ['started'],
		end: [],
		...changed,
	};
	const lines = Object.entries(sections).flatMap(([name, said]) => [`== ${name}`, ...said]);
	return lines.slice(0, lines.indexOf(`== ${until}`) + 1).join('\n');
}

function judged(changed: Readonly<Record<string, readonly string[]>>, more: Partial<Outside> = {}): string | undefined {
	const seen = readSightings(sightings(changed));
	return seen === undefined ? 'no end' : whyOpen(seen, { ...outside, ...more });
}

it('all walls count as closed if all hold', () => {
	expect(judged({})).toBeUndefined();
});

it('the checkout is not a leftover file in a scratch folder', () => {
	const mounts = ['1 2 0:3 / /tmp/a/repo rw,nosuid - x'];
	expect(judged({ scratch: ['/tmp/a', '/tmp/a/repo'], mounts }, { workspace: '/tmp/a/repo' })).toBeUndefined();
});

it('a probe that did not finish proves nothing', () => {
	expect(readSightings(sightings({}, 'git'))).toBeUndefined();
	expect(readSightings('')).toBeUndefined();
});

const sameNamespace = (name: string) => names.map((one) => (one === name ? `${one} ${one}:[1]` : `${one} ${one}:[2]`));
const mounted = (path: string) => ({ mounts: [`1 2 0:3 / ${path} rw,nosuid - x`] });

describe('an open wall', () => {
	interface Case {
		readonly wall: Wall;
		readonly how: string;
		readonly changed: Sections;
		readonly more: Partial<Outside>;
	}

	const aCase = (wall: Wall, how: string, changed: Sections, more: Partial<Outside> = {}): Case => ({
		wall,
		how,
		changed,
		more,
	});
	const cases = [
		aCase('network', 'a server was reached', {}, { isReached: true }),
		aCase('network', 'a connection succeeded', { reached: ['yes'] }),
		aCase('network', 'another interface', { interfaces: ['Inter-|', ' face |', '    lo: 0', '  eth0: 7'] }),
		aCase('network', 'no interface is listed', { interfaces: [] }),
		aCase('network', 'the namespace of the job', { namespaces: sameNamespace('net') }),
		aCase('credentials', 'a variable of the job', { environment: ['GITHUB_TOKEN=x'] }),
		aCase('machine', 'the canary was read', { canary: ['canary-1'] }),
		aCase('machine', 'a writable folder', mounted('/usr')),
		aCase('machine', 'a writable folder beside the checkout', mounted('/checkouts/a\\040repo2')),
		aCase('machine', 'no mounts are listed', { mounts: [] }),
		aCase('machine', 'the mounts of the job', { namespaces: sameNamespace('mnt') }),
		aCase('scratch', 'an older file', { scratch: ['/tmp/left'] }),
		aCase(
			'scratch',
			'a file beside the checkout that is mounted there',
			{ scratch: ['/tmp/a', '/tmp/left'], mounts: ['1 2 0:3 / /tmp/a/repo rw - x'] },
			{ workspace: '/tmp/a/repo' },
		),
		aCase('git', 'a writable hook folder', { git: ['.git/hooks'] }),
		aCase('processes', 'a process that outlived its call', {}, { isLeft: true }),
		aCase('processes', 'a capability', { rights: ['CapEff:\t0000000000200000', 'NoNewPrivs:\t1', 'Seccomp:\t2'] }),
		aCase('processes', 'no filter of system calls', {
			rights: ['CapEff:\t0000000000000000', 'NoNewPrivs:\t1', 'Seccomp:\t0'],
		}),
		aCase('processes', 'the processes of the job', { namespaces: sameNamespace('pid') }),
		aCase('processes', 'a namespace that is not listed', {
			namespaces: names.slice(0, 5).map((name) => `${name} ${name}:[2]`),
		}),
	];

	it.each(cases)('$wall: $how', ({ changed, more }) => {
		expect(judged(changed, more)).toMatch(/^(a command|a process|the scratch|the mounts)/);
	});

	it('is tested for each wall of mode `contained`', () => {
		expect(wallNames).toEqual(['network', 'credentials', 'machine', 'scratch', 'git', 'processes']);
	});
});
