import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { CountersignError } from '../core/index.ts';

/** A page on this machine that sends somebody to GitHub, and hears from their browser what came of it. */
interface SetupPage {
	/** To be opened in a browser. */
	readonly url: string;
	/** Where GitHub sends the browser afterwards. */
	readonly redirect: URL;
	/** The code that GitHub gave. */
	readonly code: Promise<string>;
	close(): Promise<void>;
}

interface SetupForm {
	/** GitHub's page for new Apps, of a person or of an organization. */
	readonly action: string;
	/** What is sent there, once the redirect is known. */
	readonly manifest: (redirect: URL) => object;
}

/**
 * Serves the form on loopback. Only the browser that was sent there is heard: the state is a secret of this process, and requests under
 * another name than its address (DNS rebinding) are refused.
 */
export async function openSetupPage({ action, manifest }: SetupForm): Promise<SetupPage> {
	const state = randomBytes(24).toString('base64url');
	// Others who work on this machine reach the page, too, and must not learn the state from it.
	const key = randomBytes(24).toString('base64url');
	const code = Promise.withResolvers<string>();
	const server = createServer();
	const origin = await listen(server);
	const redirect = new URL('/created', origin);
	const form = formPage(`${action}?state=${state}`, manifest(redirect));
	server.on('request', (request: IncomingMessage, response: ServerResponse) => {
		const answer = answerTo(request, { origin, key, state, form });
		if (answer.code !== undefined) code.resolve(answer.code);
		send(response, answer, new URL(action).origin);
	});
	return {
		...{ url: `${origin}/?key=${key}`, redirect, code: code.promise },
		close: () =>
			new Promise((closed) => {
				server.close(() => closed());
				server.closeAllConnections();
			}),
	};
}

async function listen(server: Server): Promise<string> {
	await new Promise<void>((listening, failed) => {
		server.once('error', failed);
		server.listen(0, '127.0.0.1', listening);
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('the page has no port');
	return `http://127.0.0.1:${address.port}`;
}

interface Answer {
	readonly status: number;
	readonly page: string;
	readonly code?: string;
}

interface Expected {
	readonly origin: string;
	readonly key: string;
	readonly state: string;
	readonly form: string;
}

function answerTo({ method, url: target = '/', headers }: IncomingMessage, expected: Expected): Answer {
	const { origin, key, state, form } = expected;
	const url = URL.parse(target, origin);
	if (headers.host !== new URL(origin).host || method !== 'GET' || url === null) return { status: 403, page: refused };
	const says = (name: string): string => url.searchParams.get(name) ?? '';
	if (url.pathname === '/')
		return isSame(says('key'), key) ? { status: 200, page: form } : { status: 403, page: refused };
	if (url.pathname !== '/created') return { status: 404, page: missing };
	const code = says('code');
	if (code === '' || !isSame(says('state'), state)) return { status: 403, page: refused };
	return { status: 200, page: done, code };
}

/** Waits for the code, or for the end of somebody's patience. @throws CountersignError `bad-input` */
export async function codeWithin(page: SetupPage, milliseconds: number): Promise<string> {
	const late = Promise.withResolvers<never>();
	const timer = setTimeout(() => late.reject(nobodyCame()), milliseconds);
	try {
		return await Promise.race([page.code, late.promise]);
	} finally {
		clearTimeout(timer);
	}
}

function nobodyCame(): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: 'Nobody made the App on GitHub in time.',
		fix: 'Run `countersign bot setup` again, and press the button on its page.',
	});
}

function isSame(given: string, wanted: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
	return one.length === other.length && timingSafeEqual(one, other);
}

const style =
	'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Countersign</title><style>body{font:18px/1.5 system-ui;max-width:34em;margin:4em auto;padding:0 1em;color-scheme:light dark}button{font:inherit;padding:.6em 1.2em}</style>';
const refused = `<!doctype html>${style}<p>This page is for the browser that began here. Run <code>countersign bot setup</code> again.`;
const missing = `<!doctype html>${style}<p>There is nothing here.`;
const done = `<!doctype html>${style}<h1>The App is made</h1><p>Go back to the terminal: it says what to do next. You can close this page.`;

function formPage(action: string, manifest: object): string {
	return `<!doctype html>${style}<h1>Make the App</h1><p>GitHub shows what it may do, and makes it when you agree. Its secrets come to the terminal and go nowhere else.<form action="${escaped(action)}" method="post"><input type="hidden" name="manifest" value="${escaped(JSON.stringify(manifest))}"><button>Go to GitHub</button></form>`;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function send(response: ServerResponse, { status, page }: Answer, github: string): void {
	response.writeHead(status, {
		'content-type': 'text/html; charset=utf-8',
		'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action ${github}; frame-ancestors 'none'; base-uri 'none'`,
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
		connection: 'close',
	});
	response.end(page);
}
