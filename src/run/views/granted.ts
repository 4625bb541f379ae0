import type { GrantRow } from '../../report/index.ts';
import type { StandingGrant } from '../state/asked-state.ts';
import { approvedPlan } from '../state/plan.ts';
import { modeOf } from '../state/pull-state.ts';
import type { State } from '../state/state.ts';

/** Returns the grants for the rest of the run, as people see them. */
export function grantRows({ asked }: Pick<State, 'asked'>): readonly GrantRow[] {
	return asked.grants.map(({ grant, id }) => ({ id, by: grant.by.login, what: wordsFor(grant) }));
}

/** Returns the approvals for more than one step: the approved plan, and the grants for the run. */
export function inForce(state: State): readonly GrantRow[] {
	const plan = approvedPlan(state);
	// If the plan can no longer be carried out, the run is in mode `plan`.
	const signed = plan === undefined || modeOf(state) === 'plan' ? [] : plan.signatures;
	const rows = signed.map(({ id, user: by }) => ({ id, by, what: `the plan, in mode ${modeOf(state)}` }));
	return [...rows, ...grantRows(state)];
}

function wordsFor(grant: StandingGrant['grant']): string {
	if (grant.kind === 'blanket') return 'everything that needs approval';
	const { tool, rule, hosts = [], classes = [] } = grant;
	if (rule === undefined) return `${tool} under every rule`;
	const names = [...hosts, ...classes];
	return `${tool} under rule ${rule}${names.length === 0 ? '' : `, only for ${names.join(' and ')}`}`;
}
