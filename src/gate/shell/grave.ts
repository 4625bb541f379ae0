import type { Effect, Facts } from '../../core/index.ts';

/** Git's own folder, and what keeps agents guarded. */
const guarded =
	/(^|\/)\.(git|countersign)(\/|$)|(^|\/)\.(claude|gemini|codex|cursor)(\/(settings|hooks|config\.toml)|$)/;
const everything = /^(\.|\*\*?|\*\*\/\*|\.\*|\/|\/\*.*|~|~\/\*.*|\/root|\/home|\/home\/\*)$/;
const system = /^\/(etc|usr|bin|sbin|lib|lib64|var|boot|opt|dev|proc|sys|srv)(\/[^/]*)?$/;

/** What counts in the text of a script that a manifest declares, whatever its name says. */
export function isGrave(effect: Effect, isLoader: boolean): boolean {
	switch (effect.kind) {
		case 'privilege':
		case 'destroy':
			return true;
		case 'secret.read':
			return !isLoader && !effect.what.startsWith('$');
		case 'opaque':
			return /^(fetched code|reverse shell|fork bomb)/.test(effect.why);
		case 'delete':
			return /^(\.|\*\*?|\.\*|~.*|\/(?!tmp\/).*)$/.test(effect.path) || guarded.test(effect.path);
		case 'write':
		case 'config.write':
			return /^\/(?!tmp\/|dev\/shm\/)|^~/.test(effect.path) || guarded.test(effect.path);
		case 'git.push':
			return effect.force && /^:?(\*|main|master|trunk|default)$/.test(effect.ref);
		default:
			return false;
	}
}

/**
 * What nobody means, in a file that the maintainers committed: it deletes the machine, the home or the checkout, destroys what lies beyond,
 * or runs what another machine answers. Other grave things are asked about: a script that calls `sudo` can be approved.
 */
export function isCatastrophic(effect: Effect, { home }: Facts): boolean {
	switch (effect.kind) {
		case 'destroy':
		case 'opaque':
		case 'git.push':
			return isGrave(effect, false);
		case 'delete': {
			const path = effect.path.startsWith(home) ? `~${effect.path.slice(home.length)}` : effect.path;
			const isSystem = system.test(path) && (effect.recursive || path.endsWith('*'));
			return everything.test(path) || isSystem || guarded.test(path);
		}
		case 'write':
		case 'config.write':
			return /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|dm-|md|k?mem)|(^|\/)\.git\/hooks/.test(effect.path);
		default:
			return false;
	}
}
