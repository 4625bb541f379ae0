import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asCountersignError } from '../core/index.ts';
import { explainRefusal, type Refusal } from './explain-refusal.ts';
import { runSandboxed } from './run-sandboxed.ts';

/** Whether commands can be sandboxed here; when not, why, and the line to paste. */
export type SandboxProbe = { readonly ok: true } | ({ readonly ok: false } & Refusal);

/** Runs `true` behind the whole wall, as every command will run. There is no fall-back to a shell without it. */
export async function probeSandbox(toolchain: readonly string[] = []): Promise<SandboxProbe> {
	const workspace = mkdtempSync(join(tmpdir(), 'countersign-probe-'));
	try {
		const { exitCode } = await runSandboxed({ argv: ['true'], workspace, toolchain, limits: { wallSeconds: 20 } });
		if (exitCode === 0) return { ok: true };
		return { ok: false, ...explainRefusal(`\`true\` ended with exit code ${exitCode}`) };
	} catch (thrown) {
		const { message, fix } = asCountersignError(thrown);
		return { ok: false, why: message, fix };
	} finally {
		rmSync(workspace, { recursive: true, force: true });
	}
}
