import { spelledAgain } from './spelled.ts';

/**
 * Returns any text as one harmless line of a job's log. Threat: models, people and commands choose some texts, and a line that begins with
 * `::` is a command to the runner (GHSA-mfwh-5m23-j46w). Characters that are invisible or reverse the text become visible codes (`\u{…}`).
 */
export function logLine(text: string): string {
	const line = spelledAgain(text.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ')).trim();
	// The runner finds `##[command]` anywhere in a line, and `::command` at its start.
	return line.replaceAll('##[', '## [').replace(/^::/, ': :');
}
