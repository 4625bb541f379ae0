import { shownMoment } from './shown-moment.ts';

interface MomentProps {
	readonly at: string;
	/** A moment that is shown before it. */
	readonly after?: string;
}

/** A point in time: the clock time, with the day if it is not today, or not the day of the moment before it. */
export function Moment({ at, after }: MomentProps) {
	return (
		<time dateTime={at} title={at}>
			{shownMoment(at, after === undefined ? new Date() : new Date(after))}
		</time>
	);
}
