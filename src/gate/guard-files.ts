import { compileGlob } from './glob.ts';

/** The files that keep a local agent guarded: its own settings, in which the hook stands, and what the hook starts and judges by. */
const guardFiles = compileGlob(
	'{.claude/settings.json,.claude/settings.local.json,.gemini/settings.json,.codex/hooks.json,.codex/config.toml,.cursor/hooks.json,.countersign/hooks/safety-guard.sh,.countersign/hooks/controls.json}',
	'path',
);

/** Whether a path or shell pattern, read generously, is one of these files, or a folder that holds one; the checkout as a whole is not meant. */
export function reachesGuard(path: string): boolean {
	if (path === '.' || typeof guardFiles === 'string') return false;
	return guardFiles.meets(path) || guardFiles.meets(`${path}/**`);
}
