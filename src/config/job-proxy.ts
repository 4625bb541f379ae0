import type { JobProxy } from '../core/index.ts';

/** Reads the proxy of a job's machine like curl and other programs: `HTTPS_PROXY`, in lower case first. */
export function readJobProxy(env: NodeJS.ProcessEnv): { readonly jobProxy?: JobProxy } {
	const text = env['https_proxy'] || env['HTTPS_PROXY'];
	return text ? { jobProxy: proxyIn(text) } : {};
}

function proxyIn(text: string): JobProxy {
	const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
	if (url === null || url.protocol !== 'http:') return 'malformed';
	const authorization = authorizationIn(url);
	const host = url.hostname.replace(/^\[|\]$/g, '');
	return authorization === undefined ? 'malformed' : { host, port: Number(url.port || 80), ...authorization };
}

function authorizationIn({ username, password }: URL): { readonly authorization?: string } | undefined {
	if (username === '' && password === '') return {};
	try {
		const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
		return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
	} catch {
		return undefined;
	}
}
