import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { ListedTool } from './read-tools.ts';

/** A part of a result, as a model sees it. */
export type Block =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'image' | 'audio' | 'link' | 'file'; readonly what: string };

/** The result of a call. */
export interface CallResult {
	readonly blocks: readonly Block[];
	readonly structured: JsonObject | undefined;
	readonly failed: boolean;
}

/** One page of a list. */
export interface ToolPage {
	readonly tools: readonly ListedTool[];
	readonly next: string | undefined;
}

const mostBlocks = 1_000;
const mostListed = 1_000;
const longestListedName = 256;

/**
 * Reads the answer to `tools/call`. It does not use the SDK's schemas, because they keep an error per alternative for every element. That
 * needs about a thousand times the size of the answer.
 * @throws Error for the first part that the protocol does not know.
 */
export function readCallResult(answer: unknown): CallResult {
	const { content = [], structuredContent, isError } = objectOf(answer, 'the result');
	if (structuredContent !== undefined && !isJsonObject(structuredContent))
		throw wrong('`structuredContent`', 'an object');
	if (isError !== undefined && typeof isError !== 'boolean') throw wrong('`isError`', 'true or false');
	const blocks = listOf(content, 'content', mostBlocks).map((block, index) => blockOf(block, `\`content[${index}]\``));
	return { blocks, structured: structuredContent, failed: isError === true };
}

/** Reads the answer to `tools/list`. @throws Error as {@link readCallResult} */
export function readToolPage(answer: unknown): ToolPage {
	const { tools, nextCursor } = objectOf(answer, 'the result');
	if (nextCursor !== undefined && typeof nextCursor !== 'string') throw wrong('`nextCursor`', 'text');
	return {
		tools: listOf(tools, 'tools', mostListed).map((tool, index) => listedTool(tool, `tools[${index}]`)),
		next: nextCursor,
	};
}

function listedTool(value: JsonValue, place: string): ListedTool {
	const tool = objectOf(value, `\`${place}\``);
	const name = textField(tool, 'name', place);
	if (name.length > longestListedName) throw wrong(`\`${place}.name\``, `at most ${longestListedName} characters`);
	const description = tool['description'] === undefined ? '' : textField(tool, 'description', place);
	const parameters = objectOf(tool['inputSchema'], `\`${place}.inputSchema\``);
	if (parameters['type'] !== 'object') throw wrong(`\`${place}.inputSchema.type\``, '"object"');
	return { name, description, parameters };
}

const blocksByType: Readonly<Record<string, (block: JsonObject, place: string) => Block>> = {
	text: (block, place) => ({ kind: 'text', text: textField(block, 'text', place) }),
	image: (block, place) => ({ kind: 'image', what: textField(block, 'mimeType', place) }),
	audio: (block, place) => ({ kind: 'audio', what: textField(block, 'mimeType', place) }),
	resource_link: (block, place) => ({ kind: 'link', what: textField(block, 'uri', place) }),
	resource: (block, place) => {
		const resource = objectOf(block['resource'], `${place}.resource`);
		return resource['text'] === undefined
			? { kind: 'file', what: textField(resource, 'uri', place) }
			: { kind: 'text', text: textField(resource, 'text', place) };
	},
};

function blockOf(value: JsonValue, place: string): Block {
	const block = objectOf(value, place);
	const type = textField(block, 'type', place);
	const read = Object.hasOwn(blocksByType, type) ? blocksByType[type] : undefined;
	if (read === undefined) throw wrong(`the type of ${place}`, Object.keys(blocksByType).join(', '));
	return read(block, place);
}

function listOf(value: JsonValue | undefined, name: string, most: number): readonly JsonValue[] {
	if (!Array.isArray(value)) throw wrong(`\`${name}\``, 'a list');
	if (value.length > most) throw wrong(`\`${name}\``, `at most ${most} long`);
	return value;
}

function objectOf(value: unknown, place: string): JsonObject {
	if (!isJsonObject(value as JsonValue)) throw wrong(place, 'an object');
	return value as JsonObject;
}

function textField(value: JsonObject, key: string, place: string): string {
	const text = value[key];
	if (typeof text !== 'string') throw wrong(`\`${key}\` of ${place}`, 'text');
	return text;
}

function wrong(place: string, expected: string): Error {
	return new Error(`${place} must be ${expected}`);
}
