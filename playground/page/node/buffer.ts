import { Buffer } from 'buffer/index.js';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const decode = Buffer.prototype.toString;

// For invalid UTF-8, the library writes other replacement characters than Node.
Buffer.prototype.toString = function (this: Buffer, encoding = 'utf8', start = 0, end = this.length) {
	return /^utf-?8$/i.test(encoding) ? utf8.decode(this.subarray(start, end)) : decode.call(this, encoding, start, end);
};

/** `Buffer` in a browser. The build puts it where a module uses the global. */
export { Buffer };
