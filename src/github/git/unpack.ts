import { inflateSync } from 'node:zlib';
import { type GitObject, idOf } from './pack.ts';

const types = { 1: 'commit', 2: 'tree', 3: 'blob' } as const;
const deltaOnName = 7;

/** The limits of a pack. Every checkpoint is smaller. Threat: a person who can write the ref can put any pack there. */
const limits = { objects: 3000, bytes: 160 * 1024 * 1024 };

interface Delta {
	readonly base: string;
	readonly steps: Buffer;
}

/**
 * Returns the objects of a pack by their ids. @throws Error if it is not a pack, is too large, or contains a delta whose base is missing.
 */
export function unpack(pack: Buffer): ReadonlyMap<string, GitObject> {
	const count = countOf(pack);
	const objects = new Map<string, GitObject>();
	const deltas: Delta[] = [];
	let at = 12;
	let left = limits.bytes;
	for (let index = 0; index < count; index++) {
		const { type, size, next } = headerAt(pack, at);
		left -= size;
		if (left < 0) throw new Error('the pack is too large');
		const start = type === deltaOnName ? next + 20 : next;
		const { content, end } = inflateAt(pack, start, size);
		at = end;
		if (type === deltaOnName) deltas.push({ base: pack.toString('hex', next, start), steps: content });
		else keep(objects, { type: typeOf(type), content });
	}
	resolve(deltas, objects, left);
	return objects;
}

function countOf(pack: Buffer): number {
	if (pack.length < 32 || pack.toString('latin1', 0, 4) !== 'PACK' || pack.readUInt32BE(4) !== 2)
		throw new Error('it is no pack of version 2');
	const count = pack.readUInt32BE(8);
	if (count > limits.objects) throw new Error(`the pack has ${count} objects`);
	return count;
}

function headerAt(pack: Buffer, at: number): { readonly type: number; readonly size: number; readonly next: number } {
	let byte = pack.readUInt8(at);
	const type = (byte >> 4) & 7;
	let size = byte & 15;
	let next = at + 1;
	for (let place = 16; byte & 0x80; place *= 128) {
		byte = pack.readUInt8(next++);
		size += (byte & 0x7f) * place;
	}
	return { type, size, next };
}

function inflateAt(pack: Buffer, at: number, size: number): { readonly content: Buffer; readonly end: number } {
	// With `info`, zlib also returns how many bytes of the input it used. The types of Node do not declare this.
	const inflated = inflateSync(pack.subarray(at), { info: true, maxOutputLength: Math.max(1, size) }) as unknown as {
		readonly buffer: Buffer;
		readonly engine: { readonly bytesWritten: number };
	};
	if (inflated.buffer.length !== size) throw new Error('an object has another size than it says');
	return { content: inflated.buffer, end: at + inflated.engine.bytesWritten };
}

function typeOf(type: number): GitObject['type'] {
	if (type === 1 || type === 2 || type === 3) return types[type];
	throw new Error(`an object of type ${type}`);
}

function keep(objects: Map<string, GitObject>, object: GitObject): void {
	objects.set(idOf(object), object);
}

/**
 * Adds the results of deltas to `objects`. A delta may come before its base. The results count for the limit of a pack's bytes, because the
 * deltas of a small pack can produce very large objects.
 */
function resolve(deltas: readonly Delta[], objects: Map<string, GitObject>, room: number): void {
	let open = deltas;
	let left = room;
	while (open.length > 0) {
		const later = open.filter(({ base, steps }) => {
			const from = objects.get(base);
			if (from === undefined) return true;
			const content = apply(steps, from.content, left);
			left -= content.length;
			keep(objects, { type: from.type, content });
			return false;
		});
		if (later.length === open.length) throw new Error('a delta goes on from what is not there');
		open = later;
	}
}

/**
 * Returns the result of a delta. A delta copies ranges of bytes from its base, and adds new bytes (git, gitformat-pack). @throws if the
 * result is larger than `room`.
 */
function apply(delta: Buffer, base: Uint8Array, room: number): Buffer {
	const from = sizeAt(delta, 0);
	const to = sizeAt(delta, from.next);
	if (from.size !== base.length) throw new Error('a delta goes on from another content');
	if (to.size > room) throw new Error('the pack is too large');
	const parts: Uint8Array[] = [];
	let size = 0;
	for (let at = to.next; at < delta.length; ) {
		const code = delta.readUInt8(at);
		const { part, next } = code & 0x80 ? copied(delta, at, base) : added(delta, at);
		parts.push(part);
		size += part.length;
		if (size > to.size) break;
		at = next;
	}
	if (size !== to.size) throw new Error('a delta makes another size than it says');
	return Buffer.concat(parts);
}

interface Step {
	readonly part: Uint8Array;
	readonly next: number;
}

function added(delta: Buffer, at: number): Step {
	const next = at + 1 + delta.readUInt8(at);
	return { part: delta.subarray(at + 1, next), next };
}

/** Reads a copy step. Four bits of its code say which bytes of the offset follow, and three bits say which bytes of the size follow. */
function copied(delta: Buffer, at: number, base: Uint8Array): Step {
	const code = delta.readUInt8(at);
	let next = at + 1;
	const number = (bits: readonly number[]): number =>
		bits.reduce((sum, bit, place) => (code & bit ? sum + delta.readUInt8(next++) * 256 ** place : sum), 0);
	const offset = number([1, 2, 4, 8]);
	const size = number([16, 32, 64]) || 0x10000;
	return { part: base.subarray(offset, offset + size), next };
}

function sizeAt(delta: Buffer, at: number): { readonly size: number; readonly next: number } {
	let size = 0;
	let next = at;
	for (let place = 1; ; place *= 128) {
		const byte = delta.readUInt8(next++);
		size += (byte & 0x7f) * place;
		if ((byte & 0x80) === 0) return { size, next };
	}
}
