import type { Facts } from '../core/index.ts';
import { compileGlob } from './glob.ts';
import { lazy } from './lazy.ts';

/**
 * The files that guard a local agent: the agent's settings with the hook in them, the program that the hook starts, and the hook's rules.
 */
const guardGlob = lazy(() =>
	compileGlob(
		'{.claude/settings.json,.claude/settings.local.json,.gemini/settings.json,.codex/hooks.json,.codex/config.toml,.cursor/hooks.json,.countersign/hooks/safety-guard.sh,.countersign/hooks/controls.json,.countersign/shared/safety-guard.sh,.countersign/shared/controls.json,.countersign/seen}',
		'path',
	),
);

/**
 * Returns whether a path or shell pattern may name one of these files, or a folder that contains such a file. The checkout as a whole does
 * not match.
 */
export function reachesGuard(path: string): boolean {
	if (path === '.') return false;
	const guardFiles = guardGlob();
	if (typeof guardFiles === 'string') return false;
	return guardFiles.meets(path) || guardFiles.meets(`${path}/**`);
}

type Known = Pick<Facts, 'root' | 'realPath' | 'isDirectory'>;

const folders = ['.claude', '.gemini', '.codex', '.cursor', '.countersign'];

/**
 * Returns whether a glob names files in a guard's folder, and the checkout does not have this folder. Then no wildcard can match them.
 * False if that is not known.
 */
export function isGuardMissing(glob: string, facts: Known): boolean {
	const folder = folders.find((one) => glob.startsWith(`${one}/`));
	return folder !== undefined && isMissing(`${facts.root}/${folder}`, facts);
}

/** Returns whether the checkout has no folder of a guard. */
export function hasNoGuard(facts: Known): boolean {
	return folders.every((folder) => isMissing(`${facts.root}/${folder}`, facts));
}

/** Returns whether a path is certainly missing. A link that leads outside is not a directory here, but it exists. */
function isMissing(path: string, { realPath, isDirectory }: Known): boolean {
	return isDirectory?.(path) === false && realPath(path) === path;
}
