import type { ModelRequest, Usage } from '../core/index.ts';

/**
 * Estimates the tokens of a request and a reply from their size. It is for servers that report no usage, because a limit on tokens must
 * apply to them, too.
 */
export function estimateUsage(request: ModelRequest): (reply: string) => Usage {
	return (reply) => ({ input: tokens(promptText(request)), output: tokens(reply), cached: 0 });
}

/** A rough estimate that is usually too high. It assumes three bytes for each token. English has about four, and code three. */
export function tokens(text: string): number {
	return Math.ceil(Buffer.byteLength(text) / 3);
}

export function promptText({ system, tools, messages }: ModelRequest): string {
	const said = messages.map((message) => (message.role === 'assistant' ? message.raw : message));
	return JSON.stringify([system, tools, said]);
}
