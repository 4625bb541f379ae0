import type { BenchState, TypedCall } from './bench-state.ts';
import { startState } from './bench-state.ts';
import { checkoutFault } from './checkout.ts';
import { modeNames, policyNames, toolNames } from './names.ts';
import type { BenchFile, Setting } from './question.ts';

/** The longest part of an address after `#`. Chats and mails often cut longer ones. */
export const longestAddress = 16_000;

const start = 'gate?';

/** Returns the part of the address after `#`. Undefined if the state is too long for an address. */
export function addressOf({ call, files, first, second }: BenchState): string | undefined {
	const values = new URLSearchParams();
	if (call.kind === 'command') values.set('command', call.command);
	else {
		values.set('tool', call.tool);
		values.set('args', call.args);
	}
	writeSetting(first, '', values);
	if (second !== undefined) writeSetting(second, '2', values);
	if (files !== startState.files) values.set('files', JSON.stringify(files));
	const text = start + values.toString();
	return text.length <= longestAddress ? text : undefined;
}

function writeSetting({ mode, policies, own }: Setting, suffix: string, values: URLSearchParams): void {
	values.set(`mode${suffix}`, mode);
	values.set(`policy${suffix}`, policies.join(','));
	if (own !== undefined) values.set(`own${suffix}`, own);
}

/** A part of the address that cannot be used. */
class AddressFault extends Error {}

/**
 * Reads the part of the address after `#`. Anybody can write an address, so an unknown part makes it invalid. Returns the reason for a
 * refusal, and undefined if the address has no state.
 */
export function readAddress(hash: string): BenchState | string | undefined {
	const text = hash.replace(/^#/, '');
	if (!text.startsWith(start)) return undefined;
	if (text.length > longestAddress) return `It has more than ${longestAddress.toLocaleString('en')} characters.`;
	try {
		return stateOf(new URLSearchParams(text.slice(start.length)));
	} catch (thrown) {
		if (thrown instanceof AddressFault) return thrown.message;
		throw thrown;
	}
}

const keys = [
	'command',
	'tool',
	'args',
	'files',
	...['', '2'].flatMap((suffix) => [`mode${suffix}`, `policy${suffix}`, `own${suffix}`]),
];

function stateOf(values: URLSearchParams): BenchState {
	for (const key of values.keys()) {
		if (!keys.includes(key)) throw new AddressFault(`Unknown key ${quoted(key)}.`);
		if (values.getAll(key).length > 1) throw new AddressFault(`It has the key ${quoted(key)} twice.`);
	}
	const hasSecond = ['mode2', 'policy2', 'own2'].some((key) => values.has(key));
	return {
		call: callOf(values),
		files: filesOf(values.get('files')),
		first: settingOf(values, ''),
		...(hasSecond && { second: settingOf(values, '2') }),
	};
}

function callOf(values: URLSearchParams): TypedCall {
	const [command, tool] = [values.get('command'), values.get('tool')];
	if (command !== null && tool !== null) throw new AddressFault('It has both a command and a tool.');
	if (tool === null) return { kind: 'command', command: command ?? '' };
	if (!toolNames.includes(tool)) throw new AddressFault(`Unknown tool ${quoted(tool)}.`);
	return { kind: 'tool', tool, args: values.get('args') ?? '{}' };
}

function settingOf(values: URLSearchParams, suffix: string): Setting {
	const given = values.get(`mode${suffix}`) ?? startState.first.mode;
	const mode = modeNames.find((one) => one === given);
	if (mode === undefined) throw new AddressFault(`Unknown mode ${quoted(given)}.`);
	const policies = (values.get(`policy${suffix}`) ?? 'default').split(',').filter((name) => name !== '');
	const unknown = policies.find((name) => !policyNames.includes(name));
	if (unknown !== undefined) throw new AddressFault(`Unknown policy ${quoted(unknown)}.`);
	const own = values.get(`own${suffix}`);
	return { mode, policies: [...new Set(policies)], ...(own !== null && { own }) };
}

function filesOf(text: string | null): readonly BenchFile[] {
	if (text === null) return startState.files;
	const value = parsed(text);
	if (!Array.isArray(value) || !value.every(isFile)) throw new AddressFault('Its list of files is not valid.');
	const files = value.map(({ path, text, changed }) => ({ path, text, ...(changed === true && { changed }) }));
	const fault = checkoutFault(files);
	if (fault !== undefined) throw new AddressFault(fault);
	return files;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The caller reports that the list is not valid.
		return undefined;
	}
}

function isFile(value: unknown): value is BenchFile {
	if (typeof value !== 'object' || value === null) return false;
	const { path, text } = value as Readonly<Record<string, unknown>>;
	return typeof path === 'string' && typeof text === 'string';
}

/** Returns a short quotation without invisible characters, which could make an address look like words of the page. */
function quoted(text: string): string {
	return JSON.stringify(text.slice(0, 40).replace(/[\p{C}\p{Z}]/gu, ' '));
}
