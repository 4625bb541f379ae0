import type { Effect } from '../../../src/core/index.ts';

/** An effect in one short line, as the examples of the program table write it. */
export function brief(effect: Effect): string {
	switch (effect.kind) {
		case 'read':
		case 'write':
		case 'config.write':
			return `${effect.kind} ${effect.path}`;
		case 'delete':
			return `delete ${effect.path}${effect.recursive ? ' recursive' : ''}`;
		case 'exec':
			return `exec ${effect.program}`;
		case 'exec.project':
			return `exec.project ${effect.script}`;
		case 'exec.tool':
			return `exec.tool ${effect.tool}`;
		case 'network':
			return `network ${effect.host}`;
		case 'secret.read':
		case 'git.commit':
		case 'git.rewrite':
		case 'destroy':
			return `${effect.kind} ${effect.what}`;
		case 'git.push':
			return `git.push ${effect.remote} ${effect.ref}${effect.force ? ' force' : ''}`;
		case 'forge.read':
			return `forge.read ${effect.what}`;
		case 'forge.write':
			return `forge.write ${effect.what}${effect.what === 'label' ? ` ${effect.target}` : ''}`;
		case 'deliver':
			return `deliver ${effect.path} ${effect.what}`;
		case 'privilege':
			return `privilege ${effect.how}`;
		case 'opaque':
			return 'opaque';
	}
}
