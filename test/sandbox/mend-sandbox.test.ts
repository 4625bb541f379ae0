import { describe, expect, it } from 'vitest';
import {
	explainRefusal,
	isMendable,
	mendSandbox,
	mendThisMachine,
	type RefusalKind,
	type SandboxProbe,
} from '../../src/sandbox/index.ts';

const trouble = (kind: RefusalKind): SandboxProbe => ({ ok: false, kind, why: kind, fix: 'a line' });

/** A machine whose problems appear one after the other, and which records the repair commands. */
function aMachine(troubles: readonly RefusalKind[], works: (command: string) => boolean = () => true) {
	const ran: string[] = [];
	let left = troubles;
	const helps: Partial<Record<RefusalKind, string>> = { 'not-installed': 'install', 'no-namespaces': 'sysctl' };
	const probe = async (): Promise<SandboxProbe> => (left[0] === undefined ? { ok: true } : trouble(left[0]));
	const mend = async (argv: readonly string[]): Promise<boolean> => {
		const command = argv.join(' ');
		ran.push(command);
		const word = left[0] === undefined ? undefined : helps[left[0]];
		const ok = works(command);
		if (ok && word !== undefined && argv.includes(word)) left = left.slice(1);
		return ok;
	};
	return { ran, run: async () => mendSandbox(await probe(), { mend, probe }) };
}

const install = 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends bubblewrap';
const update = 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get update -q';
const allow = 'sudo -n sysctl -w kernel.apparmor_restrict_unprivileged_userns=0';

describe('mendSandbox', () => {
	it('does nothing if nothing is wrong', async () => {
		const machine = aMachine([]);
		expect(await machine.run()).toEqual({ ok: true });
		expect(machine.ran).toEqual([]);
	});

	it('allows user namespaces', async () => {
		const machine = aMachine(['no-namespaces']);
		expect(await machine.run()).toEqual({ ok: true });
		expect(machine.ran).toEqual([allow]);
	});

	it('installs bubblewrap, and then fixes the next problem', async () => {
		const machine = aMachine(['not-installed', 'no-namespaces']);
		expect(await machine.run()).toEqual({ ok: true });
		expect(machine.ran).toEqual([install, allow]);
	});

	it('updates the package lists if they are too old', async () => {
		let isOld = true;
		const machine = aMachine(['not-installed'], (command) => {
			if (command === update) isOld = false;
			return command !== install || !isOld;
		});
		expect(await machine.run()).toEqual({ ok: true });
		expect(machine.ran).toEqual([install, update, install]);
	});

	it('tries everything once, and returns the remaining problem', async () => {
		const machine = aMachine(['not-installed'], () => false);
		expect(await machine.run()).toEqual(trouble('not-installed'));
		expect(machine.ran).toEqual([install, update]);
	});

	it.each<RefusalKind>(['masked-proc', 'too-old', 'other'])('changes nothing for the problem %s', async (kind) => {
		const machine = aMachine([kind]);
		expect(isMendable(trouble(kind))).toBe(false);
		expect(await machine.run()).toEqual(trouble(kind));
		expect(machine.ran).toEqual([]);
	});
});

describe('explainRefusal', () => {
	it.each<[string, RefusalKind]>([
		['spawn bwrap ENOENT', 'not-installed'],
		['bwrap: setting up uid map: Permission denied', 'no-namespaces'],
		['bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted', 'no-namespaces'],
		[
			'bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.',
			'no-namespaces',
		],
		["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", 'masked-proc'],
		['bwrap: Unknown option --disable-userns', 'too-old'],
		['something else', 'other'],
	])('knows the kind of %s', (said, kind) => {
		expect(explainRefusal(said).kind).toBe(kind);
	});
});

it('a repair command returns whether it succeeded, and gets no environment of the job', async () => {
	process.env['COUNTERSIGN_TEST_SECRET'] = 'canary';
	expect(await mendThisMachine(['sh', '-c', 'test -z "$COUNTERSIGN_TEST_SECRET"'])).toBe(true);
	delete process.env['COUNTERSIGN_TEST_SECRET'];
	expect(await mendThisMachine(['false'])).toBe(false);
	expect(await mendThisMachine(['no-such-program'])).toBe(false);
});
