import type { Effect, Facts } from '../core/index.ts';
import { type Opinion, opinion, type Part, type Subject } from './part.ts';

/** What no policy file can say, because it depends on this run: what it changed, and which branches are its own. */
export function judgeRunFacts(subject: Subject, facts: Facts, ownBranchPrefix: string | undefined): readonly Opinion[] {
	return subject.parts.flatMap((part) =>
		part.effects.flatMap((effect) => {
			const found = changedDefinition(effect, part, facts) ?? foreignForcePush(effect, part, ownBranchPrefix);
			return found === undefined ? [] : [found];
		}),
	);
}

/** The project's own test is trusted as the maintainers wrote it, not as the agent has just rewritten it. */
function changedDefinition(effect: Effect, part: Part, facts: Facts): Opinion | undefined {
	if (effect.kind !== 'exec.project' || !facts.changedInRun(effect.definedIn)) return undefined;
	const reason = `\`${effect.definedIn}\`, which defines \`${effect.script}\`, was changed in this run.`;
	return opinion(
		'effects',
		'confirm',
		{ rule: 'definition-changed', reason, risk: 'high', evidence: part.text.slice(0, 300) },
		effect,
	);
}

/** A run may rewrite its own branches if it is allowed to push at all, never somebody else's. */
function foreignForcePush(effect: Effect, part: Part, prefix: string | undefined): Opinion | undefined {
	if (prefix === undefined || effect.kind !== 'git.push' || !effect.force) return undefined;
	const branch = effect.ref.replace(/^:/, '');
	if (branch.startsWith(prefix) || branch === 'HEAD' || branch.includes('$')) return undefined;
	const reason = `Only branches under \`${prefix}\` may be force-pushed or deleted; use \`open_pull_request\` to deliver.`;
	return opinion(
		'effects',
		'block',
		{ rule: 'foreign-force-push', reason, risk: 'critical', evidence: part.text.slice(0, 300) },
		effect,
	);
}
