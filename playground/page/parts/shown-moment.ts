const clock = new Intl.DateTimeFormat('en', {
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

/** Returns a moment for people, in their time zone. The day is left out if it is the day of `beside`. */
export function shownMoment(at: string, beside: Date): string {
	const moment = new Date(at);
	if (Number.isNaN(moment.getTime())) return 'unknown time';
	const time = clock.format(moment);
	return isSameDay(moment, beside) ? time : `${day.format(moment)}, ${time}`;
}

function isSameDay(one: Date, other: Date): boolean {
	return !Number.isNaN(other.getTime()) && day.format(one) === day.format(other);
}

/** Returns a duration for people. */
export function shownDuration(milliseconds: number): string {
	if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
	if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
	return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}
