import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { CountersignError } from '../core/index.ts';
import { donePage, formPage, missingPage, refusedPage, type ShownApp, setupPolicy } from './setup-page.ts';

/** A page on this machine. It sends a person to GitHub, and receives the code from their browser. */
interface SetupPage {
	/** The address to open in a browser. */
	readonly url: string;
	/** The address to which GitHub sends the browser afterwards. */
	readonly redirect: URL;
	/** The code that GitHub gave. */
	readonly code: Promise<string>;
	close(): Promise<void>;
}

interface SetupForm {
	/** The address of GitHub's page for new Apps, of a person or of an organization. */
	readonly action: string;
	/** Returns the manifest to send to GitHub, once the redirect address is known. */
	readonly manifest: (redirect: URL) => object;
	readonly app: ShownApp;
}

/**
 * Serves the form on loopback. The server accepts a code only together with the secret `state`, which only the browser that the form sent
 * to GitHub knows. It refuses requests with any host name other than its own address (DNS rebinding).
 */
export async function openSetupPage({ action, manifest, app }: SetupForm): Promise<SetupPage> {
	const state = randomBytes(24).toString('base64url');
	// Threat: other users of this machine can reach this port, too, and would learn `state` from the page. So the page is shown only to a
	// request with this key.
	const key = randomBytes(24).toString('base64url');
	const code = Promise.withResolvers<string>();
	const server = createServer();
	const origin = await listen(server);
	const redirect = new URL('/created', origin);
	const form = formPage(app, { action: `${action}?state=${state}`, manifest: manifest(redirect) });
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
	if (headers.host !== new URL(origin).host || method !== 'GET' || url === null)
		return { status: 403, page: refusedPage };
	const says = (name: string): string => url.searchParams.get(name) ?? '';
	if (url.pathname === '/')
		return isSame(says('key'), key) ? { status: 200, page: form } : { status: 403, page: refusedPage };
	if (url.pathname !== '/created') return { status: 404, page: missingPage };
	const code = says('code');
	if (code === '' || !isSame(says('state'), state)) return { status: 403, page: refusedPage };
	return { status: 200, page: donePage, code };
}

/** Waits for the code, up to the time limit. @throws CountersignError `bad-input` */
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

function send(response: ServerResponse, { status, page }: Answer, github: string): void {
	response.writeHead(status, {
		'content-type': 'text/html; charset=utf-8',
		'content-security-policy': setupPolicy(github),
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
		connection: 'close',
	});
	response.end(page);
}
