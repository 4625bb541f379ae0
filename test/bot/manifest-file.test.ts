import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { eventTraits } from '../../src/bot/app.ts';
import { servedEvents, webhookPath } from '../../src/bot/index.ts';
import { appPermissions } from '../../src/bot/permissions.ts';

const manifest = parse(readFileSync(new URL('../../app.yml', import.meta.url), 'utf8')) as {
	readonly public: boolean;
	readonly hook_attributes: { readonly url: string };
	readonly default_permissions: Readonly<Record<string, string>>;
	readonly default_events: readonly string[];
};

test('app.yml subscribes to exactly the events that the bot serves', () => {
	const served = new Set(servedEvents.map((event) => event.split('.')[0]));
	expect([...manifest.default_events].sort()).toEqual([...served].sort());
});

test('app.yml asks for exactly the permissions that the bot and its jobs use', () => {
	expect(manifest.default_permissions).toEqual(appPermissions);
	expect(manifest.default_permissions).not.toHaveProperty('workflows');
});

test('app.yml requests the permission that GitHub requires for each event', () => {
	const lacking = Object.values(eventTraits).filter(({ permission }) => !(permission in manifest.default_permissions));
	expect(lacking).toEqual([]);
});

test('app.yml makes the App private and delivers to the webhook path of the bot', () => {
	expect(manifest.public).toBe(false);
	expect(new URL(manifest.hook_attributes.url).pathname).toBe(webhookPath);
});
