import type { Effect, Facts } from '../../core/index.ts';

/** Git's own folder, and files that control agents and their guards. */
const guarded =
	/(^|\/)\.(git|countersign)(\/|$)|(^|\/)\.(claude|gemini|codex|cursor)(\/(settings|hooks|config\.toml)|$)/;
const everything = /^(\.|\*\*?|\*\*\/\*|\.\*|\/|\/\*.*|~|~\/\*.*|\/root|\/home|\/home\/\*)$/;
const system = /^\/(etc|usr|bin|sbin|lib|lib64|var|boot|opt|dev|proc|sys|srv)(\/[^/]*)?$/;

/** Returns whether an effect in the text of a declared script is reported, even if the script has a harmless name such as `test`. */
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
		case 'read':
		case 'exec':
		case 'exec.project':
		case 'exec.tool':
		case 'network':
		case 'git.commit':
		case 'git.rewrite':
		case 'forge.read':
		case 'forge.write':
		case 'deliver':
			return false;
	}
}

/**
 * Returns whether an effect is never intended in a committed file. Such an effect deletes all files of the machine, the home or the
 * checkout, destroys something outside, or runs code from another machine. Other grave effects need approval. For example, a maintainer can
 * approve a script that calls `sudo`.
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
		case 'read':
		case 'exec':
		case 'exec.project':
		case 'exec.tool':
		case 'network':
		case 'secret.read':
		case 'privilege':
		case 'git.commit':
		case 'git.rewrite':
		case 'forge.read':
		case 'forge.write':
		case 'deliver':
			return false;
	}
}
