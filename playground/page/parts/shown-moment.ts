const clock = new Intl.DateTimeFormat('en', {
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

/** Returns a moment for people, in their time zone. */
export function shownMoment(at: string, now: Date): string {
	const moment = new Date(at);
	if (Number.isNaN(moment.getTime())) return 'unknown time';
	const time = clock.format(moment);
	return day.format(moment) === day.format(now) ? time : `${day.format(moment)}, ${time}`;
}

/** Returns a duration for people. */
export function shownDuration(milliseconds: number): string {
	if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
	if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
	return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}
