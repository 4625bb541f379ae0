import { fenced, span } from '../text/markdown.ts';

/** The known facts about a run that another version of Countersign started. */
export interface IncompatibleRun {
	readonly run: string;
	/** The ids that waited: `A1`, `A2`… */
	readonly pending: readonly string[];
	/** The task. Undefined if the journal does not contain it in our format. */
	readonly task: string | undefined;
}

/** Returns the comment about such a run: what waited, and how to start the run again. */
export function incompatibleNotice({ run, pending, task }: IncompatibleRun): string {
	const ids = pending.map((id) => span(id)).join(', ');
	const waited =
		pending.length === 0
			? 'Nothing waited for an answer.'
			: `It waited for an answer to ${ids}. Such an answer has no effect now.`;
	return [
		'### Made by another version',
		`Another version of Countersign saved the run ${span(run)}, and this version cannot read its journal. The run stops here. ${waited}`,
		'To start it again, write a new comment:',
		fenced(`/agent ${task ?? 'what to do'}`, ''),
	].join('\n\n');
}
