import type { Effect, Facts } from '../core/index.ts';
import type { Opinion, Subject } from './part.ts';
import { byRule, evidenceOf } from './policy.ts';
import type { Policy } from './rule.ts';
import { firstMatch } from './rule-matches.ts';

type Deliver = Extract<Effect, { kind: 'deliver' }>;

/**
 * Applies the write and delete rules of the repository and of the organization to the files that a delivery changes. In the sandbox any
 * program may have written these files, and no rule has checked that yet.
 */
export function judgeDelivered(subject: Subject, policies: readonly Policy[], facts: Facts): readonly Opinion[] {
	const own = policies.filter(({ isOwn }) => isOwn === true);
	return subject.parts.flatMap((part) =>
		part.effects.flatMap((effect) => {
			if (effect.kind !== 'deliver') return [];
			return own.flatMap((policy) => {
				const rule = firstMatch(policy, { subject, part, effect: changeOf(effect), facts });
				if (rule === undefined || rule.decision === 'allow' || rule.tools !== undefined) return [];
				return [byRule(rule, policy, evidenceOf(part, effect), effect)];
			});
		}),
	);
}

function changeOf({ path, change }: Deliver): Effect {
	return change === 'deleted' ? { kind: 'delete', path, recursive: false } : { kind: 'write', path };
}
