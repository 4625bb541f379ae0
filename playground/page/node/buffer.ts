import { Buffer as LibraryBuffer } from 'buffer/index.js';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** For invalid UTF-8, the library writes other replacement characters than Node. */
function decodingAsNode(library: typeof LibraryBuffer): typeof LibraryBuffer {
	const decode = library.prototype.toString;
	library.prototype.toString = function (this: LibraryBuffer, encoding = 'utf8', start = 0, end = this.length) {
		if (!/^utf-?8$/i.test(encoding)) return decode.call(this, encoding, start, end);
		return utf8.decode(this.subarray(start, end));
	};
	return library;
}

/** `Buffer` in a browser. The build puts it where a module uses the global. */
export const Buffer = decodingAsNode(LibraryBuffer);
