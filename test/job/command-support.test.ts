import { describe, expect, it } from 'vitest';
import { checkoutTokenWarning, type Machine, openCommandSupport } from '../../src/job/index.ts';
import { explainRefusal, type SandboxProbe } from '../../src/sandbox/index.ts';

const refused = (said: string): SandboxProbe => ({ ok: false, ...explainRefusal(said) });
const noNamespaces = refused('setting up uid map: Permission denied');
const masked = refused("Can't mount proc on /newroot/proc");

function aMachine(probes: readonly SandboxProbe[], hosted: boolean) {
	const ran: string[] = [];
	const left = [...probes];
	let release: () => void = () => undefined;
	const permission = new Promise<void>((resolve) => {
		release = resolve;
	});
	const machine: Machine = {
		hosted,
		probe: async () => left.shift() ?? { ok: true },
		mend: async (argv) => {
			ran.push(argv.join(' '));
			await permission;
			return true;
		},
	};
	return { machine, ran, release };
}

describe('openCommandSupport', () => {
	it.each([true, false])('changes nothing if commands can be sandboxed (hosted: %s)', async (hosted) => {
		const { machine, ran } = aMachine([{ ok: true }], hosted);
		const room = await openCommandSupport(machine);
		expect(room).toMatchObject({ offered: true, warnings: [] });
		expect(await room.ready).toEqual({ ok: true });
		expect(ran).toEqual([]);
	});

	it('repairs a hosted runner in the background', async () => {
		const { machine, ran, release } = aMachine([noNamespaces, { ok: true }], true);
		const room = await openCommandSupport(machine);
		// The support is open already, while the repair command still runs.
		expect(room).toMatchObject({ offered: true, warnings: [] });
		expect(ran).toEqual(['sudo -n sysctl -w kernel.apparmor_restrict_unprivileged_userns=0']);
		release();
		expect(await room.ready).toEqual({ ok: true });
	});

	it('never changes a self-hosted machine: it offers no commands and names the line to add', async () => {
		const { machine, ran } = aMachine([noNamespaces], false);
		const room = await openCommandSupport(machine);
		expect(room.offered).toBe(false);
		expect(room.warnings).toEqual([
			expect.stringMatching(
				/no `shell_exec`.*user namespaces.*workflow: - run: sudo sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0$/,
			),
		]);
		expect(ran).toEqual([]);
	});

	it('changes nothing if /proc is masked, and names the line to add for the container', async () => {
		const { machine, ran } = aMachine([masked], true);
		const room = await openCommandSupport(machine);
		expect(room.offered).toBe(false);
		expect(room.warnings[0]).toMatch(
			/\/proc is masked.*Add to the job: container: \{ options: .*systempaths=unconfined/,
		);
		expect(ran).toEqual([]);
	});
});

it('the warning about a credential in the checkout names its place, never its value', () => {
	expect(checkoutTokenWarning([])).toEqual([]);
	const [text = ''] = checkoutTokenWarning([{ file: '/w/.git/config', key: 'http.extraheader', secrets: ['canary'] }]);
	expect(text).toMatch(/http\.extraheader in \/w\/\.git\/config.*persist-credentials: false/);
	expect(text).not.toContain('canary');
});
