/** The kind of a connection, as far as the first bytes show it. */
export type Greeting =
	/** More bytes are needed. */
	| { readonly kind: 'more' }
	/** The connection does not use TLS. */
	| { readonly kind: 'plain' }
	/** The connection uses TLS. `name` is the server name in lower case, or undefined if it is not readable. */
	| { readonly kind: 'tls'; readonly name: string | undefined };

const longestRecord = 16_384;
const [handshake, clientHello, serverNameExtension] = [22, 1, 0];

/** Reads the server name that a TLS client asks for (RFC 8446 4.1.2, RFC 6066 3), from the first bytes that the client sends. */
export function readGreeting(bytes: Buffer): Greeting {
	if (bytes.length === 0) return { kind: 'more' };
	if (bytes[0] !== handshake) return { kind: 'plain' };
	if (bytes.length < 5) return { kind: 'more' };
	const end = 5 + bytes.readUInt16BE(3);
	if (end > 5 + longestRecord) return { kind: 'tls', name: undefined };
	if (bytes.length < end) return { kind: 'more' };
	return { kind: 'tls', name: serverName(bytes.subarray(5, end)) };
}

/** Reads the name from a ClientHello. Returns undefined if the ClientHello is split over several records or has wrong lengths. */
function serverName(hello: Buffer): string | undefined {
	try {
		if (hello[0] !== clientHello || hello.readUIntBE(1, 3) + 4 !== hello.length) return undefined;
		return nameIn(extensionsOf(hello));
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

function extensionsOf(hello: Buffer): Buffer {
	let at = 4 + 2 + 32;
	at += 1 + hello.readUInt8(at);
	at += 2 + hello.readUInt16BE(at);
	at += 1 + hello.readUInt8(at);
	return cut(hello, at + 2, hello.readUInt16BE(at));
}

function nameIn(extensions: Buffer): string | undefined {
	const names: string[] = [];
	for (let at = 0; at < extensions.length; ) {
		const type = extensions.readUInt16BE(at);
		const body = cut(extensions, at + 4, extensions.readUInt16BE(at + 2));
		if (type === serverNameExtension) names.push(onlyName(body));
		at += 4 + body.length;
	}
	return names.length === 1 && names[0] !== '' ? names[0] : undefined;
}

/** Returns the only name of a list, if its type is host_name. Returns an empty text for any other list. */
function onlyName(body: Buffer): string {
	const list = cut(body, 2, body.readUInt16BE(0));
	const name = cut(list, 3, list.readUInt16BE(1));
	const isOnly = list.readUInt8(0) === 0 && list.length === 3 + name.length && body.length === 2 + list.length;
	return isOnly ? name.toString('latin1').toLowerCase() : '';
}

function cut(bytes: Buffer, at: number, length: number): Buffer {
	if (at + length > bytes.length) throw new RangeError('a length points beyond the end');
	return bytes.subarray(at, at + length);
}
