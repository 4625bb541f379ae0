/** Decodes a URL: `%2eenv` is `.env`. */
export function unescaped(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Returns the port of an address, unless it is 80 or 443. An approval for a host does not cover other ports. */
export function portOf(address: string): string | undefined {
	const port = /^[^/:?#\s]+:(\d{1,5})(?=[/?#]|$)/.exec(address)?.[1];
	return port === undefined || /^0*(80|443)$/.test(port) ? undefined : port;
}
