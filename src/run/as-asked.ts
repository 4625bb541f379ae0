import type { LateChange } from '../agent/index.ts';
import { type Forge, type Issue, type Opening, openingSchema } from '../core/index.ts';
import { headerOf, type Stage } from './stage.ts';

/** An issue or pull request as the task's words belong to it. */
export interface AsAsked {
	readonly issue: Issue;
	/** What was changed after the run was asked for. */
	readonly late: readonly LateChange[];
}

/**
 * The thread's opening as it was when the run was asked for. Threat: whoever may edit it puts other words under a task that a maintainer
 * gave a second before.
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

/** An event and the API may end lines in two ways. */
function isSame(then: string | null, now: string): boolean {
	return then?.replaceAll('\r\n', '\n') === now.replaceAll('\r\n', '\n');
}
