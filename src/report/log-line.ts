import { spelledAgain } from './spelled.ts';

/**
 * Any text as one harmless line of a job's log. A model names tools, people write reasons, commands print what they like, and a line that
 * begins with `::` would be a command to the runner (GHSA-mfwh-5m23-j46w). What turns a line around or does not show is spelled out.
 */
export function logLine(text: string): string {
	const line = spelledAgain(text.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ')).trim();
	// The runner finds `##[command]` anywhere in a line, and `::command` at its start.
	return line.replaceAll('##[', '## [').replace(/^::/, ': :');
}
