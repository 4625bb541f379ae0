import { counted } from './markdown.ts';

/** Returns how long something has waited: `90 minutes`. It uses the largest unit whose number is at least two. */
export function waitedFor(milliseconds: number): string {
	const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
	if (minutes < 120) return counted(minutes, 'minute');
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day');
}

/** Returns a duration such as `5 h 12 min`, `3 d 2 h` or `40 s`. */
export function shortDuration(milliseconds: number): string {
	const seconds = Math.max(0, Math.round(milliseconds / 1000));
	const [days, hours, minutes] = [
		Math.floor(seconds / 86_400),
		Math.floor(seconds / 3600) % 24,
		Math.floor(seconds / 60) % 60,
	];
	if (days > 0) return `${days} d ${hours} h`;
	if (hours > 0) return `${hours} h ${minutes} min`;
	return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}

const units = [
	[86_400_000, 'day'],
	[3_600_000, 'hour'],
	[60_000, 'minute'],
	[1000, 'second'],
] as const;

/** Returns `in 24 hours`, `in 90 minutes` or `in 3 days`. It uses the largest unit whose number is at least two and almost whole. */
export function timeLeft(milliseconds: number): string {
	const [size, noun] = units.find(([size]) => milliseconds >= 2 * size && isNearlyWhole(milliseconds / size)) ?? [
		1000,
		'second',
	];
	const count = Math.max(0, Math.round(milliseconds / size));
	return `in ${count} ${noun}${count === 1 ? '' : 's'}`;
}

function isNearlyWhole(count: number): boolean {
	return Math.abs(count - Math.round(count)) <= count / 100;
}
