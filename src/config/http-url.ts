import { z } from 'zod';

/** An address without credentials. A key in an address would be shown wherever the address is shown. */
export const httpUrl = z
	.url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })
	.refine(
		(text) => !/^https?:\/\/[^/]*@/.test(text),
		'must not contain a name and a password: there is a separate input for a key',
	);
