import { shownMoment } from './shown-moment.ts';

interface MomentProps {
	readonly at: string;
	/** The moment that is shown before this one. */
	readonly after?: string;
}

/** A point in time: the clock time, and the day if it differs from today or from the day of the previous moment. */
export function Moment({ at, after }: MomentProps) {
	return (
		<time dateTime={at} title={at}>
			{shownMoment(at, after === undefined ? new Date() : new Date(after))}
		</time>
	);
}
