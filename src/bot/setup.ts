import { type CreatedApp, convertManifest, manifestFor, readManifest, settingsFile, webhookOf } from './manifest.ts';
import { readGrants } from './manifest-reasons.ts';
import { codeWithin, openSetupPage } from './setup-server.ts';

export interface SetupOptions {
	/** The text of `app.yml`. */
	readonly manifest: string;
	/** The address at which the bot will be reached. */
	readonly bot: URL;
	/** The organization that will own the App. Without it, the person who creates the App will own it. */
	readonly organization?: string;
	readonly name?: string;
	/** `https://github.com`, or the address of an Enterprise Server. */
	readonly webUrl: string;
	readonly apiUrl: string;
	/** How long to wait for the person at the browser. Milliseconds. */
	readonly patience: number;
	/** Shows the address that the person must open. */
	readonly show: (url: string) => void;
}

/** A new App, and the text of the settings file for its bot. Both contain the App's secrets. */
export interface SetUpApp {
	readonly app: CreatedApp;
	readonly settings: string;
}

/** Lets a person create the App in their browser (GitHub, manifest flow), and returns the App with its secrets. */
export async function setUpApp(options: SetupOptions): Promise<SetUpApp> {
	const { bot, organization, name, webUrl, apiUrl } = options;
	const manifest = readManifest(options.manifest, 'app.yml');
	const owner = organization === undefined ? '' : `/organizations/${encodeURIComponent(organization)}`;
	const page = await openSetupPage({
		action: `${webUrl}${owner}/settings/apps/new`,
		manifest: (redirect) => manifestFor(manifest, { bot, redirect, ...(name === undefined ? {} : { name }) }),
		app: {
			...readGrants(options.manifest),
			...{ name: name ?? manifest.name, webhook: webhookOf(bot) },
			...(organization === undefined ? {} : { organization }),
		},
	});
	try {
		options.show(page.url);
		const app = await convertManifest(await codeWithin(page, options.patience), apiUrl);
		return { app, settings: settingsFile(app, bot) };
	} finally {
		await page.close();
	}
}
