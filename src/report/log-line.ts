/**
 * Any text as one harmless line of a job's log. A model names tools, people write reasons, commands print what they like, and a line that
 * begins with `::` would be a command to the runner (GHSA-mfwh-5m23-j46w).
 */
export function logLine(text: string): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	// The runner finds `##[command]` anywhere in a line, and `::command` at its start.
	return line.replaceAll('##[', '## [').replace(/^::/, ': :');
}
