import type { OpenAI } from 'openai';
import type {
	ChatCompletionCreateParamsStreaming,
	ChatCompletionMessageParam,
	ChatCompletionTool,
} from 'openai/resources/chat/completions';
import {
	type Chunk,
	type Model,
	type ModelRequest,
	providers,
	type ToolCall,
	type ToolDefinition,
} from '../core/index.ts';
import { callNames } from './call-ids.ts';
import { estimateUsage } from './estimate-usage.ts';
import { openAiIdentity, ShownSecrets } from './identity.ts';
import { impatientFetch } from './impatient-fetch.ts';
import { brokenOff, readPart } from './model-failure.ts';
import { asOpenAiFailure, missingOpenAiKey } from './openai-errors.ts';
import { OpenAiReply } from './openai-reply.ts';
import type { ProviderOptions } from './provider-options.ts';
import { historyFor, type Told } from './told-history.ts';

/**
 * A model of the chat completions API that OpenAI, Azure, OpenRouter and vLLM share. A missing key becomes an error when the model is first
 * asked. Your own server may need no key.
 */
export function openAiModel(options: ProviderOptions): Model {
	const id = `openai:${options.name}`;
	const { openaiIdentity: identity, fetch = globalThis.fetch } = options;
	if (identity === undefined) return { id, stream: (request) => streamReply(id, options, request) };
	const shown = new ShownSecrets();
	const own = { identity: openAiIdentity({ ...identity, token: shown.of(identity.token) }), shown };
	const noted = { ...options, fetch: shown.in(fetch) };
	return { id, stream: (request) => streamReply(id, noted, request, own) };
}

/** Why a model with these options cannot be asked. */
export function openAiTrouble(access: Pick<ProviderOptions, 'apiKey' | 'baseUrl' | 'openaiIdentity'>) {
	const { apiKey = '', baseUrl = '', openaiIdentity } = access;
	return apiKey === '' && baseUrl === '' && openaiIdentity === undefined ? missingOpenAiKey() : undefined;
}

/** The credential that a job sends instead of a key. */
interface Shown {
	readonly identity: ReturnType<typeof openAiIdentity>;
	readonly shown: ShownSecrets;
}

async function* streamReply(
	id: string,
	options: ProviderOptions,
	request: ModelRequest,
	own?: Shown,
): AsyncGenerator<Chunk> {
	const { apiKey = '' } = options;
	const trouble = openAiTrouble(options);
	if (trouble !== undefined) throw trouble;
	// Loaded only when it is used. The SDK is large, and most runs use another provider.
	const sdk = await import('openai');
	const reply = new OpenAiReply(callNames(request.messages), estimateUsage(request));
	try {
		const params = toParams(id, options, request);
		for await (const chunk of await openClient(sdk.OpenAI, options, own?.identity).chat.completions.create(params)) {
			const text = readPart(() => reply.take(chunk));
			if (text !== undefined) yield text;
		}
	} catch (thrown) {
		throw asOpenAiFailure(thrown, own?.shown.all(apiKey) ?? [apiKey], sdk);
	}
	if (!reply.ended) throw brokenOff();
	yield* readPart(() => reply.end());
}

/**
 * Creates the client. It sets every option that the SDK would otherwise read from the environment. Each request contains the query of the
 * base URL, such as Azure's `api-version`.
 */
function openClient(
	Client: typeof OpenAI,
	{ apiKey = '', baseUrl, fetch, ...options }: ProviderOptions,
	workloadIdentity?: Shown['identity'],
): OpenAI {
	const url = new URL(baseUrl || providers.openai.url.usual);
	const query = Object.fromEntries(url.searchParams);
	url.search = '';
	return new Client({
		...(workloadIdentity === undefined ? { apiKey: apiKey || 'none' } : { apiKey: null, workloadIdentity }),
		adminAPIKey: null,
		organization: null,
		project: null,
		webhookSecret: null,
		baseURL: url.href.replace(/\/$/, ''),
		defaultQuery: query,
		// Azure deployments read this header and not the bearer token.
		...(url.hostname.endsWith('.azure.com') ? { defaultHeaders: { 'api-key': apiKey } } : {}),
		maxRetries: options.maxRetries ?? 3,
		logLevel: 'off',
		fetch: impatientFetch(fetch ?? globalThis.fetch, options.maxWaitSeconds),
	});
}

/** The body of a request. A later request never changes the part that an earlier one sent, so the provider's prefix cache works. */
function toParams(
	id: string,
	{ name, maxTokens }: ProviderOptions,
	request: ModelRequest,
): ChatCompletionCreateParamsStreaming {
	return {
		model: name,
		stream: true,
		stream_options: { include_usage: true },
		...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
		...(request.tools.length > 0 ? { tools: request.tools.map(toTool) } : {}),
		...(request.tools.length > 0 && request.closing ? { tool_choice: 'none' as const } : {}),
		messages: [
			{ role: 'system', content: request.system },
			...historyFor(id, request.messages).flatMap((told) => toMessages(told)),
		],
	};
}

function toTool({ name, description, parameters }: ToolDefinition): ChatCompletionTool {
	return { type: 'function', function: { name, description, parameters: { ...parameters } } };
}

function toMessages(told: Told): readonly ChatCompletionMessageParam[] {
	switch (told.kind) {
		case 'user':
			return [{ role: 'user', content: told.text }];
		case 'own':
			return [JSON.parse(told.raw) as ChatCompletionMessageParam];
		case 'foreign':
			return [foreignMessage(told.text, told.calls)];
		case 'results':
			return told.results.map(({ callId, ok, text }) => ({
				role: 'tool',
				tool_call_id: callId,
				content: ok ? text : `[This call did not succeed.]\n${text}`,
			}));
	}
}

function foreignMessage(text: string, calls: readonly ToolCall[]): ChatCompletionMessageParam {
	if (calls.length === 0) return { role: 'assistant', content: text };
	return {
		role: 'assistant',
		content: text === '' ? null : text,
		tool_calls: calls.map(({ id, name, args }) => ({
			id,
			type: 'function',
			function: { name, arguments: JSON.stringify(args) },
		})),
	};
}
