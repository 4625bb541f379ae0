import type { ContextReport, Message, Usage } from '../../core/index.ts';
import { type Columns, counted, fenced, tableHead, tableLine } from '../text/markdown.ts';

/** The beginning of the conversation with the model. */
export interface BeginningView {
	readonly system: string;
	readonly user: string;
	/** JSON. */
	readonly tools: string;
	/** Missing in older runs. */
	readonly report?: ContextReport;
}

/** One request to the model: the messages that the request before it did not contain, and the reply. */
export interface RequestView {
	readonly number: number;
	/** The time of the reply. ISO 8601. */
	readonly at: string;
	readonly model: string;
	readonly usage: Usage;
	/** Empty for the first request, which contains only the beginning. */
	readonly added: readonly Message[];
	readonly reply: string;
	/** The calls of the reply, by name, with their arguments as JSON. */
	readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[];
}

/**
 * Returns the beginning of the conversation, with the report about its sources. People read it to explain what the model did (Wolffish, The
 * Agent Pipeline: debug snapshot).
 */
export function beginningSnapshot({ system, user, tools, report }: BeginningView): string {
	const parts = [
		['System', system],
		['User', user],
		['Tools', tools],
	];
	return [
		...(report === undefined ? [] : [madeOf(report)]),
		...parts.map(([title, text]) => `# ${title}\n\n${text}\n`),
	].join('\n');
}

/** Returns the new messages of one request, and its reply. */
export function requestSnapshot({ number, at, model, usage, added, reply, calls }: RequestView): string {
	const begins =
		number === 1
			? 'It holds what `../context.md` shows.'
			: `It begins with every byte of request ${number - 1}, and adds what follows.`;
	return [
		`# Request ${number}\n`,
		`- **Model**: ${model}\n- **Answered**: ${at}`,
		`- **Tokens**: ${usage.input} in (${usage.cached} of them cached), ${usage.output} out\n`,
		`${begins}\n`,
		...added.map(addition),
		`## The reply\n\n${reply.trim() === '' ? '(no text)' : fenced(reply)}\n`,
		...calls.map(({ id, name, args }) => `### Call ${id}: ${name}\n\n${fenced(args, 'json')}\n`),
	].join('\n');
}

function addition(message: Message): string {
	if (message.role === 'user') return `## User\n\n${fenced(message.text)}\n`;
	if (message.role === 'assistant')
		return `## What the model had said, as it was sent back\n\n${fenced(message.raw)}\n`;
	const results = message.results.map(
		({ callId, ok, text }) => `### ${callId}: ${ok ? 'done' : 'failed'}\n\n${fenced(text)}\n`,
	);
	return [`## Results\n`, ...results].join('\n');
}

const spendingColumns: Columns<ContextReport['spending'][number]> = [
	['Part', ({ category }) => category],
	['Share', ({ share }) => String(share), '--:'],
	['Used', ({ spent }) => String(spent), '--:'],
];
const sourceColumns: Columns<ContextReport['sources'][number]> = [
	['Source', ({ source }) => source],
	['Part', ({ category }) => category],
	['Score', ({ score }) => score.toFixed(2), '--:'],
	['Tokens', ({ tokens }) => String(tokens), '--:'],
	['In', ({ shown }) => (shown ? 'yes' : '**no**')],
	['Why', ({ why }) => why],
];

function madeOf({ budget, bytesPerToken, keywords, spending, sources }: ContextReport): string {
	const left = sources.filter(({ shown }) => !shown).length;
	return [
		'# What this context is made of\n',
		`Tokens are estimates: ${bytesPerToken} bytes each. The budget is ${budget}; what one part leaves, others may use.\n`,
		tableHead(spendingColumns),
		...spending.map((row) => tableLine(spendingColumns, row)),
		`\nRelevance is the share of these keywords that a text holds: ${keywords.join(', ') || 'none'}.\n`,
		tableHead(sourceColumns),
		...sources.map((row) => tableLine(sourceColumns, row)),
		`\n${left === 0 ? 'Nothing was' : `${counted(left, 'source')} of them ${left === 1 ? 'was' : 'were'}`} left out.\n`,
	].join('\n');
}
