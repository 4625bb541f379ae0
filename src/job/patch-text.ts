import { createHash } from 'node:crypto';
import type { DeliveredFile, FileState } from '../core/index.ts';
import { rawHunks } from '../report/index.ts';
import { binaryLiteral } from './binary-patch.ts';

/** The parts of a commit that another person can apply. */
export interface Patch {
	readonly title: string;
	readonly body: string;
	readonly author: { readonly name: string; readonly email: string };
	readonly at: Date;
	/** The commit that the files are compared with. */
	readonly baseSha: string;
	readonly files: readonly DeliveredFile[];
}

/** Returns a patch for `git am`, as `git format-patch --binary --full-index` writes it. */
export function patchText({ title, body, author, at, baseSha, files }: Patch): string {
	const text = harmless(body);
	return [
		`From ${baseSha} Mon Sep 17 00:00:00 2001`,
		`From: ${encoded(author.name)} <${author.email}>`,
		`Date: ${at.toUTCString().replace('GMT', '+0000')}`,
		`Subject: [PATCH] ${encoded(oneLine(title))}`,
		'MIME-Version: 1.0',
		'Content-Type: text/plain; charset=UTF-8',
		'Content-Transfer-Encoding: 8bit',
		'',
		...(text === '' ? [] : [text, '']),
		'---',
		'',
		...files.flatMap(fileLines),
		'-- ',
		'countersign',
		'',
	].join('\n');
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim() || 'Changes';
}

/** Encodes a text for a mail's header. A header may contain only ASCII, so other texts are split into encoded words (RFC 2047). */
function encoded(text: string): string {
	if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text;
	const parts: string[] = [];
	for (const character of text) {
		const last = parts.at(-1) ?? '';
		if (last !== '' && Buffer.byteLength(last + character) <= 42) parts[parts.length - 1] = last + character;
		else parts.push(character);
	}
	return parts.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\n ');
}

/** Indents lines that git would read as the end of the message or of the mail (git, mailinfo.c and mailsplit.c). */
function harmless(body: string): string {
	const plain = body.replaceAll('\r\n', '\n').replaceAll(/[\0\r]/g, '');
	return plain.replaceAll(/^(?=>*From |---|diff -|Index: |-- $)/gm, ' ').trim();
}

function fileLines({ path, before, after }: DeliveredFile): readonly string[] {
	if (before !== undefined && after !== undefined && isLink(before) !== isLink(after))
		// If a file becomes a link, or a link a file, git writes this as a deletion and a creation.
		return [...fileLines({ path, before, after: undefined }), ...fileLines({ path, before: undefined, after })];
	const ids = `${idOf(before)}..${idOf(after)}`;
	const isSame = before?.mode === after?.mode;
	const modes =
		before === undefined
			? [`new file mode ${after?.mode}`]
			: after === undefined
				? [`deleted file mode ${before.mode}`]
				: isSame
					? []
					: [`old mode ${before.mode}`, `new mode ${after.mode}`];
	const index = isSame ? `index ${ids} ${after?.mode}` : `index ${ids}`;
	const heading = [`diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}`, ...modes];
	const content = contentLines({ path, before, after });
	return idOf(before) === idOf(after) ? heading : [...heading, index, ...content];
}

function contentLines({ path, before, after }: DeliveredFile): readonly string[] {
	const [old, young] = [patchableText(before), patchableText(after)];
	if (old === undefined || young === undefined)
		return ['GIT binary patch', ...binaryLiteral(bytesOf(after)), ...binaryLiteral(bytesOf(before))];
	const hunks = rawHunks(old, young);
	if (hunks.length === 0) return [];
	return [
		before === undefined ? '--- /dev/null' : `--- ${named(`a/${path}`)}`,
		after === undefined ? '+++ /dev/null' : `+++ ${named(`b/${path}`)}`,
		...hunks,
	];
}

/** Returns the content as text, or undefined if a diff in a mail would change it. For example, `git am` removes carriage returns. */
function patchableText(state: FileState | undefined): string | undefined {
	const bytes = bytesOf(state);
	const text = Buffer.from(bytes).toString('utf8');
	return /[\0\r]/.test(text) || !Buffer.from(text).equals(bytes) ? undefined : text;
}

function bytesOf(state: FileState | undefined): Uint8Array {
	return state?.bytes ?? new Uint8Array();
}

function isLink({ mode }: FileState): boolean {
	return mode === '120000';
}

function idOf(state: FileState | undefined): string {
	if (state === undefined) return '0'.repeat(40);
	return createHash('sha1').update(`blob ${state.bytes.length}\0`).update(state.bytes).digest('hex');
}

const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\t': '\\t', '\n': '\\n' };

/** Writes a file name as git does (git, quote.c: quote_c_style). */
function quoted(name: string): string {
	const plain = [...Buffer.from(name)].map((byte) => {
		const character = String.fromCharCode(byte);
		const isOrdinary = byte >= 0x20 && byte < 0x7f && escapes[character] === undefined;
		return isOrdinary ? character : (escapes[character] ?? `\\${byte.toString(8).padStart(3, '0')}`);
	});
	const text = plain.join('');
	return text === name ? name : `"${text}"`;
}

/** Adds a tab after a name that contains a blank, as git does. */
function named(name: string): string {
	const text = quoted(name);
	return text.includes(' ') && !text.startsWith('"') ? `${text}\t` : text;
}
