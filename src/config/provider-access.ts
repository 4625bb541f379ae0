import { type ProviderAccess, type ProviderAccesses, type ProviderSetting, providerRows } from '../core/index.ts';
import { httpUrl } from './http-url.ts';

/** A value, with the name under which a person set it. */
export interface Given {
	readonly name: string;
	readonly value: string;
}

/** The keys and addresses of all providers. */
export const providerSettings: readonly ProviderSetting[] = providerRows.flatMap(({ key, url }) =>
	key === undefined ? [url] : [key, url],
);

interface AccessRead {
	readonly access: ProviderAccesses;
	/** What is wrong. Each begins with the name of the input or variable. */
	readonly faults: readonly string[];
	/** The keys that were given. */
	readonly secrets: readonly string[];
}

/** Reads the key and the address of each provider. `find` returns an empty value for a setting that is not given. */
export function readAccess(find: (setting: ProviderSetting) => Given): AccessRead {
	const faults: string[] = [];
	const secrets: string[] = [];
	const rows = providerRows.map(({ name, key, url }): readonly [string, ProviderAccess] => {
		const apiKey = key === undefined ? '' : find(key).value;
		const address = find(url);
		const wrong = address.value === '' ? undefined : httpUrl.safeParse(address.value).error?.issues[0]?.message;
		if (wrong !== undefined) faults.push(`\`${address.name}\` ${wrong}`);
		if (apiKey !== '') secrets.push(apiKey);
		return [
			name,
			{ ...(apiKey === '' ? {} : { apiKey }), ...(address.value === '' ? {} : { baseUrl: address.value }) },
		];
	});
	return { access: Object.fromEntries(rows) as ProviderAccesses, faults, secrets };
}

/** Reads a setting from the environment, as everything but a job of GitHub does. */
export function fromVariables(env: Readonly<Record<string, string | undefined>>): (setting: ProviderSetting) => Given {
	return ({ variable }) => ({ name: variable, value: env[variable] ?? '' });
}
