import type { ReportView } from '../report-view.ts';
import { type Html, html } from './html.ts';

/** The repository's address and the start of a run, which links and times need. */
export type RunContext = Pick<ReportView, 'home' | 'began'>;

const months = 'January February March April May June July August September October November December'.split(' ');

/** Returns a time such as `21 November 2026, 12:00 UTC`, for events that are not shown relative to the start. */
export function fullTime(at: string): Html {
	const [, year, month, day = '', clock] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(at) ?? [];
	const name = months[Number(month) - 1];
	if (year === undefined || name === undefined) return html`unknown time`;
	return timeElement(at, `${Number(day)} ${name} ${year}, ${clock} UTC`);
}

/** Returns the time since the start of the run, such as `+5 h 12 min`. */
export function offset(at: string, began: string): Html {
	const time = sinceStart(at, began);
	return time === undefined ? html`unknown time` : timeElement(at, time === '' ? 'start' : `+${time}`);
}

/** Returns words such as `5 h 12 min after the start`. */
export function afterStart(at: string, began: string): Html {
	const time = sinceStart(at, began);
	if (time === undefined) return html`at an unknown time`;
	return timeElement(at, time === '' ? 'at the start' : `${time} after the start`);
}

/** Returns the time since the start. Empty for the start itself, and undefined if a time cannot be read. */
function sinceStart(at: string, began: string): string | undefined {
	const milliseconds = Date.parse(at) - Date.parse(began);
	if (!Number.isFinite(milliseconds) || !iso.test(at)) return undefined;
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	if (seconds === 0) return '';
	return seconds < 60 ? `${seconds} s` : took(1000 * seconds);
}

const iso = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/;

/** Returns words about a time. The exact time is in an attribute for programs, and appears when the reader points at the words. */
function timeElement(at: string, words: string): Html {
	const [, day, clock] = iso.exec(at) ?? [];
	if (day === undefined || clock === undefined) return html`unknown time`;
	return html`<time datetime="${day}T${clock}Z" title="${day} ${clock} UTC">${words}</time>`;
}

/** Returns a duration such as `340 ms`, `4.2 s`, `17 s`, `2 min 5 s` or `5 h 12 min`. */
export function took(milliseconds: number): string {
	if (!Number.isFinite(milliseconds)) return 'unknown';
	const ms = Math.max(0, Math.round(milliseconds));
	if (ms < 1000) return `${ms} ms`;
	if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
	if (ms < 59_500) return `${Math.round(ms / 1000)} s`;
	const seconds = Math.round(ms / 1000);
	const parts = [
		[Math.floor(seconds / 86_400), 'd'],
		[Math.floor(seconds / 3600) % 24, 'h'],
		[Math.floor(seconds / 60) % 60, 'min'],
		[seconds % 60, 's'],
	] as const;
	const first = parts.findIndex(([count]) => count > 0);
	return parts
		.slice(first, first + 2)
		.filter(([count]) => count > 0)
		.map(([count, unit]) => `${count} ${unit}`)
		.join(' ');
}

/** Returns a number such as `12,345`, independent of the machine's language. */
export function grouped(count: number): string {
	return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Returns a size such as `980 bytes`, `12 kB` or `9.8 MB`. */
export function size(bytes: number): string {
	if (bytes < 1000) return `${bytes} bytes`;
	return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
