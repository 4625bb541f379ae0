import { parse } from 'yaml';
import { z } from 'zod';
import { CountersignError, rootCause } from '../core/index.ts';

const schema = z.object({
	name: z.string(),
	url: z.string(),
	description: z.string().optional(),
	public: z.boolean(),
	default_permissions: z.record(z.string(), z.enum(['read', 'write'])),
	default_events: z.array(z.string()),
});

/** The content of `app.yml`: the permissions and events of the App. GitHub creates the App from a manifest. */
export type Manifest = z.output<typeof schema>;

/** Reads `app.yml`. @throws CountersignError `bad-config` */
export function readManifest(text: string, file: string): Manifest {
	const parsed = schema.safeParse(parse(text));
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw new CountersignError({
		code: 'bad-config',
		message: `${file} is not a valid App manifest: \`${issue?.path.join('.') ?? ''}\` ${issue?.message ?? ''}.`,
		fix: 'Restore the file as it was shipped.',
	});
}

/** The address and the name of the new App. */
export interface Addresses {
	/** The bot's address, as GitHub and jobs reach it. */
	readonly bot: URL;
	/** The address to which GitHub sends the browser with the code. */
	readonly redirect: URL;
	readonly name?: string;
}

/** Returns the manifest that GitHub's form accepts (GitHub, Registering a GitHub App from a manifest). */
export function manifestFor(manifest: Manifest, { bot, redirect, name }: Addresses): Record<string, unknown> {
	return {
		...manifest,
		...(name === undefined ? {} : { name }),
		hook_attributes: { url: webhookOf(bot), active: true },
		redirect_url: redirect.href,
	};
}

/** Returns the address below the bot's address to which GitHub sends events. */
export function webhookOf(bot: URL): string {
	return new URL('webhooks', withSlash(bot)).href;
}

/** Adds a slash at the end, so that a relative path stays below the address. */
function withSlash(url: URL): URL {
	return url.pathname.endsWith('/') ? url : new URL(`${url.href}/`);
}

const conversion = z.object({
	id: z.number(),
	slug: z.string(),
	html_url: z.string(),
	pem: z.string(),
	webhook_secret: z.string().min(16),
});

/** The App that GitHub created, with its secrets. */
export type CreatedApp = z.output<typeof conversion>;

/**
 * Exchanges the code for the App and its secrets. A code works only once, and only for an hour. No token is needed.
 * @throws CountersignError `github-refused`, `github-unreachable`
 */
export async function convertManifest(code: string, apiUrl: string, fetch = globalThis.fetch): Promise<CreatedApp> {
	const response = await fetch(`${apiUrl}/app-manifests/${encodeURIComponent(code)}/conversions`, {
		method: 'POST',
		headers: { accept: 'application/vnd.github+json', 'user-agent': 'countersign' },
		signal: AbortSignal.timeout(30_000),
	}).catch((cause: unknown) => {
		throw new CountersignError({
			code: 'github-unreachable',
			message: `GitHub created the App, but its secrets could not be fetched: ${rootCause(cause)}.`,
			fix: "Delete the App in GitHub's settings and start over. The code works only once.",
			cause,
		});
	});
	const parsed = conversion.safeParse(response.ok ? await response.json() : undefined);
	if (parsed.success) return parsed.data;
	throw new CountersignError({
		code: 'github-refused',
		message: `GitHub gave no secrets for the code (${response.status}).`,
		fix: 'Start over. A code works once, and expires after an hour.',
	});
}

/** Returns the text of the settings file that `countersign bot --settings` reads. It contains the key as one line of base64. */
export function settingsFile({ id, pem, webhook_secret: secret }: CreatedApp, bot: URL): string {
	return [
		`APP_ID=${id}`,
		`PRIVATE_KEY=${Buffer.from(pem).toString('base64')}`,
		`WEBHOOK_SECRET=${secret}`,
		`BOT_URL=${bot.href.replace(/\/$/, '')}`,
		'',
	].join('\n');
}
