import { type Html, html } from './html.ts';

/** `2026-11-21 12:00:05 UTC`, as an element that says it for machines, too. */
export function time(at: string): Html {
	const [, day, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(at) ?? [];
	if (day === undefined || clock === undefined) return html`a time that is not known`;
	return html`<time datetime="${day}T${clock}Z">${day} ${clock} UTC</time>`;
}

/** `340 ms`, `4.2 s`, `2 min 5 s`, `5 h 12 min`. */
export function took(milliseconds: number): string {
	const ms = Math.max(0, Math.round(milliseconds));
	if (ms < 1000) return `${ms} ms`;
	if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
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

/** `12,345`, wherever the page is made. */
export function grouped(count: number): string {
	return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `980 bytes`, `12 kB`, `9.8 MB`. */
export function size(bytes: number): string {
	if (bytes < 1000) return `${bytes} bytes`;
	return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
