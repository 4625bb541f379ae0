import type { LateChange } from '../../agent/index.ts';
import { type Forge, type Issue, type Opening, openingSchema } from '../../core/index.ts';
import { headerOf, type Stage } from '../stage.ts';

/** The text of an issue or pull request, as the requester saw it. */
export interface AsAsked {
	readonly issue: Issue;
	/** The parts that somebody changed after the run was requested. */
	readonly late: readonly LateChange[];
}

/**
 * Returns the first post of the thread, as it was when the run was requested. Threat: a maintainer starts a run, and a person with edit
 * rights changes the text of the issue one second later.
 */
export async function asAsked(issue: Issue, { state, ports }: Pick<Stage, 'state' | 'ports'>): Promise<AsAsked> {
	const { opening } = headerOf(state);
	if (opening === undefined) return { issue, late: [] };
	return over(issue, openingSchema.parse(JSON.parse(await ports.blobs.get(opening))), ports.forge);
}

async function over(issue: Issue, opening: Opening, forge: Pick<Forge, 'lateEdits'>): Promise<AsAsked> {
	const changed = (['title', 'body'] as const).filter((part) => !isSame(opening[part], issue[part]));
	if (changed.length === 0) return { issue, late: [] };
	const edits = await forge.lateEdits(issue.number);
	const late = changed.map((part): LateChange => ({ part, isKnown: opening[part] !== null, ...edits[part] }));
	return { issue: { ...issue, title: opening.title ?? '', body: opening.body ?? '' }, late };
}

/** Returns whether two texts are equal except for line endings, because an event and the API may use different ones. */
function isSame(then: string | null, now: string): boolean {
	return then?.replaceAll('\r\n', '\n') === now.replaceAll('\r\n', '\n');
}
