import type { Facts } from '../core/index.ts';
import { compileGlob } from './glob.ts';
import { lazy } from './lazy.ts';

/** The files that keep a local agent guarded: its own settings, in which the hook stands, and what the hook starts and judges by. */
const guardGlob = lazy(() =>
	compileGlob(
		'{.claude/settings.json,.claude/settings.local.json,.gemini/settings.json,.codex/hooks.json,.codex/config.toml,.cursor/hooks.json,.countersign/hooks/safety-guard.sh,.countersign/hooks/controls.json,.countersign/shared/safety-guard.sh,.countersign/shared/controls.json,.countersign/seen}',
		'path',
	),
);

/** Whether a path or shell pattern, read generously, is one of these files, or a folder that holds one; the checkout as a whole is not meant. */
export function reachesGuard(path: string): boolean {
	if (path === '.') return false;
	const guardFiles = guardGlob();
	if (typeof guardFiles === 'string') return false;
	return guardFiles.meets(path) || guardFiles.meets(`${path}/**`);
}

type Known = Pick<Facts, 'root' | 'realPath' | 'isDirectory'>;

const folders = ['.claude', '.gemini', '.codex', '.cursor', '.countersign'];

/** Whether a glob names what lies in a folder of a guard, and the checkout has no such folder: no wildcard can hit it then. Where that cannot be told, it might. */
export function isGuardMissing(glob: string, facts: Known): boolean {
	const folder = folders.find((one) => glob.startsWith(`${one}/`));
	return folder !== undefined && isMissing(`${facts.root}/${folder}`, facts);
}

/** Whether the checkout has none of the folders of a guard. */
export function hasNoGuard(facts: Known): boolean {
	return folders.every((folder) => isMissing(`${facts.root}/${folder}`, facts));
}

/** A link that leads outside is no directory here, and is something all the same. */
function isMissing(path: string, { realPath, isDirectory }: Known): boolean {
	return isDirectory?.(path) === false && realPath(path) === path;
}
