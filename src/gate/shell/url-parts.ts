/** `%2eenv` in a URL is `.env`. */
export function unescaped(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** The port of an address, where it is none that goes without saying: a signature for a host does not cover it. */
export function portOf(address: string): string | undefined {
	const port = /^[^/:?#\s]+:(\d{1,5})(?=[/?#]|$)/.exec(address)?.[1];
	return port === undefined || /^0*(80|443)$/.test(port) ? undefined : port;
}
