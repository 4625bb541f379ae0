import {
	type Bounds,
	type Effect,
	forgeWrites,
	type GateContext,
	type Grant,
	hasTrait,
	type Mode,
} from '../core/index.ts';
import { isWithin } from './asks.ts';
import { modeOf } from './contained.ts';
import { isOrdinaryEdit } from './ordinary-edit.ts';
import { type Opinion, opinion, type Subject } from './part.ts';
import { skippedRule } from './skipped-patterns.ts';

/**
 * Returns a block for each effect that mode `plan` does not allow (leashd, Safety Pipeline: modes). It allows only reading, and answers in
 * the run's own thread.
 */
export function judgeMode(subject: Subject, context: GateContext): readonly Opinion[] {
	if (modeOf(context) !== 'plan') return [];
	return subject.parts.flatMap((part) =>
		part.effects
			.filter((effect) => !isPlannable(effect))
			.map((effect) => {
				const reason =
					'The run is in mode `plan`: it reads and answers, and changes nothing. Describe what you would do.';
				return opinion(
					'grant',
					'block',
					{ rule: 'mode: plan', reason, risk: 'low', evidence: part.text.slice(0, 300) },
					effect,
				);
			}),
	);
}

function isPlannable(effect: Effect): boolean {
	if (effect.kind === 'forge.write') return forgeWrites[effect.what].isAnswer && effect.target === 'own';
	return hasTrait(effect, 'reads', 'again', 'once');
}

/** The context of the call, and a function that says whether standing approvals cover an opinion. */
interface Granting extends GateContext {
	readonly isAnswered: (opinion: Opinion) => boolean;
}

/**
 * Turns `confirm` into `allow` if modes, grants and standing approvals cover every opinion that needs approval. It never changes a block.
 * Returns the opinion that records the grant.
 */
export function grantFor(opinions: readonly Opinion[], subject: Subject, context: Granting): Opinion | undefined {
	const asked = opinions.filter((one) => one.decision === 'confirm');
	if (asked.length === 0 || opinions.some((one) => one.decision === 'block')) return undefined;
	const asking = asked.filter((one) => !context.isAnswered(one));
	const [modes, granted] = [modeGrants(context), context.grants.filter((grant) => grant.kind !== 'mode')];
	// If `setup` is among the grants, they come before modes. The verdict then names the configuration that maintainers wrote.
	const covers = granted.some((grant) => grant.kind === 'setup') ? [...granted, ...modes] : [...modes, ...granted];
	const used = new Set<Grant>();
	for (const one of asking) {
		const grant = covers.find((candidate) => isCovered(one, subject, { grant: candidate, facts: context.facts }));
		if (grant === undefined) return undefined;
		used.add(grant);
	}
	const names = [...(asking.length < asked.length ? ['always'] : []), ...[...used].map(nameOf)];
	const evidence = asked.map((one) => one.rule).join(', ');
	return opinion('grant', 'allow', {
		rule: names.join(', '),
		reason: `Already approved for this run: ${names.join(', ')}.`,
		risk: 'low',
		evidence,
	});
}

/** A grant, and the facts about the checkout. */
interface Covering extends Pick<GateContext, 'facts'> {
	readonly grant: Grant;
}

/** Whether a mode replaces some approvals. */
const answersItself: Readonly<Record<Mode, boolean>> = {
	plan: false,
	default: false,
	edit: true,
	contained: true,
	auto: true,
};

function modeGrants(context: GateContext): readonly Grant[] {
	const mode = modeOf(context);
	return answersItself[mode] ? [{ kind: 'mode', mode }] : [];
}

function isCovered(one: Opinion, subject: Subject, { grant, facts }: Covering): boolean {
	switch (grant.kind) {
		case 'blanket':
		case 'setup':
			return true;
		case 'tool':
			return grant.tool === subject.tool && (grant.rule ?? one.rule) === one.rule && isWithin(one, subject, grant);
		case 'mode':
			// A pattern that cannot be used may be meant to block, and no mode changes a block.
			if (one.rule === skippedRule) return false;
			// A mode covers rules that apply in every repository. The repository's own rules need a person.
			if (one.isOwn === true) return false;
			// If a rule names approvers, they must decide. Only mode `auto` works without them.
			if (one.approvers !== undefined && grant.mode !== 'auto') return false;
			return grant.mode === 'auto' || isOrdinaryEdit(one, subject, facts);
	}
}

function nameOf(grant: Grant): string {
	if (grant.kind === 'mode') return `mode: ${grant.mode}`;
	if (grant.kind === 'setup') return 'setup';
	return grant.kind === 'blanket'
		? `everything, by @${grant.by.login}`
		: `${grant.tool}${grant.rule === undefined ? '' : ` under ${grant.rule}`}${boundsOf(grant)}, by @${grant.by.login}`;
}

function boundsOf({ hosts = [], classes = [] }: Bounds): string {
	const names = [...hosts, ...classes];
	return names.length === 0 ? '' : ` for ${names.join(' and ')}`;
}
