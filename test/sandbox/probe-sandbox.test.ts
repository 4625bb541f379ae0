import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainRefusal, probeSandbox, renderCaptured, runSandboxed } from '../../src/sandbox/index.ts';
import { programsAt } from '../support/programs-at.ts';
import { sh, temporaryDirectory } from './temporary.ts';

const program = `import { probeSandbox } from '${process.cwd()}/src/sandbox/index.ts'; console.log(JSON.stringify(await probeSandbox()));`;
const node = `"${process.execPath}" --input-type=module-typescript -e "$PROBE"`;

describe('probeSandbox', () => {
	it('succeeds on this machine', async () => {
		expect(await probeSandbox()).toEqual({ ok: true });
	});

	it('reports that user namespaces are forbidden', async () => {
		// User namespaces are forbidden inside the sandbox, so it acts as such a machine.
		const { output } = await runSandboxed({
			workspace: temporaryDirectory(),
			script: `PROBE=$(cat <<'EOF'\n${program}\nEOF\n); ${node}`,
			toolchain: programsAt(dirname(dirname(process.execPath)), process.cwd(), realpathSync('node_modules')),
		});
		expect(JSON.parse(renderCaptured(output))).toEqual({
			ok: false,
			kind: 'no-namespaces',
			why: 'this machine does not let an ordinary user make user namespaces',
			fix: 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
		});
	});

	it.runIf(process.getuid?.() === 0)('reports that /proc is masked', () => {
		const masked = `unshare -m sh -c 'mount -t tmpfs none /proc/acpi 2>/dev/null || mount -t tmpfs none /proc/irq; exec ${node.replaceAll('"', '"')}'`;
		expect(JSON.parse(sh(masked, '/', { PROBE: program }))).toMatchObject({
			ok: false,
			kind: 'masked-proc',
			why: '/proc is masked, as in an ordinary container',
		});
	});

	it.runIf(process.getuid?.() === 0)('reports that bubblewrap is missing', () => {
		const without = `unshare -m sh -c 'mount --bind /dev/null "$(command -v bwrap)"; exec ${node}'`;
		expect(JSON.parse(sh(without, '/', { PROBE: program }))).toMatchObject({
			ok: false,
			kind: 'other',
			fix: 'sudo apt-get install -y bubblewrap',
		});
	});

	it('rejects a toolchain that would show a home directory', async () => {
		expect(await probeSandbox(programsAt('/'))).toMatchObject({
			ok: false,
			why: expect.stringContaining('home or system directory'),
		});
	});
});

describe('explainRefusal', () => {
	it.each([
		['spawn bwrap ENOENT', 'sudo apt-get install -y bubblewrap'],
		['bwrap: setting up uid map: Permission denied', 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'],
		[
			'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted',
			'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
		],
		["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", /systempaths=unconfined/],
		['bwrap: Unknown option --disable-userns', /ubuntu-24\.04/],
		['something else', /apt-get.*sysctl/],
	])('%s', (said, fix) => {
		expect(explainRefusal(said)).toMatchObject({ fix: expect.stringMatching(fix) });
	});
});
