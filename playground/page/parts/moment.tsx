import { shownMoment } from './shown-moment.ts';

/** A point in time: the clock time, with the day if it is not today. */
export function Moment({ at }: { readonly at: string }) {
	return (
		<time dateTime={at} title={at}>
			{shownMoment(at, new Date())}
		</time>
	);
}
