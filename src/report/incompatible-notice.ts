import { fenced, span } from './markdown.ts';

/** A run that another version made, as far as it can be told. */
export interface IncompatibleRun {
	readonly run: string;
	/** The ids that waited: `A1`, `A2`… */
	readonly pending: readonly string[];
	/** What was asked for; undefined where the journal does not say it as ours do. */
	readonly task: string | undefined;
}

/** What the thread is told of it: what waited, and what to write to be asked anew. */
export function incompatibleNotice({ run, pending, task }: IncompatibleRun): string {
	const ids = pending.map((id) => span(id)).join(', ');
	const waited =
		pending.length === 0
			? 'Nothing waited for an answer.'
			: `It waited for ${ids}: answers to that have no effect now.`;
	return [
		'### Made by another version',
		`The run ${span(run)} was saved by a version of Countersign whose journal this one cannot read. It stops here, and no step of it runs again. ${waited}`,
		'To start it again, write a new comment:',
		fenced(`/agent ${task ?? 'what to do'}`, ''),
	].join('\n\n');
}
