import type { ModelRequest, Usage } from '../core/index.ts';

/** Tokens of a request and a reply by their size, for servers that count nothing: a cap on tokens must hold for them, too. */
export function estimateUsage(request: ModelRequest): (reply: string) => Usage {
	return (reply) => ({ input: tokens(promptText(request)), output: tokens(reply), cached: 0 });
}

/** A rough count, rather too high: four bytes of English are a token, of code three. */
export function tokens(text: string): number {
	return Math.ceil(Buffer.byteLength(text) / 3);
}

export function promptText({ system, tools, messages }: ModelRequest): string {
	const said = messages.map((message) => (message.role === 'assistant' ? message.raw : message));
	return JSON.stringify([system, tools, said]);
}
