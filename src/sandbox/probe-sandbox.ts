import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asCountersignError } from '../core/index.ts';
import { runSandboxed } from './run-sandboxed.ts';

/** Whether commands can be sandboxed here; when not, why, and the line to paste. */
export type SandboxProbe = { readonly ok: true } | { readonly ok: false; readonly why: string; readonly fix: string };

const installLine = 'sudo apt-get install -y bubblewrap';
const namespacesLine = 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0';

/** What bubblewrap says, what it means, and what helps. First match wins. */
const causes: readonly { readonly said: RegExp; readonly why: string; readonly fix: string }[] = [
	{ said: /ENOENT/, why: 'bubblewrap (`bwrap`) is not installed', fix: installLine },
	{ said: /EACCES/, why: '`bwrap` may not be executed by this user', fix: installLine },
	{
		said: /Unknown option|unrecognized option/i,
		why: 'bubblewrap is older than 0.8.0',
		fix: `runs-on: ubuntu-24.04, and: ${installLine}`,
	},
	{
		said: /mount proc|Can't mount proc/i,
		why: '/proc is masked, as in an ordinary container',
		fix: 'container: { options: --security-opt systempaths=unconfined --security-opt seccomp=unconfined --security-opt apparmor=unconfined }',
	},
	{
		said: /uid map|RTM_NEWADDR|namespace|Creating new|No permissions/i,
		why: 'this machine does not let an ordinary user make user namespaces',
		fix: namespacesLine,
	},
];

/** Runs `true` behind the whole wall, as every command will run. There is no fall-back to a shell without it. */
export async function probeSandbox(toolchain: readonly string[] = []): Promise<SandboxProbe> {
	const workspace = mkdtempSync(join(tmpdir(), 'countersign-probe-'));
	try {
		const { exitCode } = await runSandboxed({ argv: ['true'], workspace, toolchain, limits: { wallSeconds: 20 } });
		return exitCode === 0 ? { ok: true } : explainRefusal(`\`true\` ended with exit code ${exitCode}`);
	} catch (thrown) {
		const error = asCountersignError(thrown);
		return error.code === 'bad-config'
			? { ok: false, why: error.message, fix: error.fix }
			: explainRefusal(error.message);
	} finally {
		rmSync(workspace, { recursive: true, force: true });
	}
}

/** What a message of bubblewrap means for the person who writes the workflow. */
export function explainRefusal(said: string): SandboxProbe {
	const cause = causes.find((one) => one.said.test(said));
	if (cause !== undefined) return { ok: false, why: cause.why, fix: cause.fix };
	return { ok: false, why: said, fix: `${installLine} && ${namespacesLine}` };
}
