import { type DeliveryFacts, type EntryBody, firstNamed, type Verdict } from '../../core/index.ts';
import { headerOf, type Stage } from '../stage.ts';
import type { State } from '../state/state.ts';
import { deliveredOn } from '../views/started-checks.ts';
import { blocked } from './unjudgeable.ts';

const workflows = '.github/workflows/';

/**
 * Checks what this run's token can deliver. A run does this first, so the model does no useless work, and people get no useless request.
 */
export async function checkDelivery({ state, ports }: Stage): Promise<EntryBody> {
	const author = state.progress?.author;
	const branch = `countersign/${headerOf(state).request.thread}`;
	const facts = await ports.forge.deliveryFacts({ branch, ...(author === undefined ? {} : { author }) });
	const hasChecks = (await ports.workspace.paths()).some((path) => path.startsWith(workflows));
	const { starts_checks, ...others } = facts;
	return {
		type: 'delivery_checked',
		...others,
		...(starts_checks !== undefined && hasChecks && { starts_checks }),
	};
}

/** Returns what the model must know about the limits of the token. Empty if nothing prevents a delivery. */
export function deliverySentence({ changes_workflows, opens_pulls }: DeliveryFacts): string {
	return [
		...(changes_workflows === false
			? [
					`Nothing under \`${workflows}\` can be delivered, since this run's token may not change workflows: leave those files as they are, and say in words what to change there.`,
				]
			: []),
		...(opens_pulls === false
			? ['`open_pull_request` leaves a branch here, and a person opens the pull request from it.']
			: []),
	].join(' ');
}

/** Refuses a delivery that the token can never make, before anybody is asked. */
export function refusedUndeliverable(verdict: Verdict, facts: DeliveryFacts | undefined): Verdict | undefined {
	if (facts?.changes_workflows !== false || verdict.decision === 'block') return undefined;
	const paths = verdict.effects.flatMap((effect) => (effect.kind === 'deliver' ? [effect.path] : []));
	const held = [...new Set(paths)].filter((path) => path.toLowerCase().startsWith(workflows));
	if (held.length === 0) return undefined;
	const names = firstNamed(held.map((path) => `\`${path}\``));
	const reason = `This run's token may not change workflows, so ${names} cannot be delivered, and nobody is asked. Put them back as the base commit has them, deliver the rest, and say in words what to change there. ${wayOut(facts)}`;
	const refused = blocked('tools', 'workflow-not-deliverable', reason);
	return { ...refused, effects: verdict.effects, matches: [...refused.matches, ...verdict.matches] };
}

/**
 * Says what a maintainer can do. The bot gives no job a token that may change workflows, so with the bot, a person must make the change.
 */
function wayOut({ workflow_token: isWorkflowToken }: DeliveryFacts): string {
	return isWorkflowToken === true
		? 'A maintainer can give the action the token of an App with `workflows: write`.'
		: 'A maintainer can make this change.';
}

/** Says which buttons a person must press after a delivery. The sentence is for the pull request and for the model. */
export function leftAfterDelivery(facts: DeliveryFacts | undefined): string | undefined {
	if (facts?.starts_checks !== false) return undefined;
	return "What the workflow's own token opens may not start the checks by itself: if the pull request asks for it, press *Approve workflows to run*; if no check shows up, press *Close* and *Reopen*, or push an empty commit.";
}

/**
 * Returns delivery warnings for people. They say what prevents the delivery. Unless GitHub has said which checks started (`isAnswered`),
 * they also say which buttons a person must press.
 */
export function deliveryWarnings(state: State, isAnswered: boolean): readonly string[] {
	const { delivery } = state;
	// If the run only leaves a branch, a person opens the pull request. Then the checks start by themselves.
	const left = deliveredOn(state) !== undefined && !isAnswered ? leftAfterDelivery(delivery) : undefined;
	const kinds = delivery?.branch_rules ?? [];
	return [
		...(delivery?.opens_pulls === false
			? [
					'This run may not open pull requests: allow it under Settings → Actions → General → "Allow GitHub Actions to create and approve pull requests", or open the pull request from the branch that it leaves.',
				]
			: []),
		...(kinds.length === 0
			? []
			: [`Rules of this repository (${kinds.join(', ')}) may refuse the branch \`countersign/…\` of this run.`]),
		...(left === undefined ? [] : [left]),
	];
}
