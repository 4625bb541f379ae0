import type { Anthropic, ClientOptions } from '@anthropic-ai/sdk';
import type {
	ContentBlockParam,
	MessageCreateParamsStreaming,
	MessageParam,
	Tool,
} from '@anthropic-ai/sdk/resources/messages';
import {
	type Chunk,
	type Model,
	type ModelRequest,
	providers,
	type ToolCall,
	type ToolDefinition,
} from '../core/index.ts';
import { asModelError, missingKey } from './anthropic-errors.ts';
import { AnthropicReply } from './anthropic-reply.ts';
import { callNames } from './call-ids.ts';
import { anthropicCredentials, ShownSecrets } from './identity.ts';
import { impatientFetch } from './impatient-fetch.ts';
import { brokenOff, readPart } from './model-failure.ts';
import type { ProviderOptions } from './provider-options.ts';
import { historyFor, type Told } from './told-history.ts';

/** The usual limit of a reply. A whole source file fits in one call, and every current model allows this value. */
const defaultMaxTokens = 32_000;
const cached = { cache_control: { type: 'ephemeral' } } as const;

/**
 * A model of Anthropic's Messages API. Each turn sends the whole conversation. A missing key becomes an error when the model is first
 * asked.
 */
export function anthropicModel(options: ProviderOptions): Model {
	const { anthropicIdentity: identity, baseUrl, fetch = globalThis.fetch } = options;
	const shown = new ShownSecrets();
	if (identity === undefined) return { id: idOf(options.name), stream: (request) => streamReply(options, request) };
	const noted = { ...options, fetch: shown.in(fetch) };
	const exchange = { baseURL: baseUrl || providers.anthropic.url.usual, fetch };
	const credentials = anthropicCredentials({ ...identity, token: shown.of(identity.token) }, exchange);
	return { id: idOf(options.name), stream: (request) => streamReply(noted, request, { credentials, shown }) };
}

function idOf(name: string): string {
	return `anthropic:${name}`;
}

/** The credential that a job sends instead of a key. */
interface Shown {
	readonly credentials: ReturnType<typeof anthropicCredentials>;
	readonly shown: ShownSecrets;
}

async function* streamReply(options: ProviderOptions, request: ModelRequest, own?: Shown): AsyncGenerator<Chunk> {
	const { apiKey = '' } = options;
	if (apiKey === '' && own === undefined) throw missingKey();
	const credential = own === undefined ? { apiKey } : { credentials: own.credentials };
	// Loaded only when it is used. The SDK is large, and the start of a run does not wait for it.
	const sdk = await import('@anthropic-ai/sdk');
	const reply = new AnthropicReply(callNames(request.messages));
	try {
		for await (const event of await openClient(sdk.Anthropic, options, credential).messages.create(
			toParams(options, request),
		)) {
			const chunk = readPart(() => reply.take(event));
			if (chunk !== undefined) yield chunk;
		}
	} catch (thrown) {
		throw asModelError(thrown, own?.shown.all(apiKey) ?? [apiKey], sdk);
	}
	if (!reply.ended) throw brokenOff();
}

/** Creates the client. It sets every option that the SDK would otherwise read from the environment. */
function openClient(
	Client: typeof Anthropic,
	{ baseUrl, fetch, maxRetries, maxWaitSeconds }: ProviderOptions,
	credential: Pick<ClientOptions, 'apiKey' | 'credentials'>,
): Anthropic {
	return new Client({
		...credential,
		webhookKey: null,
		baseURL: baseUrl || providers.anthropic.url.usual,
		maxRetries: maxRetries ?? 3,
		logLevel: 'off',
		fetch: impatientFetch(fetch ?? globalThis.fetch, maxWaitSeconds),
	});
}

/**
 * The request of one turn. Cache marks do not change any byte of earlier messages. One is on the last tool, and one on the system text;
 * both stay the same. One is on the request itself, where the provider applies it to "the last block of the conversation".
 */
function toParams({ name, maxTokens }: ProviderOptions, request: ModelRequest): MessageCreateParamsStreaming {
	return {
		model: name,
		max_tokens: maxTokens ?? defaultMaxTokens,
		stream: true,
		...cached,
		system: [{ type: 'text', text: request.system, ...cached }],
		...(request.tools.length > 0 ? { tools: toTools(request.tools) } : {}),
		...(request.tools.length > 0 && request.closing ? { tool_choice: { type: 'none' } } : {}),
		messages: historyFor(idOf(name), request.messages).map(toMessage),
	};
}

function toTools(tools: readonly ToolDefinition[]): Tool[] {
	return tools.map(({ name, description, parameters }, index) => ({
		name,
		description,
		input_schema: parameters as unknown as Tool.InputSchema,
		...(index === tools.length - 1 ? cached : {}),
	}));
}

function toMessage(told: Told): MessageParam {
	switch (told.kind) {
		case 'user':
			return { role: 'user', content: [{ type: 'text', text: told.text }] };
		case 'own':
			return { role: 'assistant', content: JSON.parse(told.raw) as ContentBlockParam[] };
		case 'foreign':
			return { role: 'assistant', content: foreignBlocks(told.text, told.calls) };
		case 'results':
			return {
				role: 'user',
				content: told.results.map(({ callId, ok, text }) => ({
					type: 'tool_result',
					tool_use_id: callId,
					content: [{ type: 'text', text }],
					...(ok ? {} : { is_error: true }),
				})),
			};
	}
}

/** The blocks of another model's message. The provider refuses a text block without a visible character. */
function foreignBlocks(text: string, calls: readonly ToolCall[]): ContentBlockParam[] {
	const said: readonly ContentBlockParam[] = text.trim() === '' ? [] : [{ type: 'text', text }];
	return [...said, ...calls.map(({ id, name, args }) => ({ type: 'tool_use' as const, id, name, input: args }))];
}
