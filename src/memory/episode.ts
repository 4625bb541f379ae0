import type { RunRequest } from '../core/index.ts';
import { codeSpan, minuteOf, oneLine } from './day-file.ts';

/** The request, the tools and the response of a run. */
export interface Episode {
	/** ISO 8601. */
	readonly at: string;
	readonly request: RunRequest;
	readonly tools: readonly { readonly name: string; readonly preview: string; readonly outcome: string }[];
	readonly response: string;
}

/** One entry of a day's episodes (Wolffish, The Agent Pipeline: hippocampus). */
export function episodeText({ at, request, tools, response }: Episode): string {
	const calls = tools.map(({ name, preview, outcome }) => {
		const args = preview === '' ? '' : ` ${codeSpan(oneLine(preview, 120))}`;
		return `${name}${args} (${outcome})`;
	});
	return [
		`## ${minuteOf(at)} — ${oneLine(request.task, 80)}`,
		'',
		`- **User**: @${request.actor.login} on #${request.thread}: ${oneLine(request.task, 500)}`,
		`- **Tools**: ${calls.length === 0 ? 'none' : calls.join(', ')}`,
		`- **Response**: ${oneLine(response, 200)}`,
		'',
	].join('\n');
}
