/** Returns a time for people: `2026-11-21 12:00 UTC`. The argument is ISO 8601 in UTC. */
export function minuteOf(at: string): string {
	return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Returns the UTC day of a time, `2026-11-21`. */
export function utcDay(at: Date): string {
	return at.toISOString().slice(0, 10);
}
