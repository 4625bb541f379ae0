import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asCountersignError, noToolchain, type Toolchain } from '../core/index.ts';
import { explainRefusal, type Refusal } from './explain-refusal.ts';
import { trySandboxed } from './run-sandboxed.ts';

/** Whether commands can be sandboxed on this machine. If not, the reason and the fix: a command, or lines for the workflow. */
export type SandboxProbe = { readonly ok: true } | ({ readonly ok: false } & Refusal);

/**
 * Runs `true` in the same sandbox as every later command, and returns whether it worked. There is no fallback to a shell without the
 * sandbox.
 */
export async function probeSandbox(toolchain: Toolchain = noToolchain): Promise<SandboxProbe> {
	const workspace = mkdtempSync(join(tmpdir(), 'countersign-probe-'));
	try {
		const tried = await trySandboxed({ argv: ['true'], workspace, toolchain, limits: { wallSeconds: 20 } });
		if ('refusal' in tried) return { ok: false, ...tried.refusal };
		if (tried.exitCode === 0) return { ok: true };
		return { ok: false, ...explainRefusal(`in the sandbox, \`true\` ended with exit code ${tried.exitCode}`) };
	} catch (thrown) {
		const { message, fix } = asCountersignError(thrown);
		return { ok: false, kind: 'other', why: message, fix };
	} finally {
		rmSync(workspace, { recursive: true, force: true });
	}
}
